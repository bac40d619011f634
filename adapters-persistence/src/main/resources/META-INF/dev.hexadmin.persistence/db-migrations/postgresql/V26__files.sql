-- Uploaded files. Their content is in the file store, under the id. A row is written before its content and deleted after
-- it, so that no content is without a row. unused_since is null while a record names the file.
CREATE TABLE admin_files (
    id           text        NOT NULL PRIMARY KEY,
    state        text        NOT NULL,
    owner_id     bigint,
    model        text        NOT NULL,
    field        text        NOT NULL,
    name         text        NOT NULL,
    size         bigint      NOT NULL,
    content_type text        NOT NULL,
    sha256       text        NOT NULL,
    width        integer,
    height       integer,
    created_at   timestamptz NOT NULL,
    unused_since timestamptz
);

CREATE INDEX admin_files_unused ON admin_files (unused_since) WHERE unused_since IS NOT NULL;
