-- Files of records on their way in. touched_at: the last sign of life; claim: whoever moved it last.
CREATE TABLE admin_imports (
    id         VARCHAR(100) PRIMARY KEY,
    user_id    BIGINT NOT NULL,
    model      TEXT NOT NULL,
    file_name  TEXT NOT NULL,
    format     TEXT NOT NULL,
    bytes      BIGINT NOT NULL,
    state      VARCHAR(20) NOT NULL,
    mode       TEXT,
    claim      TEXT,
    percent    INTEGER NOT NULL,
    row_count  BIGINT NOT NULL,
    total      BIGINT,
    created    BIGINT NOT NULL,
    updated    BIGINT NOT NULL,
    unchanged  BIGINT NOT NULL,
    errors     BIGINT NOT NULL,
    failure    TEXT,
    created_at DATETIME(6) NOT NULL,
    touched_at DATETIME(6) NOT NULL,
    KEY admin_imports_by_user (user_id, created_at),
    KEY admin_imports_by_time (touched_at)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_import_pieces (
    import_id VARCHAR(100) NOT NULL,
    number    INTEGER NOT NULL,
    content   LONGBLOB NOT NULL,
    PRIMARY KEY (import_id, number),
    FOREIGN KEY (import_id) REFERENCES admin_imports (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- kind: error, unknown, missing, ignored.
CREATE TABLE admin_import_findings (
    import_id    VARCHAR(100) NOT NULL,
    number       INTEGER NOT NULL,
    kind         VARCHAR(20) NOT NULL,
    `row_number` BIGINT NOT NULL,
    field        TEXT NOT NULL,
    code         TEXT NOT NULL,
    message      TEXT NOT NULL,
    PRIMARY KEY (import_id, number),
    FOREIGN KEY (import_id) REFERENCES admin_imports (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
