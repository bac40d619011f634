-- changes is text, not JSON: kept as written
CREATE TABLE admin_audit_log (
    id         BIGINT AUTO_INCREMENT PRIMARY KEY,
    at         DATETIME(6) NOT NULL,
    user_id    BIGINT,
    actor      TEXT NOT NULL,
    address    TEXT NOT NULL,
    request_id TEXT NOT NULL,
    event      VARCHAR(190) NOT NULL,
    model      VARCHAR(190) NOT NULL,
    record_id  TEXT NOT NULL,
    changes    LONGTEXT NOT NULL,
    KEY admin_audit_log_by_record (model, record_id(190), id),
    KEY admin_audit_log_by_user (user_id, id),
    KEY admin_audit_log_by_time (at),
    KEY admin_audit_log_by_model (model, id),
    KEY admin_audit_log_by_event (event, id)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Has a row only inside the transaction of a retention sweep: what is older may be deleted by it.
CREATE TABLE admin_audit_sweep (`before` DATETIME(6) NOT NULL) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TRIGGER admin_audit_log_no_update BEFORE UPDATE ON admin_audit_log
    FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the audit log is append-only';

CREATE TRIGGER admin_audit_log_no_delete BEFORE DELETE ON admin_audit_log
    FOR EACH ROW
BEGIN
    IF NOT EXISTS (SELECT 1 FROM admin_audit_sweep WHERE OLD.at < `before`) THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the audit log is append-only';
    END IF;
END;
