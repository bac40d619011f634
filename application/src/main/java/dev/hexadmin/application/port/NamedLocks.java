package dev.hexadmin.application.port;

/** Locks by name, which transactions of all servers on one database share. Thread-safe. */
public interface NamedLocks {
    /**
     * Waits until no other transaction holds the lock of this name, and holds it until the running unit of work ends. A
     * unit of work may take a lock that it holds already. Statements after it see what the transactions that held the lock
     * have committed.
     *
     * @throws IllegalStateException outside a unit of work
     * @throws dev.hexadmin.application.ServiceUnavailableException {@code DATABASE_LOCKED} when waiting for it would never end, because two
     *     transactions wait for each other
     */
    void lock(String name);
}
