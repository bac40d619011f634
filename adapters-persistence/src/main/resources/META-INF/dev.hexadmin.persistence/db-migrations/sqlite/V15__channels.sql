-- Any channel can have an address: in admin_notification_contents a line for each, "CHANNEL ADDRESS", instead of a column;
-- in admin_notification_preferences the one that the user has set.
ALTER TABLE admin_notification_preferences ADD COLUMN address TEXT;
ALTER TABLE admin_notification_contents ADD COLUMN addresses TEXT NOT NULL DEFAULT '';

UPDATE admin_notification_contents
SET addresses = trim(coalesce('email ' || email || char(10), '') || coalesce('sms ' || phone, ''), char(10))
WHERE email IS NOT NULL OR phone IS NOT NULL;

ALTER TABLE admin_notification_contents DROP COLUMN email;
ALTER TABLE admin_notification_contents DROP COLUMN phone;
