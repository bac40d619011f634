package dev.hexadmin.application.port;

import java.time.Duration;
import java.util.UUID;

/**
 * The servers that work on the database, each with the time of its last heartbeat by the database's clock. Thread-safe;
 * only legal inside a unit of work.
 */
public interface ServerRegistry {
    /** Stores the server's heartbeat; adds the server if necessary. */
    void beat(UUID server);

    /**
     * Removes servers whose last heartbeat is older than {@code silence}; when only one process can open the database,
     * every server except this one. Pages that were cached before count as outdated then, on every server.
     *
     * @return number of removed servers
     */
    int expire(UUID server, Duration silence);

    /** Removes the server. */
    void leave(UUID server);
}
