-- By which authenticators know a user: random, so that it says nothing about the user.
CREATE TABLE admin_passkey_users (
    user_id     bigint PRIMARY KEY REFERENCES admin_users (id) ON DELETE CASCADE,
    user_handle text   NOT NULL UNIQUE
);

-- Passkeys (Web Authentication). Ids, and public keys as attested credential data, are in base64url. sign_count is
-- the counter of the authenticator at its last use. backup_eligible, backed_up: whether copies may exist, and exist.
CREATE TABLE admin_passkeys (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id         bigint      NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    name            text        NOT NULL,
    credential_id   text        NOT NULL UNIQUE,
    public_key      text        NOT NULL,
    sign_count      bigint      NOT NULL,
    backup_eligible boolean     NOT NULL,
    backed_up       boolean     NOT NULL,
    transports      text        NOT NULL,
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz
);

CREATE INDEX admin_passkeys_user ON admin_passkeys (user_id);

-- How the user of a session has signed in.
ALTER TABLE admin_sessions ADD COLUMN method text;
