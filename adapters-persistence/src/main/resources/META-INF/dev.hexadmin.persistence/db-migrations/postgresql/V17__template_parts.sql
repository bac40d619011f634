-- Any channel can have texts of its own in a template: in admin_notification_contents a line for each, "NAME TEXT", in which a
-- backslash and a line feed are escaped, instead of a column.
ALTER TABLE admin_notification_contents ADD COLUMN parts TEXT NOT NULL DEFAULT '';

UPDATE admin_notification_contents
SET parts = substr(
    CASE WHEN sms_body IS NULL THEN '' ELSE chr(10) || 'sms_body ' || replace(replace(sms_body, '\', '\\'), chr(10), '\n') END
    || CASE WHEN email_subject IS NULL THEN '' ELSE chr(10) || 'email_subject ' || replace(replace(email_subject, '\', '\\'), chr(10), '\n') END
    || CASE WHEN email_html IS NULL THEN '' ELSE chr(10) || 'email_html ' || replace(replace(email_html, '\', '\\'), chr(10), '\n') END, 2)
WHERE sms_body IS NOT NULL OR email_subject IS NOT NULL OR email_html IS NOT NULL;

ALTER TABLE admin_notification_contents DROP COLUMN sms_body;
ALTER TABLE admin_notification_contents DROP COLUMN email_subject;
ALTER TABLE admin_notification_contents DROP COLUMN email_html;
