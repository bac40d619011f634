-- Comments on records. record_id is the key as in a path. A deleted comment with replies stays, without its text. record_deleted_at:
-- since when the record is deleted; the comment is shown to no one, and comes back if the record is restored.
CREATE TABLE admin_comments (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model             text        NOT NULL,
    record_id         text        NOT NULL,
    parent_id         bigint      REFERENCES admin_comments (id) ON DELETE CASCADE,
    author_id         bigint      REFERENCES admin_users (id) ON DELETE SET NULL,
    text              text        NOT NULL,
    created_at        timestamptz NOT NULL,
    edited_at         timestamptz,
    deleted_at        timestamptz,
    record_deleted_at timestamptz
);

CREATE INDEX admin_comments_record ON admin_comments (model, record_id, id);
CREATE INDEX admin_comments_parent ON admin_comments (parent_id, id);
CREATE INDEX admin_comments_author ON admin_comments (author_id);
CREATE INDEX admin_comments_expiry ON admin_comments (record_deleted_at) WHERE record_deleted_at IS NOT NULL;
