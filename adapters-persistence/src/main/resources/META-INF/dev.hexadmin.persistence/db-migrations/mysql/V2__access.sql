CREATE TABLE admin_roles (
    id           BIGINT AUTO_INCREMENT PRIMARY KEY,
    name         VARCHAR(500) NOT NULL UNIQUE,
    description  TEXT NOT NULL DEFAULT (''),
    is_superuser BOOLEAN NOT NULL DEFAULT FALSE,
    created_at   DATETIME(6) NOT NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_permissions (
    id     BIGINT AUTO_INCREMENT PRIMARY KEY,
    model  VARCHAR(190) NOT NULL,
    action VARCHAR(190) NOT NULL,
    UNIQUE (model, action)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_role_permissions (
    role_id       BIGINT NOT NULL,
    permission_id BIGINT NOT NULL,
    PRIMARY KEY (role_id, permission_id),
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE,
    FOREIGN KEY (permission_id) REFERENCES admin_permissions (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- a role in use stays
CREATE TABLE admin_user_roles (
    user_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL,
    PRIMARY KEY (user_id, role_id),
    KEY admin_user_roles_by_role (role_id),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE,
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE RESTRICT
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_user_permissions (
    user_id       BIGINT NOT NULL,
    permission_id BIGINT NOT NULL,
    PRIMARY KEY (user_id, permission_id),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE,
    FOREIGN KEY (permission_id) REFERENCES admin_permissions (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- actions: words joined by commas; none hides the field
CREATE TABLE admin_field_permissions (
    role_id BIGINT NOT NULL,
    model   VARCHAR(190) NOT NULL,
    field   VARCHAR(190) NOT NULL,
    actions TEXT NOT NULL,
    PRIMARY KEY (role_id, model, field),
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_row_policies (
    role_id BIGINT NOT NULL,
    model   VARCHAR(190) NOT NULL,
    policy  LONGTEXT NOT NULL,
    PRIMARY KEY (role_id, model),
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
