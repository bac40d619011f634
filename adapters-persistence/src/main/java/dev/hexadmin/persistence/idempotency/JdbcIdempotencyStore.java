package dev.hexadmin.persistence.idempotency;

import dev.hexadmin.application.idempotency.ReplayingRequests.Answer;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The table {@code admin_idempotency_keys}. A key is held by a lock of the transaction where several servers may work
 * on the database. Where a lock is missed, the primary key still lets only one
 * answer in.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore {
    private static final int SWEPT = 1_000;
    private static final int HEX_OF_LONG = 16;

    private final Database database;

    public JdbcIdempotencyStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Entry> find(String caller, String key, Instant oldest) {
        return database.query(execute -> execute.get(
                        "SELECT fingerprint, answered_at, status, headers, body FROM admin_idempotency_keys"
                                + " WHERE caller = ? AND name = ? AND answered_at >= ?",
                        caller,
                        key,
                        database.parameter(oldest))
                .map(JdbcIdempotencyStore::entry));
    }

    @Override
    public boolean hold(String caller, String key) {
        return database.change(session -> database.kind().sql().tryLock(session, lock(key)));
    }

    /** A key's name is a MAC in hexadecimal digits, over its caller too. */
    private static long lock(String key) {
        return Long.parseUnsignedLong(key.substring(0, HEX_OF_LONG), 16);
    }

    @Override
    public boolean keep(String caller, String key, Entry entry, Instant oldest) {
        return database.execute(execute -> execute.insert(
                        "INSERT INTO admin_idempotency_keys (caller, name, fingerprint, answered_at, status, headers, body)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?)"
                                + database.kind()
                                        .sql()
                                        .orUpdate(
                                                "caller, name",
                                                "fingerprint",
                                                "answered_at",
                                                "status",
                                                "headers",
                                                "body")
                                + " WHERE admin_idempotency_keys.answered_at < ?",
                        caller,
                        key,
                        entry.fingerprint(),
                        database.parameter(entry.answeredAt()),
                        entry.answer().status(),
                        lines(entry.answer().headers()),
                        entry.answer().body(),
                        database.parameter(oldest))
                > 0);
    }

    @Override
    public void replace(String caller, String key, Answer answer) {
        database.write(scope -> database.execute(execute -> execute.update(
                "UPDATE admin_idempotency_keys SET status = ?, headers = ?, body = ? WHERE caller = ? AND name = ?",
                answer.status(),
                lines(answer.headers()),
                answer.body(),
                caller,
                key)));
    }

    @Override
    public void sweep(String caller, Instant oldest, int most) {
        Object limit = database.parameter(oldest);
        String some = " LIMIT ?" + database.kind().sql().forUpdate()
                + database.kind().sql().skipLocked() + ")";
        long before = count(caller);
        database.write(scope -> database.execute(execute -> {
            long swept = execute.delete(
                    "DELETE FROM admin_idempotency_keys WHERE (caller, name) IN (SELECT caller, name"
                            + " FROM admin_idempotency_keys WHERE answered_at < ? ORDER BY answered_at" + some,
                    limit,
                    SWEPT);
            return before <= most
                    ? swept
                    : execute.delete(
                            "DELETE FROM admin_idempotency_keys WHERE (caller, name) IN (SELECT caller, name"
                                    + " FROM admin_idempotency_keys WHERE caller = ? ORDER BY answered_at" + some,
                            caller,
                            before - most);
        }));
    }

    private long count(String caller) {
        return database.query(
                execute -> execute.get("SELECT count(*) AS c FROM admin_idempotency_keys WHERE caller = ?", caller)
                        .map(row -> Columns.whole(row, "c"))
                        .orElseThrow());
    }

    private static Entry entry(DbRow row) {
        return new Entry(
                Columns.text(row, "fingerprint"),
                Columns.instant(row, "answered_at"),
                new Answer(
                        (int) Columns.whole(row, "status"),
                        headers(Columns.text(row, "headers")),
                        row.column("body").get(byte[].class)));
    }

    private static String lines(Map<String, String> headers) {
        StringBuilder lines = new StringBuilder();
        headers.forEach(
                (name, value) -> lines.append(name).append(':').append(value).append('\n'));
        return lines.toString();
    }

    private static Map<String, String> headers(String lines) {
        Map<String, String> headers = new LinkedHashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1));
        });
        return headers;
    }
}
