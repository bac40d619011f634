-- Files of records on their way in. touched_at: the last sign of life; claim: whoever moved it last.
CREATE TABLE admin_imports (
    id         text PRIMARY KEY,
    user_id    bigint NOT NULL,
    model      text NOT NULL,
    file_name  text NOT NULL,
    format     text NOT NULL,
    bytes      bigint NOT NULL,
    state      text NOT NULL,
    mode       text,
    claim      text,
    percent    integer NOT NULL,
    row_count  bigint NOT NULL,
    total      bigint,
    created    bigint NOT NULL,
    updated    bigint NOT NULL,
    unchanged  bigint NOT NULL,
    errors     bigint NOT NULL,
    failure    text,
    created_at timestamptz NOT NULL,
    touched_at timestamptz NOT NULL
);

CREATE INDEX admin_imports_by_user ON admin_imports (user_id, created_at);
CREATE INDEX admin_imports_by_time ON admin_imports (touched_at);

CREATE TABLE admin_import_pieces (
    import_id text NOT NULL REFERENCES admin_imports (id) ON DELETE CASCADE,
    number    integer NOT NULL,
    content   bytea NOT NULL,
    PRIMARY KEY (import_id, number)
);

-- files are often compressed already
ALTER TABLE admin_import_pieces ALTER COLUMN content SET STORAGE EXTERNAL;

-- kind: error, unknown, missing, ignored.
CREATE TABLE admin_import_findings (
    import_id  text NOT NULL REFERENCES admin_imports (id) ON DELETE CASCADE,
    number     integer NOT NULL,
    kind       text NOT NULL,
    row_number bigint NOT NULL,
    field      text NOT NULL,
    code       text NOT NULL,
    message    text NOT NULL,
    PRIMARY KEY (import_id, number)
);
