ALTER TABLE admin_refresh_tokens ADD COLUMN method VARCHAR(30);
ALTER TABLE admin_refresh_tokens ADD COLUMN address VARCHAR(64) NOT NULL DEFAULT '';
