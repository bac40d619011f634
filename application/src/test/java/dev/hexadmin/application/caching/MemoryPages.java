package dev.hexadmin.application.caching;

import dev.hexadmin.application.caching.port.PageStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A store that two servers share and that can be away. */
final class MemoryPages implements PageStore {
    private record Stored(byte[] content, Set<String> tables, Generations seen) {}

    private final Map<String, Stored> pages = new HashMap<>();
    private final Map<String, Long> changes = new HashMap<>();
    private long era = 1;
    private boolean away;
    private boolean lost;

    synchronized void setAway(boolean away) {
        this.away = away;
    }

    synchronized void loseAServer() {
        lost = true;
    }

    synchronized int size() {
        return pages.size();
    }

    private Generations now() {
        Map<String, String> told = new HashMap<>();
        changes.forEach((table, count) -> told.put(table, Long.toString(count)));
        return new Generations(Long.toString(era), told);
    }

    private boolean holds(Set<String> tables, Generations seen) {
        Generations now = now();
        return now.era().equals(seen.era())
                && tables.stream()
                        .allMatch(table -> now.changes()
                                .getOrDefault(table, "0")
                                .equals(seen.changes().getOrDefault(table, "0")));
    }

    @Override
    public synchronized boolean available() {
        return !away;
    }

    @Override
    public synchronized Lookup find(String page) {
        if (away) {
            return new Lookup.Away();
        }
        Stored stored = pages.get(page);
        return stored != null && holds(stored.tables(), stored.seen())
                ? new Lookup.Found(stored.content())
                : new Lookup.Missing(now());
    }

    @Override
    public synchronized void store(String page, byte[] content, Set<String> tables, Generations seen, Duration ttl) {
        if (!away && holds(tables, seen)) {
            pages.put(page, new Stored(content, tables, seen));
        }
    }

    @Override
    public synchronized boolean changed(Set<String> tables) {
        if (!away) {
            tables.forEach(table -> changes.merge(table, 1L, Long::sum));
        }
        return !away;
    }

    @Override
    public synchronized boolean dropAll() {
        if (!away) {
            era++;
        }
        return !away;
    }

    @Override
    public synchronized boolean lostAServer() {
        boolean was = lost;
        lost = false;
        return was;
    }
}
