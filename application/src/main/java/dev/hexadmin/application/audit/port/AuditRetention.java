package dev.hexadmin.application.audit.port;

import java.time.Instant;

/** Deletes expired entries of the audit log; no other operation deletes entries. Thread-safe. */
public interface AuditRetention {
    /**
     * Deletes older entries: all of them in separate short transactions, or only those of whole months at once, where the
     * database has partitions. Must not be called inside a unit of work.
     */
    void sweep(Instant before);
}
