package dev.hexadmin.application.caching.port;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Where pages are kept, for all servers together. Thread-safe; no method throws or takes longer than a tenth of a second
 * when the place is away.
 *
 * <p>Each table has a generation, which grows whenever the table is changed. A page is stored with the generations that
 * were told <em>before</em> it was made, and is only found as long as they are those of its tables: what was made before
 * a change is never found after it.
 */
public interface PageStore {
    /** Looks for a page. */
    Lookup find(String page);

    /**
     * Stores a page, unless one of its tables has been changed since.
     *
     * @param tables that it shows
     * @param seen what {@link #find} has told before the page was made
     * @param ttl zero: for good
     */
    void store(String page, byte[] content, Set<String> tables, Generations seen, Duration ttl);

    /**
     * Ends everything that shows one of these tables; whoever looks afterwards does not find it.
     *
     * @return whether that is certain: not when the place is away
     */
    boolean changed(Set<String> tables);

    /**
     * Ends everything.
     *
     * @return whether that is certain
     */
    boolean dropAll();

    /** Whether a server that used this place has gone since this was asked last, perhaps in the middle of a change. */
    boolean lostAServer();

    /** What came of looking. */
    sealed interface Lookup {
        /** The place is away. */
        record Away() implements Lookup {}

        /** It is there. */
        record Found(byte[] content) implements Lookup {}

        /** It is not there, or not any more. */
        record Missing(Generations now) implements Lookup {}
    }

    /**
     * How often each table was changed, as of one moment.
     *
     * @param era what the numbers count in: those of another era say nothing
     * @param changes tables that were not changed have no entry
     */
    record Generations(String era, Map<String, String> changes) {
        public Generations {
            changes = Map.copyOf(changes);
        }
    }
}
