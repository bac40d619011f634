ALTER TABLE admin_refresh_tokens ADD COLUMN method text;
ALTER TABLE admin_refresh_tokens ADD COLUMN address text NOT NULL DEFAULT '';
