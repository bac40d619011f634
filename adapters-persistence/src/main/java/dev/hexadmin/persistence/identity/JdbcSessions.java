package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code admin_sessions}. */
public final class JdbcSessions implements Sessions {
    private static final String SELECT =
            "SELECT token_hash, user_id, token_version, created_at, expires_at, address, browser, method,"
                    + " provider, sealed_id_token FROM admin_sessions";

    private final Database database;

    public JdbcSessions(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Row> find(String hash) {
        return database.query(execute -> execute.get(SELECT + " WHERE token_hash = ?", hash))
                .map(JdbcSessions::row);
    }

    @Override
    public List<Row> of(UserId user) {
        return database.query(execute -> execute.query(
                        SELECT + " WHERE user_id = ? ORDER BY created_at DESC, token_hash", user.value())
                .map(JdbcSessions::row)
                .toList());
    }

    private static Row row(DbRow row) {
        return new Row(
                Columns.text(row, "token_hash"),
                new UserId(Columns.whole(row, "user_id")),
                Columns.whole(row, "token_version"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                new SignIn(
                        Columns.text(row, "address"),
                        Columns.text(row, "browser"),
                        Columns.optionalText(row, "method").flatMap(SignInMethod::of),
                        Columns.optionalText(row, "provider")
                                .map(name -> new ProviderSession(name, Columns.text(row, "sealed_id_token")))));
    }

    @Override
    public void insert(Row session) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_sessions"
                        + " (token_hash, user_id, token_version, created_at, expires_at, address, browser, method,"
                        + " provider, sealed_id_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                session.hash(),
                session.user().value(),
                session.tokenVersion(),
                database.parameter(session.createdAt()),
                database.parameter(session.expiresAt()),
                session.signIn().address(),
                session.signIn().browser(),
                session.signIn().method().map(SignInMethod::word).orElse(null),
                session.signIn().provider().map(ProviderSession::name).orElse(null),
                session.signIn().provider().map(ProviderSession::sealedToken).orElse(null)));
    }

    @Override
    public void extend(String hash, Instant expiresAt) {
        Object until = database.parameter(expiresAt);
        database.execute(execute -> execute.update(
                "UPDATE admin_sessions SET expires_at = ? WHERE token_hash = ? AND expires_at < ?",
                until,
                hash,
                until));
    }

    @Override
    public boolean delete(String hash) {
        return database.execute(execute -> execute.delete("DELETE FROM admin_sessions WHERE token_hash = ?", hash)) > 0;
    }

    @Override
    public int sweep(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_sessions",
                                "token_hash",
                                "SELECT token_hash FROM admin_sessions WHERE expires_at < ? LIMIT ?"),
                database.parameter(expiredBefore),
                limit));
    }
}
