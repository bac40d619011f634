package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the numbers of records that lists have counted. Equal counts that are needed at the same time run once.
 * Thread-safe.
 *
 * <p>A number is kept until a unit of work of this process writes to one of its tables, and for one second at most, since
 * other servers and programs may write, too.
 *
 * <p>A unit of work sees its own writes, a page that is rendered for the page cache may be kept for longer, and a replica
 * may be behind: their numbers are always counted.
 */
final class CountCache {
    private static final long LIFETIME = Duration.ofSeconds(1).toNanos();
    private static final int MAX_ENTRIES = 1_000;

    private final Database database;
    private final LongSupplier clock;
    private final Map<String, Long> changes = new ConcurrentHashMap<>();
    private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

    /** Identifies a count. */
    record Key(Model model, Condition condition, CountMode mode) {}

    /** A statement that returns one number. */
    @FunctionalInterface
    interface Counting {
        SqlBuilder statement() throws SQLException;
    }

    /**
     * A number.
     *
     * @param at when it was counted, in nanoseconds
     */
    private record Counted(long records, long at) {}

    /**
     * A number that is known or being counted.
     *
     * @param tables those that its statement names
     * @param changes of these tables before it was counted
     */
    private record Entry(Set<String> tables, long changes, CompletableFuture<Counted> counted) {}

    /** @param clock in nanoseconds */
    CountCache(Database database, ModelRegistry models, LongSupplier clock) {
        this.database = database;
        this.clock = clock;
        database.watch(models, this::written);
    }

    private void written(Set<String> tables) {
        tables.forEach(table -> changes.merge(table, 1L, Long::sum));
    }

    private long changes(Set<String> tables) {
        long sum = 0;
        for (String table : tables) {
            sum += changes.getOrDefault(table, 0L);
        }
        return sum;
    }

    private boolean isCurrent(Entry entry) {
        return entry.changes() == changes(entry.tables())
                && switch (entry.counted().state()) {
                    case RUNNING -> true;
                    case SUCCESS ->
                        clock.getAsLong() - entry.counted().resultNow().at() < LIFETIME;
                    case FAILED, CANCELLED -> false;
                };
    }

    /**
     * The number of records.
     *
     * @param counting makes the statement when it has to be run
     */
    long of(Session session, Key key, Counting counting) throws SQLException {
        if (database.running() || database.isRecording() || session.isOnReplica()) {
            return RecordCount.number(session, counting.statement());
        }
        while (true) {
            @Nullable Entry known = entries.get(key);
            if (known != null && isCurrent(known)) {
                return await(session, known, counting);
            }
            SqlBuilder statement = counting.statement();
            Set<String> tables = database.named(statement.toString());
            Entry own = new Entry(tables, changes(tables), new CompletableFuture<>());
            boolean first = known == null ? entries.putIfAbsent(key, own) == null : entries.replace(key, known, own);
            if (first) {
                return count(session, statement, own);
            }
        }
    }

    /** The number that this or another thread has counted; when that fails, this thread counts. */
    private static long await(Session session, Entry entry, Counting counting) throws SQLException {
        try {
            return entry.counted().get().records();
        } catch (ExecutionException e) {
            return RecordCount.number(session, counting.statement());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RecordCount.number(session, counting.statement());
        }
    }

    private long count(Session session, SqlBuilder statement, Entry own) throws SQLException {
        try {
            long records = RecordCount.number(session, statement);
            own.counted().complete(new Counted(records, clock.getAsLong()));
            return records;
        } catch (SQLException | RuntimeException | Error e) {
            own.counted().completeExceptionally(e);
            throw e;
        } finally {
            dropOutdated();
        }
    }

    private void dropOutdated() {
        if (entries.size() > MAX_ENTRIES) {
            entries.values().removeIf(entry -> !isCurrent(entry));
        }
        if (entries.size() > MAX_ENTRIES) {
            entries.clear();
        }
    }
}
