package dev.hexadmin.application.caching.port;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The page cache of all servers. Thread-safe; when the store is unavailable no method throws or takes longer than a
 * tenth of a second.
 *
 * <p>Each table has a generation number, which is incremented by every change of the table. A page is stored with the
 * generations that were read <em>before</em> it was rendered, and is found only while they are current: a page that was
 * rendered before a change is never found after it.
 */
public interface PageStore {
    /** Whether the store is available, as far as is known without asking it. */
    boolean available();

    /** Looks for a page. */
    Lookup find(String page);

    /**
     * Stores a page, unless one of its tables has changed since.
     *
     * @param tables the tables that it shows
     * @param seen the generations that {@link #find} returned before the page was rendered
     * @param ttl zero: no expiry
     */
    void store(String page, byte[] content, Set<String> tables, Generations seen, Duration ttl);

    /**
     * Evicts all pages that show one of these tables; later calls do not find them.
     *
     * @return false when the store is unavailable and this is not certain
     */
    boolean changed(Set<String> tables);

    /**
     * Evicts all pages.
     *
     * @return false when this is not certain
     */
    boolean dropAll();

    /** Whether a server that used this store has died since the last call, perhaps during a change. */
    boolean lostAServer();

    /** The result of a lookup. */
    sealed interface Lookup {
        /** The store is unavailable. */
        record Away() implements Lookup {}

        /** The page was found. */
        record Found(byte[] content) implements Lookup {}

        /** The page was not found. */
        record Missing(Generations now) implements Lookup {}
    }

    /**
     * The generations of the tables at one moment.
     *
     * @param era identifies the numbering: generations of another era are not comparable
     * @param changes tables that were never changed have no entry
     */
    record Generations(String era, Map<String, String> changes) {
        public Generations {
            changes = Map.copyOf(changes);
        }
    }
}
