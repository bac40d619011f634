-- Comments on records. record_id is the key as in a path. A deleted comment with replies stays, without its text. record_deleted_at:
-- since when the record is deleted; the comment is shown to no one, and comes back if the record is restored.
CREATE TABLE admin_comments (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    model             TEXT    NOT NULL,
    record_id         TEXT    NOT NULL,
    parent_id         INTEGER REFERENCES admin_comments (id) ON DELETE CASCADE,
    author_id         INTEGER REFERENCES admin_users (id) ON DELETE SET NULL,
    text              TEXT    NOT NULL,
    created_at        TEXT    NOT NULL,
    edited_at         TEXT,
    deleted_at        TEXT,
    record_deleted_at TEXT
);

CREATE INDEX admin_comments_record ON admin_comments (model, record_id, id);
CREATE INDEX admin_comments_parent ON admin_comments (parent_id, id);
CREATE INDEX admin_comments_author ON admin_comments (author_id);
CREATE INDEX admin_comments_expiry ON admin_comments (record_deleted_at) WHERE record_deleted_at IS NOT NULL;
