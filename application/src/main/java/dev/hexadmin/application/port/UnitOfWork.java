package dev.hexadmin.application.port;

/**
 * One transaction: all writes inside are committed together or not at all. Thread-safe.
 *
 * <p>Work may run on another thread than the caller's, so it takes what it needs as captured values. It runs at most
 * once to completion, may hold the only writer of an embedded database, and so must not block: no network, no password
 * hashing. Reads inside see the work's own writes.
 */
public interface UnitOfWork {
    /**
     * Runs {@code work} and commits; when it throws, everything is rolled back and the exception is rethrown. Returns
     * after the commit is durable and the {@link Scope#afterCommit} actions have run. Inside another unit of work it
     * joins that one.
     */
    <T> T write(Work<T> work);

    /** Runs {@code work} and then rolls back: returns the result of a real run. */
    <T> T rehearse(Work<T> work);

    /** {@link #rehearse} in a dry run, else {@link #write(Work)}. */
    default <T> T write(boolean dryRun, Work<T> work) {
        return dryRun ? rehearse(work) : write(work);
    }

    /**
     * Runs a part of the running unit of work that may fail separately: when it throws, its writes are rolled back, its
     * after-commit actions are discarded, and the rest of the unit of work can continue.
     *
     * @throws IllegalStateException outside a unit of work
     */
    <T> T attempt(Work<T> part);

    /**
     * Whether a running unit of work blocks all other writes, as on SQLite. Then long jobs are split into several short
     * ones, see {@link dev.hexadmin.application.BatchSize}.
     */
    default boolean exclusive() {
        return false;
    }

    /** Whether this is called inside a unit of work, where reads see uncommitted data. */
    boolean running();

    /**
     * The code that runs inside a transaction.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    interface Work<T> {
        T run(Scope scope);
    }

    /** The running transaction. */
    interface Scope {
        /**
         * Runs {@code action} after the commit, on the caller's thread; never after a rollback. An exception is logged
         * and does not affect the commit or the other actions.
         */
        void afterCommit(Runnable action);
    }
}
