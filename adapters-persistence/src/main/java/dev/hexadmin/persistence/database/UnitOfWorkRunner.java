package dev.hexadmin.persistence.database;

import dev.hexadmin.application.port.UnitOfWork.Work;

/** Runs units of work in transactions. Thread-safe. */
public interface UnitOfWorkRunner extends AutoCloseable {
    /**
     * Runs a unit of work, and then the actions that follow its commit.
     *
     * @param keep false for a dry run, which is rolled back
     */
    <T> T run(Work<T> work, boolean keep);

    /** Rejects new work and finishes the queued work. */
    @Override
    void close();
}
