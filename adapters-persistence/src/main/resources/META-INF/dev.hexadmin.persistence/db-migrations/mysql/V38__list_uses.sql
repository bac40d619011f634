-- By which fields lists were ordered and filtered, and how often: for suggestions of indexes. Values are not stored.
CREATE TABLE admin_list_uses (
    model      VARCHAR(100) NOT NULL,
    field      VARCHAR(100) NOT NULL,
    purpose    VARCHAR(100) NOT NULL,
    asked      BIGINT NOT NULL,
    last_asked DATETIME(6) NOT NULL,
    PRIMARY KEY (model, field, purpose)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
