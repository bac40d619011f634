package dev.hexadmin.application.port;

/**
 * One transaction: everything written inside is kept together or not at all. Thread-safe.
 *
 * <p>Work may run on another thread than the caller's, so it takes what it needs as captured values. It runs at most
 * once to completion, may hold the only writer of an embedded database, and so does nothing that waits: no network, no
 * password hashing. Reads inside see the work's own writes.
 */
public interface UnitOfWork {
    /**
     * Runs {@code work} and commits; when it throws, nothing is kept and the exception comes out here. Returns after the
     * commit is durable and the {@link Scope#afterCommit} actions have run. Inside another work it joins that one.
     */
    <T> T write(Work<T> work);

    /** Runs {@code work} in the same way and then rolls back: the result is what would have been. */
    <T> T rehearse(Work<T> work);

    /**
     * Runs a part of the running work that may fail alone: when it throws, what it wrote is undone, what it wanted after
     * the commit is forgotten, and the rest of the work can go on.
     *
     * @throws IllegalStateException outside a work
     */
    <T> T attempt(Work<T> part);

    /**
     * Whether a running work keeps every other write waiting, as on SQLite. Then long work is done in several short ones,
     * see {@link dev.hexadmin.application.BatchSize}.
     */
    default boolean exclusive() {
        return false;
    }

    /** Whether this is called from inside a work, where reads see what is not committed and may never be. */
    boolean running();

    /**
     * What runs inside a transaction.
     *
     * @param <T> what it gives back
     */
    @FunctionalInterface
    interface Work<T> {
        T run(Scope scope);
    }

    /** The running transaction. */
    interface Scope {
        /**
         * Runs {@code action} after the commit, on the caller's thread; never when the work is rolled back. When it
         * throws, that is logged: the work is kept all the same, and the other actions run.
         */
        void afterCommit(Runnable action);
    }
}
