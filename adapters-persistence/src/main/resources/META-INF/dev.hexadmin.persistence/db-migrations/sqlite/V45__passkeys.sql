-- By which authenticators know a user: random, so that it says nothing about the user.
CREATE TABLE admin_passkey_users (
    user_id     INTEGER PRIMARY KEY REFERENCES admin_users (id) ON DELETE CASCADE,
    user_handle TEXT    NOT NULL UNIQUE
);

-- Passkeys (Web Authentication). Ids, and public keys as attested credential data, are in base64url. sign_count is
-- the counter of the authenticator at its last use. backup_eligible, backed_up: whether copies may exist, and exist.
CREATE TABLE admin_passkeys (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id         INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    name            TEXT    NOT NULL,
    credential_id   TEXT    NOT NULL UNIQUE,
    public_key      TEXT    NOT NULL,
    sign_count      INTEGER NOT NULL,
    backup_eligible INTEGER NOT NULL CHECK (backup_eligible IN (0, 1)),
    backed_up       INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
    transports      TEXT    NOT NULL,
    created_at      TEXT    NOT NULL,
    last_used_at    TEXT
);

CREATE INDEX admin_passkeys_user ON admin_passkeys (user_id);

-- How the user of a session has signed in.
ALTER TABLE admin_sessions ADD COLUMN method TEXT;
