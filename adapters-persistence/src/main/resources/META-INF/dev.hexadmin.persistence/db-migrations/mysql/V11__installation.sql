-- What all servers of one database know it by. cache_drops: how often pages kept elsewhere had to be given up by way of
-- the database, as the server that keeps them was away.
CREATE TABLE admin_installation (
    id          VARCHAR(100) PRIMARY KEY,
    cache_drops BIGINT NOT NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

INSERT INTO admin_installation (id, cache_drops) VALUES (replace(uuid(), '-', ''), 0);

-- Locks that end with their transaction: whoever holds the one of a number has written its row.
CREATE TABLE admin_locks (number BIGINT PRIMARY KEY) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
