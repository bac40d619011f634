package dev.hexadmin.persistence.idempotency;

import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.Optional;

/**
 * The table {@code admin_idempotency_keys}. Where several servers may share the database, a transaction locks its key.
 * If a lock is missed, the primary key still allows only one response to be stored.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore {
    private static final String TABLE = "admin_idempotency_keys";
    private static final int SWEPT = 1_000;
    private static final int HEX_OF_LONG = 16;

    private final Database database;

    public JdbcIdempotencyStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<StoredResponse> find(String caller, String key, Instant oldest) {
        return database.query(execute -> execute.get(
                        "SELECT fingerprint, answered_at, response FROM admin_idempotency_keys"
                                + " WHERE caller = ? AND name = ? AND answered_at >= ?",
                        caller,
                        key,
                        database.parameter(oldest))
                .map(JdbcIdempotencyStore::stored));
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
    public boolean store(String caller, String key, StoredResponse response, Instant oldest) {
        Object moment = database.parameter(response.respondedAt());
        return database.execute(execute -> database.insertNew(
                        execute,
                        "INSERT INTO admin_idempotency_keys (caller, name, fingerprint, answered_at, response)"
                                + " VALUES (?, ?, ?, ?, ?)",
                        caller,
                        key,
                        response.fingerprint(),
                        moment,
                        response.sealed())
                // a query first: transactions that wait for each other to change the row would lock it in each other's
                // way
                || (execute.get(
                                        "SELECT 1 FROM admin_idempotency_keys WHERE caller = ? AND name = ?"
                                                + " AND answered_at < ?",
                                        caller,
                                        key,
                                        database.parameter(oldest))
                                .isPresent()
                        && execute.update(
                                        "UPDATE admin_idempotency_keys SET fingerprint = ?, answered_at = ?, response = ?"
                                                + " WHERE caller = ? AND name = ? AND answered_at < ?",
                                        response.fingerprint(),
                                        moment,
                                        response.sealed(),
                                        caller,
                                        key,
                                        database.parameter(oldest))
                                == 1));
    }

    @Override
    public void replace(String caller, String key, byte[] sealed) {
        database.write(scope -> database.execute(execute -> execute.update(
                "UPDATE admin_idempotency_keys SET response = ? WHERE caller = ? AND name = ?", sealed, caller, key)));
    }

    @Override
    public void sweep(String caller, Instant oldest, int most) {
        Object limit = database.parameter(oldest);
        SqlFragments sql = database.kind().sql();
        String oldestFirst = " ORDER BY answered_at LIMIT ?" + sql.forUpdate() + sql.skipLocked();
        long before = count(caller);
        database.write(scope -> database.execute(execute -> {
            long swept = execute.delete(
                    sql.deleteSelected(
                            TABLE,
                            "caller, name",
                            "SELECT caller, name FROM " + TABLE + " WHERE answered_at < ?" + oldestFirst),
                    limit,
                    SWEPT);
            return before <= most
                    ? swept
                    : execute.delete(
                            sql.deleteSelected(
                                    TABLE,
                                    "caller, name",
                                    "SELECT caller, name FROM " + TABLE + " WHERE caller = ?" + oldestFirst),
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

    private static StoredResponse stored(DbRow row) {
        return new StoredResponse(
                Columns.text(row, "fingerprint"),
                Columns.instant(row, "answered_at"),
                row.column("response").get(byte[].class));
    }
}
