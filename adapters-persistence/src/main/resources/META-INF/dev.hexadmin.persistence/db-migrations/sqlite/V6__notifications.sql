-- One row for each user whose list has ever changed.
CREATE TABLE admin_notification_feeds (
    user_id TEXT PRIMARY KEY,
    seq     INTEGER NOT NULL,
    unread  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE admin_notifications (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id     TEXT NOT NULL,
    title       TEXT NOT NULL,
    body        TEXT NOT NULL,
    channels    TEXT NOT NULL,
    data        TEXT,
    delivery_id TEXT NOT NULL,
    is_read     INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
    read_at     TEXT,
    created_at  TEXT NOT NULL
);

CREATE INDEX admin_notifications_by_user ON admin_notifications (user_id, id);
CREATE INDEX admin_notifications_unread ON admin_notifications (user_id, id) WHERE is_read = 0;

-- What happened to each list, for those who follow it. kind: notification, read, read_all.
CREATE TABLE admin_notification_events (
    user_id         TEXT NOT NULL,
    seq             INTEGER NOT NULL,
    kind            TEXT NOT NULL,
    notification_id INTEGER,
    unread          INTEGER NOT NULL,
    created_at      TEXT NOT NULL,
    PRIMARY KEY (user_id, seq)
) WITHOUT ROWID;

CREATE INDEX admin_notification_events_by_time ON admin_notification_events (created_at);

CREATE TABLE admin_notification_preferences (
    id      INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
    UNIQUE (user_id, channel)
);

-- Every recipient and channel, before it is tried and after. due_at: when something is to be done; claimed by moving it.
CREATE TABLE admin_notification_logs (
    id              INTEGER PRIMARY KEY,
    delivery_id     TEXT NOT NULL,
    batch_id        TEXT,
    position        INTEGER NOT NULL,
    user_id         TEXT NOT NULL,
    notification_id INTEGER,
    channel         TEXT NOT NULL,
    recipient       TEXT NOT NULL,
    provider        TEXT,
    status          TEXT NOT NULL,
    attempts        INTEGER NOT NULL,
    due_at          TEXT,
    message_id      TEXT,
    error           TEXT,
    fallback_of     TEXT,
    created_at      TEXT NOT NULL,
    updated_at      TEXT NOT NULL,
    UNIQUE (delivery_id, channel)
);

CREATE INDEX admin_notification_logs_due ON admin_notification_logs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX admin_notification_logs_failed ON admin_notification_logs (id) WHERE status = 'failed';
CREATE INDEX admin_notification_logs_by_batch ON admin_notification_logs (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX admin_notification_logs_by_message ON admin_notification_logs (message_id) WHERE message_id IS NOT NULL;

-- What is said in deliveries that leave this house, and where else it may be said.
CREATE TABLE admin_notification_contents (
    delivery_id   TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL,
    title         TEXT NOT NULL,
    body          TEXT NOT NULL,
    sms_body      TEXT,
    email_subject TEXT,
    email_html    TEXT,
    email         TEXT,
    phone         TEXT,
    channels      TEXT NOT NULL,
    fallbacks     TEXT NOT NULL,
    data          TEXT
) WITHOUT ROWID;

CREATE INDEX admin_notification_contents_by_user ON admin_notification_contents (user_id);
