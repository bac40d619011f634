package dev.hexadmin.persistence.database;

import dev.hexadmin.application.port.UnitOfWork.Work;

/** Carries out units of work in transactions. Thread-safe. */
public interface UnitOfWorkRunner extends AutoCloseable {
    /**
     * Carries out one, and what is to follow its commit.
     *
     * @param keep false for a rehearsal, which is rolled back
     */
    <T> T run(Work<T> work, boolean keep);

    /** Refuses new work and finishes what is waiting. */
    @Override
    void close();
}
