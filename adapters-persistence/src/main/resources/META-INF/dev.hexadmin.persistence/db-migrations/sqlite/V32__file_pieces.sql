-- Files that are uploaded in pieces: admin_files has the number of bytes that have come. A piece is in the file store before
-- it has a row here.
ALTER TABLE admin_files ADD COLUMN received INTEGER;

CREATE TABLE admin_file_pieces (
    file_id    TEXT NOT NULL,
    first_byte INTEGER NOT NULL,
    size       INTEGER NOT NULL,
    part       TEXT NOT NULL,
    PRIMARY KEY (file_id, first_byte)
) WITHOUT ROWID;
