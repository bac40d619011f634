package dev.hexadmin.application.transfer;

/** Periodic maintenance, and the shutdown. Thread-safe. */
public interface TransferMaintenance extends AutoCloseable {
    /**
     * Deletes expired files, a bounded number of them.
     *
     * @return number of deleted files
     */
    int sweep();

    /** Aborts running steps, rolls them back, and returns when they have ended. */
    @Override
    void close();
}
