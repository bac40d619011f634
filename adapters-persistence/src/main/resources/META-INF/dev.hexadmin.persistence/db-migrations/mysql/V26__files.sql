-- Uploaded files. Their content is in the file store, under the id. A row is written before its content and deleted after
-- it, so that no content is without a row. unused_since is null while a record names the file.
CREATE TABLE admin_files (
    id           VARCHAR(100) NOT NULL PRIMARY KEY,
    state        TEXT         NOT NULL,
    owner_id     BIGINT,
    model        TEXT         NOT NULL,
    field        TEXT         NOT NULL,
    name         TEXT         NOT NULL,
    size         BIGINT       NOT NULL,
    content_type TEXT         NOT NULL,
    sha256       TEXT         NOT NULL,
    width        INTEGER,
    height       INTEGER,
    created_at   DATETIME(6)  NOT NULL,
    unused_since DATETIME(6),
    KEY admin_files_unused (unused_since)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
