package dev.hexadmin.application.port;

import java.time.Duration;
import java.util.UUID;

/**
 * The servers that work on the database, each with the time of its last heartbeat by the database's clock. Thread-safe;
 * only legal inside a unit of work.
 */
public interface ServerRegistry {
    /** Notes that the server is alive; adds it when it is not there. */
    void beat(UUID server);

    /**
     * Removes servers whose last heartbeat is longer ago than {@code silence}; where only one process can have the
     * database open, every server but this one.
     *
     * @return how many there were
     */
    int expire(UUID server, Duration silence);

    /** Removes the server. */
    void leave(UUID server);
}
