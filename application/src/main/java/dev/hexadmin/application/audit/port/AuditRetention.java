package dev.hexadmin.application.audit.port;

import java.time.Instant;

/** The only way out of the audit log: entries whose time is over. Thread-safe. */
public interface AuditRetention {
    /**
     * Removes all entries made before a moment, in transactions of its own that are small enough not to keep others
     * waiting. Not to be called inside a unit of work.
     *
     * @return how many went
     */
    long sweep(Instant before);
}
