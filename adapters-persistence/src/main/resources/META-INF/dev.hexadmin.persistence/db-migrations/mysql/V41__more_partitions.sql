-- Sign-in attempts, notifications and the delivery log in partitions for each month, like the audit log. The first two are ranges of
-- the key, which begins with the month from the next month on. The others are ranges of the delivery, whose UUID begins with its
-- moment. The rows of before are copied into the partition of the month in which this runs.
SET @hexadmin_following = date_add(date_format(utc_timestamp(), '%Y-%m-01'), INTERVAL 1 MONTH);
SET @hexadmin_number = concat(date_format(@hexadmin_following, '%y%m'), '00000000000');
SET @hexadmin_uuid = lpad(lower(hex(timestampdiff(SECOND, '1970-01-01', @hexadmin_following) * 1000)), 12, '0');
SET @hexadmin_uuid = concat('''', left(@hexadmin_uuid, 8), '-', right(@hexadmin_uuid, 4), '-0000-0000-000000000000', '''');

SET @hexadmin_partitions = concat(
    'ALTER TABLE admin_login_attempts PARTITION BY RANGE (id) (PARTITION m', date_format(utc_timestamp(), '%Y_%m'),
    ' VALUES LESS THAN (', @hexadmin_number, '), PARTITION later VALUES LESS THAN (MAXVALUE))');
PREPARE hexadmin_partitions FROM @hexadmin_partitions;
EXECUTE hexadmin_partitions;
DEALLOCATE PREPARE hexadmin_partitions;

SET @hexadmin_partitions = concat(
    'ALTER TABLE admin_notifications PARTITION BY RANGE (id) (PARTITION m', date_format(utc_timestamp(), '%Y_%m'),
    ' VALUES LESS THAN (', @hexadmin_number, '), PARTITION later VALUES LESS THAN (MAXVALUE))');
PREPARE hexadmin_partitions FROM @hexadmin_partitions;
EXECUTE hexadmin_partitions;
DEALLOCATE PREPARE hexadmin_partitions;

SET @hexadmin_partitions = concat(
    'ALTER TABLE admin_notification_logs DROP PRIMARY KEY, ADD PRIMARY KEY (id, delivery_id) PARTITION BY RANGE COLUMNS (delivery_id) (PARTITION m', date_format(utc_timestamp(), '%Y_%m'),
    ' VALUES LESS THAN (', @hexadmin_uuid, '), PARTITION later VALUES LESS THAN (MAXVALUE))');
PREPARE hexadmin_partitions FROM @hexadmin_partitions;
EXECUTE hexadmin_partitions;
DEALLOCATE PREPARE hexadmin_partitions;

SET @hexadmin_partitions = concat(
    'ALTER TABLE admin_notification_contents PARTITION BY RANGE COLUMNS (delivery_id) (PARTITION m', date_format(utc_timestamp(), '%Y_%m'),
    ' VALUES LESS THAN (', @hexadmin_uuid, '), PARTITION later VALUES LESS THAN (MAXVALUE))');
PREPARE hexadmin_partitions FROM @hexadmin_partitions;
EXECUTE hexadmin_partitions;
DEALLOCATE PREPARE hexadmin_partitions;
