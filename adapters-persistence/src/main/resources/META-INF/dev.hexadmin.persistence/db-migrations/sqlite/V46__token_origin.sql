ALTER TABLE admin_refresh_tokens ADD COLUMN method TEXT;
ALTER TABLE admin_refresh_tokens ADD COLUMN address TEXT NOT NULL DEFAULT '';
