package dev.hexadmin.application.audit.port;

import dev.hexadmin.domain.audit.AuditEntry;

/** The append-only audit log. */
public interface AuditTrail {
    /** Adds an entry to the running unit of work: it is committed together with the change. */
    void append(AuditEntry entry);
}
