package dev.hexadmin.application.caching.port;

import dev.hexadmin.domain.models.ModelRegistry;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Records which tables statements read and write. Thread-safe. Table names are in lower case. */
public interface TableUse {
    /**
     * Starts watching the tables of these models, beside those that are watched already. Called before requests are
     * served.
     *
     * @param written called with the watched tables of each unit of work, after its commit and before the writer
     *     continues, or when the outcome of the commit is unknown; it may contain tables that were not changed after
     *     all
     */
    void watch(ModelRegistry models, Consumer<Set<String>> written);

    /** Runs {@code work} on this thread, and returns the watched tables that its statements have read. */
    <T> Reading<T> reading(Supplier<T> work);

    /**
     * The result of the work and the tables.
     *
     * @param tables may contain tables that a statement names without reading them
     */
    record Reading<T>(T result, Set<String> tables) {}
}
