package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.AccountLinks;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.Optional;

/** {@code admin_account_links}. */
public final class JdbcAccountLinks implements AccountLinks {
    private static final String SELECT =
            "SELECT token_hash, purpose, user_id, token_version, email, created_at, expires_at"
                    + " FROM admin_account_links WHERE ";

    private final Database database;

    public JdbcAccountLinks(Database database) {
        this.database = database;
    }

    @Override
    public void insert(Link link) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_account_links"
                        + " (token_hash, purpose, user_id, token_version, email, created_at, expires_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                link.hash(),
                link.purpose().name(),
                link.user().value(),
                link.tokenVersion(),
                link.email().value(),
                database.parameter(link.createdAt()),
                database.parameter(link.expiresAt())));
    }

    @Override
    public Optional<Link> find(String hash, Purpose purpose) {
        return database.query(execute -> execute.get(SELECT + "token_hash = ? AND purpose = ?", hash, purpose.name()))
                .map(JdbcAccountLinks::link);
    }

    @Override
    public Optional<Link> newest(UserId user, Purpose purpose) {
        return database.query(execute -> execute.get(
                        SELECT + "user_id = ? AND purpose = ? ORDER BY created_at DESC, token_hash LIMIT 1",
                        user.value(),
                        purpose.name()))
                .map(JdbcAccountLinks::link);
    }

    private static Link link(DbRow row) {
        return new Link(
                Columns.text(row, "token_hash"),
                Purpose.valueOf(Columns.text(row, "purpose")),
                new UserId(Columns.whole(row, "user_id")),
                Columns.whole(row, "token_version"),
                new EmailAddress(Columns.text(row, "email")),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"));
    }

    @Override
    public boolean take(String hash, Purpose purpose) {
        return database.execute(execute -> execute.delete(
                        "DELETE FROM admin_account_links WHERE token_hash = ? AND purpose = ?", hash, purpose.name()))
                == 1;
    }

    @Override
    public void forget(UserId user, Purpose purpose) {
        database.execute(execute -> execute.delete(
                "DELETE FROM admin_account_links WHERE user_id = ? AND purpose = ?", user.value(), purpose.name()));
    }

    @Override
    public int sweep(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_account_links",
                                "token_hash",
                                "SELECT token_hash FROM admin_account_links WHERE expires_at < ? LIMIT ?"),
                database.parameter(expiredBefore),
                limit));
    }
}
