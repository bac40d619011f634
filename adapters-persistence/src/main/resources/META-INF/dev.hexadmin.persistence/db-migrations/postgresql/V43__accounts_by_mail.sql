-- Invitations. The token of the link is stored as its SHA-256, and only while it can be used.
CREATE TABLE admin_invitations (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email        text        NOT NULL,
    full_name    text        NOT NULL,
    token_hash   text        UNIQUE,
    inviter_id   bigint      REFERENCES admin_users (id) ON DELETE SET NULL,
    created_at   timestamptz NOT NULL,
    sent_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    accepted_at  timestamptz,
    withdrawn_at timestamptz
);

CREATE INDEX admin_invitations_email ON admin_invitations (email);
CREATE INDEX admin_invitations_inviter ON admin_invitations (inviter_id);
CREATE INDEX admin_invitations_expiry ON admin_invitations (expires_at);

CREATE TABLE admin_invitation_roles (
    invitation_id bigint NOT NULL REFERENCES admin_invitations (id) ON DELETE CASCADE,
    role_id       bigint NOT NULL REFERENCES admin_roles (id) ON DELETE CASCADE,
    PRIMARY KEY (invitation_id, role_id)
);

CREATE INDEX admin_invitation_roles_role ON admin_invitation_roles (role_id);

-- Links that were mailed to users: for a new password, and to confirm a new address. token_hash is the SHA-256 of the token;
-- token_version is the user's when the link was made.
CREATE TABLE admin_account_links (
    token_hash    text        NOT NULL PRIMARY KEY,
    purpose       text        NOT NULL,
    user_id       bigint      NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    token_version bigint      NOT NULL,
    email         text        NOT NULL,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL
);

CREATE INDEX admin_account_links_user ON admin_account_links (user_id, purpose);
CREATE INDEX admin_account_links_expiry ON admin_account_links (expires_at);

-- The devices with which users have signed in, as hashes.
CREATE TABLE admin_known_devices (
    user_id      bigint      NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    device_hash  text        NOT NULL,
    last_seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, device_hash)
);
