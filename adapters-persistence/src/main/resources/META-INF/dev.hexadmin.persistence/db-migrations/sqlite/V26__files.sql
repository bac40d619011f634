-- Uploaded files. Their content is in the file store, under the id. A row is written before its content and deleted after
-- it, so that no content is without a row. unused_since is null while a record names the file.
CREATE TABLE admin_files (
    id           TEXT NOT NULL PRIMARY KEY,
    state        TEXT NOT NULL,
    owner_id     INTEGER,
    model        TEXT NOT NULL,
    field        TEXT NOT NULL,
    name         TEXT NOT NULL,
    size         INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    sha256       TEXT NOT NULL,
    width        INTEGER,
    height       INTEGER,
    created_at   TEXT NOT NULL,
    unused_since TEXT
) WITHOUT ROWID;

CREATE INDEX admin_files_unused ON admin_files (unused_since) WHERE unused_since IS NOT NULL;
