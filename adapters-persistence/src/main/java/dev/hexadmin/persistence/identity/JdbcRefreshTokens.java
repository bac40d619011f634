package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.domain.identity.RefreshToken;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import java.time.Instant;
import java.util.Optional;

/** {@code admin_refresh_tokens}. */
public final class JdbcRefreshTokens implements RefreshTokens {
    private final Database database;

    public JdbcRefreshTokens(Database database) {
        this.database = database;
    }

    @Override
    public Optional<RefreshToken> find(String hash) {
        return database.query(execute -> execute.get(
                        "SELECT id, family, user_id, token_version, method, expires_at, rotated_at, revoked_at"
                                + " FROM admin_refresh_tokens WHERE token_hash = ?",
                        hash))
                .map(row -> new RefreshToken(
                        Columns.whole(row, "id"),
                        Columns.text(row, "family"),
                        new UserId(Columns.whole(row, "user_id")),
                        Columns.whole(row, "token_version"),
                        Columns.optionalText(row, "method").flatMap(SignInMethod::of),
                        Columns.instant(row, "expires_at"),
                        Columns.optionalInstant(row, "rotated_at"),
                        Columns.optionalInstant(row, "revoked_at")));
    }

    @Override
    public void insert(String hash, Issued issued, Instant now, Instant expiresAt) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_refresh_tokens (token_hash, family, user_id, token_version, method, address,"
                        + " issued_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                hash,
                issued.family(),
                issued.user().value(),
                issued.tokenVersion(),
                issued.method().map(SignInMethod::word).orElse(null),
                issued.address(),
                database.parameter(now),
                database.parameter(expiresAt)));
    }

    @Override
    public boolean rotate(String hash, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_refresh_tokens SET rotated_at = ? WHERE token_hash = ? AND rotated_at IS NULL"
                                + " AND revoked_at IS NULL AND expires_at > ?",
                        database.parameter(now),
                        hash,
                        database.parameter(now)))
                == 1;
    }

    @Override
    public boolean revokeFamily(String family, Instant now) {
        boolean revoked = false;
        // The update waits for a rotation that is being committed and does not see the row that it adds; the next does.
        while (revokeSome(family, now)) {
            revoked = true;
        }
        return revoked;
    }

    private boolean revokeSome(String family, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_refresh_tokens SET revoked_at = ? WHERE family = ? AND revoked_at IS NULL",
                        database.parameter(now),
                        family))
                > 0;
    }

    @Override
    public boolean lasts(String family) {
        return database.query(execute -> execute.get(
                        "SELECT id FROM admin_refresh_tokens WHERE family = ? AND revoked_at IS NULL LIMIT 1", family))
                .isPresent();
    }

    @Override
    public int sweep(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_refresh_tokens",
                                "id",
                                "SELECT id FROM admin_refresh_tokens WHERE expires_at < ? LIMIT ?"),
                database.parameter(expiredBefore),
                limit));
    }
}
