-- How a user reads texts and times: a language tag (BCP 47) and the name of a zone of the IANA database. Without a value,
-- the language follows the browser, and times are shown in UTC.
ALTER TABLE admin_users ADD COLUMN language text;
ALTER TABLE admin_users ADD COLUMN time_zone text;
