CREATE TABLE admin_idempotency_keys (
    caller      TEXT NOT NULL,
    name        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    claimed_at  TEXT NOT NULL,
    status      INTEGER,
    headers     TEXT,
    body        BLOB,
    PRIMARY KEY (caller, name)
);

CREATE INDEX admin_idempotency_keys_by_time ON admin_idempotency_keys (claimed_at);
