-- A stored response is one encrypted value that only its writer reads: status and headers have no columns of their own.
-- The rows of before lived 24 hours at most and are dropped.
DROP TABLE admin_idempotency_keys;

CREATE TABLE admin_idempotency_keys (
    caller      TEXT NOT NULL,
    name        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answered_at TEXT NOT NULL,
    response    BLOB NOT NULL,
    PRIMARY KEY (caller, name)
);

CREATE INDEX admin_idempotency_keys_by_time ON admin_idempotency_keys (answered_at);
