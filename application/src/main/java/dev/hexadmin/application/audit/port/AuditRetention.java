package dev.hexadmin.application.audit.port;

import java.time.Instant;

/** Deletes expired entries of the audit log; no other operation deletes entries. Thread-safe. */
public interface AuditRetention {
    /**
     * Deletes all older entries, in separate short transactions. Must not be called inside a unit of work.
     *
     * @return number of deleted entries
     */
    long sweep(Instant before);
}
