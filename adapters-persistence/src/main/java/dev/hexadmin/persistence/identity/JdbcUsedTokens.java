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
        return database.execute(execute -> execute.insert(
                        "INSERT INTO admin_used_tokens (token_hash, expires_at) VALUES (?, ?)"
                                + database.kind().sql().orNothing("token_hash"),
                        hash,
                        database.parameter(expiresAt)))
                == 1;
    }

    @Override
    public int sweep(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                "DELETE FROM admin_used_tokens WHERE token_hash IN (SELECT token_hash FROM admin_used_tokens"
                        + " WHERE expires_at < ? LIMIT ?)",
                database.parameter(expiredBefore),
                limit));
    }
}
