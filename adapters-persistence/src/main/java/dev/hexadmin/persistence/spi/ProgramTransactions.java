package dev.hexadmin.persistence.spi;

import java.sql.Connection;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The transactions of an embedding program on the data source that it shares with Hexadmin, such as those of a framework that
 * binds them to threads. Records and messages that the program changes while one of its transactions runs are committed or
 * rolled back with that transaction, and code that the program registers (hooks, actions, endpoints) runs inside one.
 *
 * <p>Implementations are thread-safe, and concern transactions of the calling thread only. The guide for Spring Boot has one in
 * full.
 */
public interface ProgramTransactions {
    /**
     * The connection of the program's transaction that runs on the calling thread; empty when none runs, or when it has ended
     * and its connection is about to be released. Hexadmin sets savepoints on it. It does not commit it, roll it back as a whole, or close it.
     */
    Optional<Connection> current();

    /**
     * Registers an action that runs on the calling thread when the current transaction has been committed, and does not run
     * after a rollback. When it runs, {@link #current} is empty.
     *
     * @param action throws nothing
     * @throws IllegalStateException when no transaction runs
     */
    void afterCommit(Runnable action);

    /**
     * Runs work in a new transaction on the calling thread, independent of one that may be running: commits when the work returns, rolls
     * back and throws the same exception when it throws. While the work runs, {@link #current} is the connection that it is
     * given.
     */
    void inNew(Consumer<Connection> work);
}
