package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.persistence.jdbc.Database;
import java.time.Instant;

/** {@code admin_used_tokens}. */
public final class JdbcUsedTokens implements UsedTokens {
    private final Database database;

    public JdbcUsedTokens(Database database) {
        this.database = database;
    }

    @Override
    public boolean use(String hash, Instant expiresAt) {
        return database.execute(execute -> database.insertNew(
                execute,
                "INSERT INTO admin_used_tokens (token_hash, expires_at) VALUES (?, ?)",
                hash,
                database.parameter(expiresAt)));
    }

    @Override
    public int sweep(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_used_tokens",
                                "token_hash",
                                "SELECT token_hash FROM admin_used_tokens WHERE expires_at < ? LIMIT ?"),
                database.parameter(expiredBefore),
                limit));
    }
}
