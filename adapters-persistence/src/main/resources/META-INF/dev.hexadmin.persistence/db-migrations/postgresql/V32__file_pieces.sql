-- Files that are uploaded in pieces: admin_files has the number of bytes that have come. A piece is in the file store before
-- it has a row here.
ALTER TABLE admin_files ADD COLUMN received bigint;

CREATE TABLE admin_file_pieces (
    file_id    text NOT NULL,
    first_byte bigint NOT NULL,
    size       bigint NOT NULL,
    part       text NOT NULL,
    PRIMARY KEY (file_id, first_byte)
);
