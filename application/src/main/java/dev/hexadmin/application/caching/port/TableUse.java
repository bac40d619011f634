package dev.hexadmin.application.caching.port;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Records which tables statements read and write. Thread-safe. Table names are in lower case. */
public interface TableUse {
    /**
     * Starts watching these tables. Called once, before requests are served.
     *
     * @param watched by table, the tables whose rows may change along when its rows are deleted
     * @param written called with the watched tables of each unit of work, after its commit and before the writer
     *     continues, or when the outcome of the commit is unknown; it may contain tables that were not changed after
     *     all
     */
    void watch(Map<String, Set<String>> watched, Consumer<Set<String>> written);

    /** Runs {@code work} on this thread, and returns the watched tables that its statements have read. */
    <T> Reading<T> reading(Supplier<T> work);

    /**
     * The result of the work and the tables.
     *
     * @param tables may contain tables that a statement names without reading them
     */
    record Reading<T>(T result, Set<String> tables) {}
}
