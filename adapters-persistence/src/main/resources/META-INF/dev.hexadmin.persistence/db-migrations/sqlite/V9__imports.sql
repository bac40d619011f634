-- Files of records on their way in. touched_at: the last sign of life; claim: whoever moved it last.
CREATE TABLE admin_imports (
    id         TEXT PRIMARY KEY,
    user_id    INTEGER NOT NULL,
    model      TEXT NOT NULL,
    file_name  TEXT NOT NULL,
    format     TEXT NOT NULL,
    bytes      INTEGER NOT NULL,
    state      TEXT NOT NULL,
    mode       TEXT,
    claim      TEXT,
    percent    INTEGER NOT NULL,
    row_count  INTEGER NOT NULL,
    total      INTEGER,
    created    INTEGER NOT NULL,
    updated    INTEGER NOT NULL,
    unchanged  INTEGER NOT NULL,
    errors     INTEGER NOT NULL,
    failure    TEXT,
    created_at TEXT NOT NULL,
    touched_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX admin_imports_by_user ON admin_imports (user_id, created_at);
CREATE INDEX admin_imports_by_time ON admin_imports (touched_at);

CREATE TABLE admin_import_pieces (
    id        INTEGER PRIMARY KEY,
    import_id TEXT NOT NULL REFERENCES admin_imports (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    content   BLOB NOT NULL,
    UNIQUE (import_id, number)
);

-- kind: error, unknown, missing, ignored.
CREATE TABLE admin_import_findings (
    import_id  TEXT NOT NULL REFERENCES admin_imports (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    row_number INTEGER NOT NULL,
    field      TEXT NOT NULL,
    code       TEXT NOT NULL,
    message    TEXT NOT NULL,
    PRIMARY KEY (import_id, number)
) WITHOUT ROWID;
