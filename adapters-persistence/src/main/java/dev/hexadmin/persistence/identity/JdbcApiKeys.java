package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code admin_api_keys}. */
public final class JdbcApiKeys implements ApiKeys {
    private static final String NOT_REVOKED =
            "SELECT k.id, k.user_id, k.role_id, r.name AS role_name, k.name, k.prefix,"
                    + " k.created_at, k.expires_at, k.last_used_at"
                    + " FROM admin_api_keys k LEFT JOIN admin_roles r ON r.id = k.role_id WHERE k.revoked_at IS NULL AND ";

    private final Database database;

    public JdbcApiKeys(Database database) {
        this.database = database;
    }

    @Override
    public Optional<StoredKey> byHash(String hash) {
        return database.query(execute -> execute.get(NOT_REVOKED + "k.key_hash = ?", hash))
                .map(JdbcApiKeys::stored);
    }

    @Override
    public Optional<StoredKey> byId(long id) {
        return database.query(execute -> execute.get(NOT_REVOKED + "k.id = ?", id))
                .map(JdbcApiKeys::stored);
    }

    @Override
    public List<StoredKey> of(UserId owner) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(NOT_REVOKED + "k.user_id = ? ORDER BY k.id DESC", owner.value())) {
                return rows.map(JdbcApiKeys::stored).toList();
            }
        });
    }

    @Override
    public StoredKey insert(
            UserId owner,
            long role,
            String name,
            String prefix,
            String hash,
            Instant now,
            Optional<Instant> expiresAt) {
        return database.execute(execute -> {
            // of two transactions that count the owner's keys, the second sees the key of the first
            database.lockRows("SELECT id FROM admin_users WHERE id = ?", owner.value());
            // the role as a query: it returns null for a deleted role, so that no foreign key is violated
            execute.insert(
                    "INSERT INTO admin_api_keys (user_id, role_id, name, prefix, key_hash, created_at, expires_at)"
                            + " VALUES (?, (SELECT id FROM admin_roles WHERE id = ?), ?, ?, ?, ?, ?)",
                    owner.value(),
                    role,
                    name,
                    prefix,
                    hash,
                    database.parameter(now),
                    moment(expiresAt));
            return execute.get(NOT_REVOKED + "k.key_hash = ?", hash)
                    .map(JdbcApiKeys::stored)
                    .orElseThrow();
        });
    }

    private @Nullable Object moment(Optional<Instant> moment) {
        return moment.map(at -> database.parameter(at)).orElse(null);
    }

    @Override
    public boolean revoke(long id, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
                        database.parameter(now),
                        id))
                == 1;
    }

    @Override
    public void used(String hash, Instant at, Duration every) {
        database.execute(execute -> execute.update(
                "UPDATE admin_api_keys SET last_used_at = ?"
                        + " WHERE key_hash = ? AND (last_used_at IS NULL OR last_used_at <= ?)",
                database.parameter(at),
                hash,
                database.parameter(at.minus(every))));
    }

    @Override
    public int sweep(Instant before, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_api_keys",
                                "id",
                                "SELECT id FROM admin_api_keys WHERE revoked_at < ? OR expires_at < ? LIMIT ?"),
                database.parameter(before),
                database.parameter(before),
                limit));
    }

    private static StoredKey stored(DbRow row) {
        return new StoredKey(
                Columns.whole(row, "id"),
                new UserId(Columns.whole(row, "user_id")),
                Columns.optionalWhole(row, "role_id").map(id -> new LentRole(id, Columns.text(row, "role_name"))),
                Columns.text(row, "name"),
                Columns.text(row, "prefix"),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "expires_at"),
                Columns.optionalInstant(row, "last_used_at"));
    }
}
