-- By which authenticators know a user: random, so that it says nothing about the user.
CREATE TABLE admin_passkey_users (
    user_id     BIGINT       NOT NULL PRIMARY KEY,
    user_handle VARCHAR(100) NOT NULL UNIQUE,
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Passkeys (Web Authentication). Ids, and public keys as attested credential data, are in base64url. sign_count is
-- the counter of the authenticator at its last use. backup_eligible, backed_up: whether copies may exist, and exist.
CREATE TABLE admin_passkeys (
    id              BIGINT AUTO_INCREMENT PRIMARY KEY,
    user_id         BIGINT       NOT NULL,
    name            VARCHAR(200) NOT NULL,
    credential_id   VARCHAR(1400) CHARACTER SET ascii COLLATE ascii_bin NOT NULL UNIQUE,
    public_key      TEXT         NOT NULL,
    sign_count      BIGINT       NOT NULL,
    backup_eligible BOOLEAN      NOT NULL,
    backed_up       BOOLEAN      NOT NULL,
    transports      VARCHAR(200) NOT NULL,
    created_at      DATETIME(6)  NOT NULL,
    last_used_at    DATETIME(6),
    KEY admin_passkeys_user (user_id),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- How the user of a session has signed in.
ALTER TABLE admin_sessions ADD COLUMN method VARCHAR(30);
