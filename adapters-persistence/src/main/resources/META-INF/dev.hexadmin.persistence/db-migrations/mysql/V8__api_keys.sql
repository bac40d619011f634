-- Keys for programs: SHA-256 of the key; prefix is what people may see of it. A key has the rights of one role and goes on to
-- be listed, without any, when that is deleted.
CREATE TABLE admin_api_keys (
    id           BIGINT AUTO_INCREMENT PRIMARY KEY,
    user_id      BIGINT NOT NULL,
    role_id      BIGINT,
    name         TEXT NOT NULL,
    prefix       TEXT NOT NULL,
    key_hash     VARCHAR(100) NOT NULL UNIQUE,
    created_at   DATETIME(6) NOT NULL,
    expires_at   DATETIME(6),
    last_used_at DATETIME(6),
    revoked_at   DATETIME(6),
    KEY admin_api_keys_user (user_id),
    KEY admin_api_keys_role (role_id),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE,
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE SET NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
