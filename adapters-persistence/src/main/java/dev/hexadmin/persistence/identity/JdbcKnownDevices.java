package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.KnownDevices;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** {@code admin_known_devices}. */
public final class JdbcKnownDevices implements KnownDevices {
    private final Database database;

    public JdbcKnownDevices(Database database) {
        this.database = database;
    }

    @Override
    public boolean any(UserId user) {
        return database.query(execute ->
                        execute.get("SELECT user_id FROM admin_known_devices WHERE user_id = ? LIMIT 1", user.value()))
                .isPresent();
    }

    @Override
    public boolean seen(UserId user, String hash, Instant now, int most) {
        return database.execute(execute -> {
            long known = execute.update(
                    "UPDATE admin_known_devices SET last_seen_at = ? WHERE user_id = ? AND device_hash = ?",
                    database.parameter(now),
                    user.value(),
                    hash);
            if (known > 0) {
                return false;
            }
            boolean added = database.insertNew(
                    execute,
                    "INSERT INTO admin_known_devices (user_id, device_hash, last_seen_at) VALUES (?, ?, ?)",
                    user.value(),
                    hash,
                    database.parameter(now));
            if (added) {
                List<String> oldest;
                try (Stream<DbRow> rows = execute.query(
                        "SELECT device_hash FROM admin_known_devices WHERE user_id = ?"
                                + " ORDER BY last_seen_at DESC, device_hash",
                        user.value())) {
                    oldest = rows.skip(most)
                            .map(row -> Columns.text(row, "device_hash"))
                            .toList();
                }
                for (String device : oldest) {
                    execute.delete(
                            "DELETE FROM admin_known_devices WHERE user_id = ? AND device_hash = ?",
                            user.value(),
                            device);
                }
            }
            return added;
        });
    }
}
