package dev.hexadmin.persistence.replay;

import dev.hexadmin.application.replay.ReplayingRequests.Answer;
import dev.hexadmin.application.replay.port.FirstAnswers;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The table {@code admin_idempotency_keys}. A claim is one insert that only one caller can make; what is expired gives
 * way to it, and each claim takes a few other expired rows with it.
 */
public final class JdbcFirstAnswers implements FirstAnswers {
    private static final int SWEPT = 20;

    private final Database database;

    public JdbcFirstAnswers(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Entry> claim(String caller, String key, String fingerprint, Instant now, Instant expired) {
        Object limit = Columns.parameter(database, expired);
        return database.write(scope -> database.execute(execute -> {
            execute.delete(
                    "DELETE FROM admin_idempotency_keys WHERE (caller, name) IN (SELECT caller, name"
                            + " FROM admin_idempotency_keys WHERE claimed_at < ? AND NOT (caller = ? AND name = ?)"
                            + " ORDER BY claimed_at LIMIT " + SWEPT
                            + (database.sqlite() ? ")" : " FOR UPDATE SKIP LOCKED)"),
                    limit,
                    caller,
                    key);
            long claimed = execute.insert(
                    "INSERT INTO admin_idempotency_keys (caller, name, fingerprint, claimed_at) VALUES (?, ?, ?, ?)"
                            + " ON CONFLICT (caller, name) DO UPDATE SET fingerprint = excluded.fingerprint,"
                            + " claimed_at = excluded.claimed_at, status = NULL, headers = NULL, body = NULL"
                            + " WHERE admin_idempotency_keys.claimed_at < ?",
                    caller,
                    key,
                    fingerprint,
                    Columns.parameter(database, now),
                    limit);
            return claimed > 0
                    ? Optional.empty()
                    : execute.get(
                                    "SELECT fingerprint, claimed_at, status, headers, body FROM admin_idempotency_keys"
                                            + " WHERE caller = ? AND name = ?",
                                    caller,
                                    key)
                            .map(JdbcFirstAnswers::entry);
        }));
    }

    @Override
    public void complete(String caller, String key, Answer answer) {
        StringBuilder headers = new StringBuilder();
        answer.headers()
                .forEach((name, value) ->
                        headers.append(name).append(':').append(value).append('\n'));
        database.write(scope -> database.execute(execute -> execute.update(
                "UPDATE admin_idempotency_keys SET status = ?, headers = ?, body = ? WHERE caller = ? AND name = ?",
                answer.status(),
                headers.toString(),
                answer.body(),
                caller,
                key)));
    }

    @Override
    public void release(String caller, String key) {
        database.write(scope -> database.execute(execute -> execute.delete(
                "DELETE FROM admin_idempotency_keys WHERE caller = ? AND name = ? AND status IS NULL", caller, key)));
    }

    private static Entry entry(DbRow row) {
        Optional<Answer> answer = Columns.optionalWhole(row, "status")
                .map(status -> new Answer(
                        status.intValue(),
                        headers(Columns.text(row, "headers")),
                        row.column("body").get(byte[].class)));
        return new Entry(Columns.text(row, "fingerprint"), Columns.instant(row, "claimed_at"), answer);
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
