-- query: parameters as in an address; shown_columns: names joined by commas
CREATE TABLE admin_saved_views (
    id            BIGINT AUTO_INCREMENT PRIMARY KEY,
    owner_id      BIGINT NOT NULL,
    model         VARCHAR(190) NOT NULL,
    name          VARCHAR(500) NOT NULL,
    query         LONGTEXT NOT NULL,
    shown_columns TEXT NOT NULL,
    density       TEXT NOT NULL,
    UNIQUE (owner_id, model, name),
    FOREIGN KEY (owner_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_saved_view_roles (
    view_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL,
    PRIMARY KEY (role_id, view_id),
    KEY admin_saved_view_roles_by_view (view_id),
    FOREIGN KEY (view_id) REFERENCES admin_saved_views (id) ON DELETE CASCADE,
    FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_default_views (
    user_id BIGINT NOT NULL,
    model   VARCHAR(190) NOT NULL,
    view_id BIGINT NOT NULL,
    PRIMARY KEY (user_id, model),
    KEY admin_default_views_by_view (view_id),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE,
    FOREIGN KEY (view_id) REFERENCES admin_saved_views (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
