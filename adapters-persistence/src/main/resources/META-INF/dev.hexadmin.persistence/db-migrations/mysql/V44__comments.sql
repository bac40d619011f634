-- Comments on records. record_id is the key as in a path. A deleted comment with replies stays, without its text. record_deleted_at:
-- since when the record is deleted; the comment is shown to no one, and comes back if the record is restored.
CREATE TABLE admin_comments (
    id                BIGINT AUTO_INCREMENT PRIMARY KEY,
    model             VARCHAR(190) NOT NULL,
    record_id         TEXT         NOT NULL,
    parent_id         BIGINT,
    author_id         BIGINT,
    text              MEDIUMTEXT   NOT NULL,
    created_at        DATETIME(6)  NOT NULL,
    edited_at         DATETIME(6),
    deleted_at        DATETIME(6),
    record_deleted_at DATETIME(6),
    KEY admin_comments_record (model, record_id(190), id),
    KEY admin_comments_parent (parent_id, id),
    KEY admin_comments_author (author_id),
    KEY admin_comments_expiry (record_deleted_at),
    FOREIGN KEY (parent_id) REFERENCES admin_comments (id) ON DELETE CASCADE,
    FOREIGN KEY (author_id) REFERENCES admin_users (id) ON DELETE SET NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
