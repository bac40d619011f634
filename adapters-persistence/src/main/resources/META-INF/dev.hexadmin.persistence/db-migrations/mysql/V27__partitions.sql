-- The audit log in partitions for each month, which are ranges of the key: from the next month on it begins with two digits of the
-- year and two of the month, before eleven others. The rows of before are copied into the partition of the month in which this runs. The last partition has
-- no end. Other partitions are made while the server runs.
SET @hexadmin_partitions = concat(
    'ALTER TABLE admin_audit_log PARTITION BY RANGE (id) (PARTITION m', date_format(utc_timestamp(), '%Y_%m'),
    ' VALUES LESS THAN (', date_format(utc_timestamp() + INTERVAL 1 MONTH, '%y%m'), '00000000000),',
    ' PARTITION later VALUES LESS THAN MAXVALUE)');
PREPARE hexadmin_partitions FROM @hexadmin_partitions;
EXECUTE hexadmin_partitions;
DEALLOCATE PREPARE hexadmin_partitions;
