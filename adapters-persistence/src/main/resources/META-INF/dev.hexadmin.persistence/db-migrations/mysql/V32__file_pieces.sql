-- Files that are uploaded in pieces: admin_files has the number of bytes that have come. A piece is in the file store before
-- it has a row here.
ALTER TABLE admin_files ADD COLUMN received BIGINT;

CREATE TABLE admin_file_pieces (
    file_id    VARCHAR(100) NOT NULL,
    first_byte BIGINT NOT NULL,
    size       BIGINT NOT NULL,
    part       TEXT NOT NULL,
    PRIMARY KEY (file_id, first_byte)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
