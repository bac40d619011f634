-- A key has the rights of one role and goes on to be listed, without any, when that is deleted. No key could be made
-- before, so the table is empty.
DROP TABLE admin_api_keys;

CREATE TABLE admin_api_keys (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id      INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    role_id      INTEGER REFERENCES admin_roles (id) ON DELETE SET NULL,
    name         TEXT    NOT NULL,
    prefix       TEXT    NOT NULL,
    key_hash     TEXT    NOT NULL UNIQUE,
    created_at   TEXT    NOT NULL,
    expires_at   TEXT,
    last_used_at TEXT,
    revoked_at   TEXT
);

CREATE INDEX admin_api_keys_user ON admin_api_keys (user_id);
CREATE INDEX admin_api_keys_role ON admin_api_keys (role_id);
