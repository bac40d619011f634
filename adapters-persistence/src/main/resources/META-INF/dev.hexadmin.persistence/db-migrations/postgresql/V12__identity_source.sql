-- Accounts whose users live elsewhere: the name of the identity source, what tells the user from others there, and since
-- when the source does not know them, which is why the account is inactive.
ALTER TABLE admin_users ADD COLUMN source text;
ALTER TABLE admin_users ADD COLUMN subject text;
ALTER TABLE admin_users ADD COLUMN gone_at timestamptz;

CREATE UNIQUE INDEX admin_users_subject ON admin_users (source, subject) WHERE source IS NOT NULL;
