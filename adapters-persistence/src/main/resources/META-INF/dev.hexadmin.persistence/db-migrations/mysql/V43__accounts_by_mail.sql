-- Invitations. The token of the link is stored as its SHA-256, and only while it can be used.
CREATE TABLE admin_invitations (
    id           BIGINT AUTO_INCREMENT PRIMARY KEY,
    email        VARCHAR(254) NOT NULL,
    full_name    TEXT         NOT NULL,
    token_hash   VARCHAR(100) UNIQUE,
    inviter_id   BIGINT,
    created_at   DATETIME(6)  NOT NULL,
    sent_at      DATETIME(6)  NOT NULL,
    expires_at   DATETIME(6)  NOT NULL,
    accepted_at  DATETIME(6),
    withdrawn_at DATETIME(6),
    KEY admin_invitations_email (email),
    KEY admin_invitations_inviter (inviter_id),
    KEY admin_invitations_expiry (expires_at),
    FOREIGN KEY (inviter_id) REFERENCES admin_users (id) ON DELETE SET NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_invitation_roles (
    invitation_id BIGINT NOT NULL,
    role_id       BIGINT NOT NULL,
    PRIMARY KEY (invitation_id, role_id),
    KEY admin_invitation_roles_role (role_id),
    FOREIGN KEY (invitation_id) REFERENCES admin_invitations (id) ON DELETE CASCADE,
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Links that were mailed to users: for a new password, and to confirm a new address. token_hash is the SHA-256 of the token;
-- token_version is the user's when the link was made.
CREATE TABLE admin_account_links (
    token_hash    VARCHAR(100) NOT NULL PRIMARY KEY,
    purpose       VARCHAR(30)  NOT NULL,
    user_id       BIGINT       NOT NULL,
    token_version BIGINT       NOT NULL,
    email         VARCHAR(254) NOT NULL,
    created_at    DATETIME(6)  NOT NULL,
    expires_at    DATETIME(6)  NOT NULL,
    KEY admin_account_links_user (user_id, purpose),
    KEY admin_account_links_expiry (expires_at),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- The devices with which users have signed in, as hashes.
CREATE TABLE admin_known_devices (
    user_id      BIGINT       NOT NULL,
    device_hash  VARCHAR(100) NOT NULL,
    last_seen_at DATETIME(6)  NOT NULL,
    PRIMARY KEY (user_id, device_hash),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
