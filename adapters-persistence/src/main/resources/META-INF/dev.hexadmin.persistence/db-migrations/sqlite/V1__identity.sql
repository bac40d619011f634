-- Accounts. E-mail addresses are stored in lower case. A key is never used twice (AUTOINCREMENT), so that a token of a
-- user who is gone is never good for another.
CREATE TABLE admin_users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    email         TEXT    NOT NULL UNIQUE,
    full_name     TEXT    NOT NULL DEFAULT '',
    is_active     INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
    is_superuser  INTEGER NOT NULL DEFAULT 0 CHECK (is_superuser IN (0, 1)),
    password_hash TEXT    NOT NULL,
    token_version INTEGER NOT NULL DEFAULT 1,
    created_at    TEXT    NOT NULL,
    last_login    TEXT
);

CREATE INDEX admin_users_superusers ON admin_users (id) WHERE is_superuser = 1;

-- SHA-256 of each refresh token; tokens of one sign-in are a family.
CREATE TABLE admin_refresh_tokens (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash    TEXT    NOT NULL UNIQUE,
    family        TEXT    NOT NULL,
    user_id       INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    token_version INTEGER NOT NULL,
    issued_at     TEXT    NOT NULL,
    expires_at    TEXT    NOT NULL,
    rotated_at    TEXT,
    revoked_at    TEXT
);

CREATE INDEX admin_refresh_tokens_family ON admin_refresh_tokens (family);
CREATE INDEX admin_refresh_tokens_user ON admin_refresh_tokens (user_id);
CREATE INDEX admin_refresh_tokens_expiry ON admin_refresh_tokens (expires_at);

-- TOTP secrets (RFC 6238), encrypted. last_step: the newest time step whose code was used.
CREATE TABLE admin_user_totp (
    user_id        INTEGER PRIMARY KEY REFERENCES admin_users (id) ON DELETE CASCADE,
    sealed_secret  TEXT    NOT NULL,
    confirmed_at   TEXT,
    last_step      INTEGER NOT NULL DEFAULT 0,
    failures       INTEGER NOT NULL DEFAULT 0,
    last_failed_at TEXT
);

-- Keyed hashes of backup codes; a row is deleted when its code is used.
CREATE TABLE admin_backup_codes (
    user_id   INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    code_hash TEXT    NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- Sign-ins that wait for their second factor.
CREATE TABLE admin_pending_sign_ins (
    token_hash    TEXT    PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    token_version INTEGER NOT NULL,
    tries         INTEGER NOT NULL DEFAULT 0,
    expires_at    TEXT    NOT NULL
) WITHOUT ROWID;

CREATE INDEX admin_pending_sign_ins_user ON admin_pending_sign_ins (user_id);
CREATE INDEX admin_pending_sign_ins_expiry ON admin_pending_sign_ins (expires_at);

-- Sessions of the panel: SHA-256 of the cookie's value.
CREATE TABLE admin_sessions (
    token_hash    TEXT    PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    token_version INTEGER NOT NULL,
    created_at    TEXT    NOT NULL,
    expires_at    TEXT    NOT NULL,
    address       TEXT    NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE INDEX admin_sessions_user ON admin_sessions (user_id);
CREATE INDEX admin_sessions_expiry ON admin_sessions (expires_at);

CREATE TABLE admin_login_attempts (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    email   TEXT    NOT NULL,
    address TEXT    NOT NULL,
    success INTEGER NOT NULL CHECK (success IN (0, 1)),
    reason  TEXT    NOT NULL,
    at      TEXT    NOT NULL
);

CREATE INDEX admin_login_attempts_at ON admin_login_attempts (at);
CREATE INDEX admin_login_attempts_email ON admin_login_attempts (email, at);

-- Keys for programs: SHA-256 of the key; prefix is what people may see of it.
CREATE TABLE admin_api_keys (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id      INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    name         TEXT    NOT NULL,
    prefix       TEXT    NOT NULL,
    key_hash     TEXT    NOT NULL UNIQUE,
    created_at   TEXT    NOT NULL,
    expires_at   TEXT,
    last_used_at TEXT,
    revoked_at   TEXT
);

CREATE INDEX admin_api_keys_user ON admin_api_keys (user_id);
