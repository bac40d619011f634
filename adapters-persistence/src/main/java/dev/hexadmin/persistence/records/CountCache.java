package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the numbers of records that lists have counted. Equal counts that are needed at the same time run once.
 * Thread-safe.
 *
 * <p>A number is kept until a unit of work of this process writes to one of its tables, and for one second at most, since
 * other servers and programs may write, too. Where the database identifies what a statement sees, it is kept for one
 * more second whenever nothing has been written to the database.
 *
 * <p>A unit of work sees its own writes, a page that is rendered for the page cache may be kept for longer, and a replica, whose
 * connections only read, may be behind: their numbers are always counted.
 */
final class CountCache {
    private static final long LIFETIME = Duration.ofSeconds(1).toNanos();
    private static final int MAX_ENTRIES = 1_000;

    private final Database database;
    private final LongSupplier clock;
    private final Optional<String> snapshot;
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
     * A number that was counted.
     *
     * @param snapshot what the statement saw; empty when the database does not identify it
     */
    private record Counted(long records, String snapshot) {}

    /**
     * A number that is known or being counted.
     *
     * @param tables those that its statement names
     * @param changes of these tables before it was counted
     * @param since when it was known to be right, in nanoseconds
     */
    private record Entry(Set<String> tables, long changes, long since, CompletableFuture<Counted> counted) {}

    /** @param clock in nanoseconds */
    CountCache(Database database, ModelRegistry models, LongSupplier clock) {
        this.database = database;
        this.clock = clock;
        this.snapshot = database.kind().dialect().snapshot();
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

    private boolean isUnchanged(Entry entry) {
        return entry.changes() == changes(entry.tables());
    }

    /**
     * The number of records.
     *
     * @param counting makes the statement when it has to be run
     */
    long of(Session session, Key key, Counting counting) throws SQLException {
        if (database.running() || database.isRecording() || session.connection().isReadOnly()) {
            return RecordCount.number(session, counting.statement());
        }
        while (true) {
            @Nullable Entry known = entries.get(key);
            long now = clock.getAsLong();
            if (known != null && isUnchanged(known) && now - known.since() < LIFETIME) {
                return await(session, known, counting);
            }
            SqlBuilder statement = counting.statement();
            Set<String> tables = database.named(statement.toString());
            Entry own = new Entry(tables, changes(tables), now, new CompletableFuture<>());
            boolean first = known == null ? entries.putIfAbsent(key, own) == null : entries.replace(key, known, own);
            if (first) {
                return count(session, key, statement, known, own);
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

    private long count(Session session, Key key, SqlBuilder statement, @Nullable Entry known, Entry own)
            throws SQLException {
        try {
            Counted counted = confirmed(session, known, own).orElse(null);
            if (counted == null) {
                counted = counted(session, statement);
            }
            own.counted().complete(counted);
            return counted.records();
        } catch (SQLException | RuntimeException | Error e) {
            entries.remove(key, own);
            own.counted().completeExceptionally(e);
            throw e;
        } finally {
            dropOutdated();
        }
    }

    /** What was known, if nothing has been written to the database since. */
    private Optional<Counted> confirmed(Session session, @Nullable Entry known, Entry own) throws SQLException {
        if (snapshot.isEmpty()
                || known == null
                || known.changes() != own.changes()
                || known.counted().state() != Future.State.SUCCESS) {
            return Optional.empty();
        }
        Counted before = known.counted().resultNow();
        try (Session.Prepared prepared = session.prepare("SELECT " + snapshot.get());
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            return row.getString(1).equals(before.snapshot()) ? Optional.of(before) : Optional.empty();
        }
    }

    private Counted counted(Session session, SqlBuilder statement) throws SQLException {
        if (snapshot.isEmpty()) {
            return new Counted(RecordCount.number(session, statement), "");
        }
        String sql = "SELECT (" + statement + "), " + snapshot.get();
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = statement.bound(prepared.statement()).executeQuery()) {
            row.next();
            return new Counted(row.getLong(1), row.getString(2));
        }
    }

    private void dropOutdated() {
        if (entries.size() > MAX_ENTRIES) {
            long now = clock.getAsLong();
            entries.values().removeIf(entry -> !isUnchanged(entry) || now - entry.since() >= LIFETIME);
        }
        if (entries.size() > MAX_ENTRIES) {
            entries.clear();
        }
    }
}
