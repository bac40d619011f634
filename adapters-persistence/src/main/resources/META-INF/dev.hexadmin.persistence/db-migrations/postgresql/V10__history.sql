-- The audit log by model and by event, newest first
CREATE INDEX admin_audit_log_by_model ON admin_audit_log (model, id);
CREATE INDEX admin_audit_log_by_event ON admin_audit_log (event, id);
