-- The audit log by model and by event, newest first: the id is the last column of every index
CREATE INDEX admin_audit_log_by_model ON admin_audit_log (model);
CREATE INDEX admin_audit_log_by_event ON admin_audit_log (event);
