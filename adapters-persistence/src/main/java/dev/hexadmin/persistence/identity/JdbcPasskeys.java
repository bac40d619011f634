package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.PasskeyVerifier.Credential;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Sync;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Use;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code admin_passkeys} and {@code admin_passkey_users}. */
public final class JdbcPasskeys implements Passkeys {
    private static final String SELECT =
            "SELECT p.id, p.user_id, u.user_handle, p.name, p.credential_id, p.public_key, p.sign_count,"
                    + " p.backup_eligible, p.backed_up, p.transports, p.created_at, p.last_used_at"
                    + " FROM admin_passkeys p JOIN admin_passkey_users u ON u.user_id = p.user_id ";

    private final Database database;

    public JdbcPasskeys(Database database) {
        this.database = database;
    }

    @Override
    public List<StoredPasskey> of(UserId user) {
        return database.query(execute -> {
            try (Stream<DbRow> rows =
                    execute.query(SELECT + "WHERE p.user_id = ? ORDER BY p.created_at, p.id", user.value())) {
                return rows.map(JdbcPasskeys::stored).toList();
            }
        });
    }

    @Override
    public Optional<StoredPasskey> byCredential(String credentialId) {
        return database.query(execute -> execute.get(SELECT + "WHERE p.credential_id = ?", credentialId))
                .map(JdbcPasskeys::stored);
    }

    private static StoredPasskey stored(DbRow row) {
        String transports = Columns.text(row, "transports");
        return new StoredPasskey(
                Columns.whole(row, "id"),
                new UserId(Columns.whole(row, "user_id")),
                Columns.text(row, "user_handle"),
                Columns.text(row, "name"),
                new Credential(
                        Columns.text(row, "credential_id"),
                        Columns.text(row, "public_key"),
                        Columns.whole(row, "sign_count"),
                        new Sync(Columns.flag(row, "backup_eligible"), Columns.flag(row, "backed_up")),
                        transports.isEmpty() ? List.of() : List.of(transports.split(","))),
                new Times(Columns.instant(row, "created_at"), Columns.optionalInstant(row, "last_used_at")));
    }

    @Override
    public String userHandle(UserId user, String fresh) {
        return database.execute(execute -> {
            database.insertNew(
                    execute,
                    "INSERT INTO admin_passkey_users (user_id, user_handle) VALUES (?, ?)",
                    user.value(),
                    fresh);
            return execute.get("SELECT user_handle FROM admin_passkey_users WHERE user_id = ?", user.value())
                    .map(row -> Columns.text(row, "user_handle"))
                    .orElseThrow();
        });
    }

    @Override
    public Optional<StoredPasskey> insert(UserId user, String name, Credential credential, Instant now) {
        boolean added = database.execute(execute -> database.insertNew(
                execute,
                "INSERT INTO admin_passkeys (user_id, name, credential_id, public_key, sign_count, backup_eligible,"
                        + " backed_up, transports, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                user.value(),
                name,
                credential.id(),
                credential.publicKey(),
                credential.signCount(),
                database.parameter(credential.sync().eligible()),
                database.parameter(credential.sync().backedUp()),
                String.join(",", credential.transports()),
                database.parameter(now)));
        return added ? byCredential(credential.id()) : Optional.empty();
    }

    @Override
    public boolean rename(UserId user, long id, String name) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_passkeys SET name = ? WHERE user_id = ? AND id = ?", name, user.value(), id))
                == 1;
    }

    @Override
    public boolean remove(UserId user, long id) {
        return database.execute(execute ->
                        execute.delete("DELETE FROM admin_passkeys WHERE user_id = ? AND id = ?", user.value(), id))
                == 1;
    }

    @Override
    public int removeAll(UserId user) {
        return (int) (long) database.execute(
                execute -> execute.delete("DELETE FROM admin_passkeys WHERE user_id = ?", user.value()));
    }

    @Override
    public boolean use(long id, Use use, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_passkeys SET sign_count = ?, backed_up = ?, last_used_at = ?"
                                + " WHERE id = ? AND (sign_count < ? OR (sign_count = 0 AND ? = 0))",
                        use.signCount(),
                        database.parameter(use.backedUp()),
                        database.parameter(now),
                        id,
                        use.signCount(),
                        use.signCount()))
                == 1;
    }
}
