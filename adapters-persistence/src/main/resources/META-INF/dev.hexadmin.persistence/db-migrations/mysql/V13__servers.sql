-- The servers that work on this database. Each writes its heartbeat every two seconds, by the database's clock.
CREATE TABLE admin_servers (
    id           CHAR(36) PRIMARY KEY,
    started_at   DATETIME(6) NOT NULL,
    heartbeat_at DATETIME(6) NOT NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
