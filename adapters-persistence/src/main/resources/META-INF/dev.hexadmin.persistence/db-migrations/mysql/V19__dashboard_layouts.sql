-- The layout of each user's dashboard: a line for each widget, in order, "ID WIDTH shown" or "ID WIDTH hidden".
CREATE TABLE admin_dashboard_layouts (
    user_id    BIGINT PRIMARY KEY,
    widgets    TEXT NOT NULL,
    updated_at DATETIME(6) NOT NULL,
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
