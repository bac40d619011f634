-- Invitations. The token of the link is stored as its SHA-256, and only while it can be used.
CREATE TABLE admin_invitations (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    email        TEXT    NOT NULL,
    full_name    TEXT    NOT NULL,
    token_hash   TEXT    UNIQUE,
    inviter_id   INTEGER REFERENCES admin_users (id) ON DELETE SET NULL,
    created_at   TEXT    NOT NULL,
    sent_at      TEXT    NOT NULL,
    expires_at   TEXT    NOT NULL,
    accepted_at  TEXT,
    withdrawn_at TEXT
);

CREATE INDEX admin_invitations_email ON admin_invitations (email);
CREATE INDEX admin_invitations_inviter ON admin_invitations (inviter_id);
CREATE INDEX admin_invitations_expiry ON admin_invitations (expires_at);

CREATE TABLE admin_invitation_roles (
    invitation_id INTEGER NOT NULL REFERENCES admin_invitations (id) ON DELETE CASCADE,
    role_id       INTEGER NOT NULL REFERENCES admin_roles (id) ON DELETE CASCADE,
    PRIMARY KEY (invitation_id, role_id)
) WITHOUT ROWID;

CREATE INDEX admin_invitation_roles_role ON admin_invitation_roles (role_id);

-- Links that were mailed to users: for a new password, and to confirm a new address. token_hash is the SHA-256 of the token;
-- token_version is the user's when the link was made.
CREATE TABLE admin_account_links (
    token_hash    TEXT    NOT NULL PRIMARY KEY,
    purpose       TEXT    NOT NULL,
    user_id       INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    token_version INTEGER NOT NULL,
    email         TEXT    NOT NULL,
    created_at    TEXT    NOT NULL,
    expires_at    TEXT    NOT NULL
) WITHOUT ROWID;

CREATE INDEX admin_account_links_user ON admin_account_links (user_id, purpose);
CREATE INDEX admin_account_links_expiry ON admin_account_links (expires_at);

-- The devices with which users have signed in, as hashes.
CREATE TABLE admin_known_devices (
    user_id      INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    device_hash  TEXT    NOT NULL,
    last_seen_at TEXT    NOT NULL,
    PRIMARY KEY (user_id, device_hash)
) WITHOUT ROWID;
