-- A stored response is one encrypted value that only its writer reads.
CREATE TABLE admin_idempotency_keys (
    caller      VARCHAR(255) NOT NULL,
    name        VARCHAR(255) NOT NULL,
    fingerprint TEXT NOT NULL,
    answered_at DATETIME(6) NOT NULL,
    response    LONGBLOB NOT NULL,
    PRIMARY KEY (caller, name),
    KEY admin_idempotency_keys_by_time (answered_at)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
