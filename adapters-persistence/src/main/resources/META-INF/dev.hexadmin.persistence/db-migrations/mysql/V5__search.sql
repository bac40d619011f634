-- which models have an index of their words, and what it covers
CREATE TABLE admin_search_indexes (
    id         BIGINT AUTO_INCREMENT PRIMARY KEY,
    model      VARCHAR(190) NOT NULL UNIQUE,
    table_name TEXT NOT NULL,
    covers     TEXT NOT NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
