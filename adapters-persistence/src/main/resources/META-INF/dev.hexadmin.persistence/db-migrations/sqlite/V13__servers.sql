-- The server that works on this database.
CREATE TABLE admin_servers (
    id           TEXT PRIMARY KEY,
    started_at   TEXT NOT NULL,
    heartbeat_at TEXT NOT NULL
) WITHOUT ROWID;

-- The server that has claimed a row and has not called the row's provider yet; null as soon as it does.
ALTER TABLE admin_notification_logs ADD COLUMN claimed_by TEXT;

CREATE INDEX admin_notification_logs_claimed ON admin_notification_logs (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX admin_notification_logs_due_by_channel ON admin_notification_logs (channel, due_at) WHERE due_at IS NOT NULL;
DROP INDEX admin_notification_logs_due;
