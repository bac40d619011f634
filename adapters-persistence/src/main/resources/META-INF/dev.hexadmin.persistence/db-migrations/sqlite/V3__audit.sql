CREATE TABLE admin_audit_log (
    id         INTEGER PRIMARY KEY,
    at         TEXT NOT NULL,
    user_id    INTEGER,
    actor      TEXT NOT NULL,
    address    TEXT NOT NULL,
    request_id TEXT NOT NULL,
    event      TEXT NOT NULL,
    model      TEXT NOT NULL,
    record_id  TEXT NOT NULL,
    changes    TEXT NOT NULL
);

CREATE INDEX admin_audit_log_by_record ON admin_audit_log (model, record_id, id);
CREATE INDEX admin_audit_log_by_user ON admin_audit_log (user_id, id);
CREATE INDEX admin_audit_log_by_time ON admin_audit_log (at);

-- Has a row only inside the transaction of a retention sweep: what is older may be deleted by it.
CREATE TABLE admin_audit_sweep (before TEXT NOT NULL);

CREATE TRIGGER admin_audit_log_no_update BEFORE UPDATE ON admin_audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER admin_audit_log_no_delete BEFORE DELETE ON admin_audit_log
WHEN NOT EXISTS (SELECT 1 FROM admin_audit_sweep WHERE OLD.at < before)
BEGIN
    SELECT RAISE(ABORT, 'the audit log is append-only');
END;
