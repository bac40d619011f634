package dev.hexadmin.application.caching.port;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Which tables statements read and write. Thread-safe. Tables are named in lower case. */
public interface TableUse {
    /**
     * From now on watches these tables. Called once, before anything is served.
     *
     * @param watched by table, the tables whose rows may change along when its rows are deleted
     * @param written told of the watched tables of each unit of work, after its commit and before its writer goes on, or
     *     when it is not known whether it was committed; tables that were not changed after all may be among them
     */
    void watch(Map<String, Set<String>> watched, Consumer<Set<String>> written);

    /** Runs {@code work} on this thread, and tells which watched tables its statements have read. */
    <T> Reading<T> reading(Supplier<T> work);

    /**
     * What was read.
     *
     * @param tables a table that is merely named in a statement may be among them
     */
    record Reading<T>(T result, Set<String> tables) {}
}
