package dev.hexadmin.application.transfer;

/** Work that is due from time to time, and at the end. Thread-safe. */
public interface TransferMaintenance extends AutoCloseable {
    /**
     * Deletes files whose hour is over, a bounded number of them.
     *
     * @return how many went
     */
    int sweep();

    /** Ends what is going on, keeping nothing of it, and returns when it has ended. */
    @Override
    void close();
}
