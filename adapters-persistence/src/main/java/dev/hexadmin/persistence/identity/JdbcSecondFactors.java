package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** {@code admin_user_totp}, {@code admin_backup_codes} and {@code admin_pending_sign_ins}. */
public final class JdbcSecondFactors implements SecondFactors {
    private final Database database;

    public JdbcSecondFactors(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Totp> totp(UserId user) {
        return database.query(execute -> execute.get(
                        "SELECT sealed_secret, confirmed_at, failures, last_failed_at FROM admin_user_totp"
                                + " WHERE user_id = ?" + database.kind().sql().forUpdate(),
                        user.value()))
                .map(row -> new Totp(
                        Columns.text(row, "sealed_secret"),
                        Columns.optionalInstant(row, "confirmed_at").isPresent(),
                        (int) Columns.whole(row, "failures"),
                        Columns.optionalInstant(row, "last_failed_at")));
    }

    @Override
    public void put(UserId user, String sealedSecret) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_user_totp (user_id, sealed_secret) VALUES (?, ?)"
                        + database.kind().sql().orUpdate("user_id", "sealed_secret")
                        + ", confirmed_at = NULL, last_step = 0, failures = 0, last_failed_at = NULL",
                user.value(),
                sealedSecret));
    }

    @Override
    public void sealAgain(UserId user, String sealedSecret) {
        database.execute(execute -> execute.update(
                "UPDATE admin_user_totp SET sealed_secret = ? WHERE user_id = ?", sealedSecret, user.value()));
    }

    @Override
    public void confirm(UserId user, Instant now) {
        database.execute(execute -> execute.update(
                "UPDATE admin_user_totp SET confirmed_at = ? WHERE user_id = ?",
                database.parameter(now),
                user.value()));
    }

    @Override
    public boolean remove(UserId user) {
        return database.execute(
                        execute -> execute.delete("DELETE FROM admin_user_totp WHERE user_id = ?", user.value()))
                == 1;
    }

    @Override
    public void putBackupCodes(UserId user, Collection<String> hashes) {
        database.execute(execute -> {
            long before = execute.delete("DELETE FROM admin_backup_codes WHERE user_id = ?", user.value());
            for (String hash : hashes) {
                database.insertNew(
                        execute,
                        "INSERT INTO admin_backup_codes (user_id, code_hash) VALUES (?, ?)",
                        user.value(),
                        hash);
            }
            return before;
        });
    }

    @Override
    public boolean useStep(UserId user, long step) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_user_totp SET last_step = ?, failures = 0, last_failed_at = NULL"
                                + " WHERE user_id = ? AND last_step < ?",
                        step,
                        user.value(),
                        step))
                == 1;
    }

    @Override
    public int backupCodes(UserId user) {
        return (int) (long) database.query(execute ->
                        execute.get("SELECT count(*) AS n FROM admin_backup_codes WHERE user_id = ?", user.value()))
                .map(row -> Columns.whole(row, "n"))
                .orElse(0L);
    }

    @Override
    public boolean useBackupCode(UserId user, String hash) {
        return database.execute(execute -> {
            boolean used = execute.delete(
                            "DELETE FROM admin_backup_codes WHERE user_id = ? AND code_hash = ?", user.value(), hash)
                    == 1;
            if (used) {
                execute.update(
                        "UPDATE admin_user_totp SET failures = 0, last_failed_at = NULL WHERE user_id = ?",
                        user.value());
            }
            return used;
        });
    }

    @Override
    public void failed(UserId user, int failures, Instant now) {
        database.execute(execute -> execute.update(
                "UPDATE admin_user_totp SET failures = ?, last_failed_at = ? WHERE user_id = ?",
                failures,
                database.parameter(now),
                user.value()));
    }

    @Override
    public void insertPending(String hash, UserId user, long tokenVersion, Instant expiresAt) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_pending_sign_ins (token_hash, user_id, token_version, expires_at)"
                        + " VALUES (?, ?, ?, ?)",
                hash,
                user.value(),
                tokenVersion,
                database.parameter(expiresAt)));
    }

    @Override
    public Optional<Pending> pending(String hash, int limit, Instant now) {
        return database.query(execute -> execute.get(
                        "SELECT user_id, token_version FROM admin_pending_sign_ins"
                                + " WHERE token_hash = ? AND tries < ? AND expires_at > ?",
                        hash,
                        limit,
                        database.parameter(now)))
                .map(JdbcSecondFactors::pending);
    }

    private static Pending pending(DbRow row) {
        return new Pending(new UserId(Columns.whole(row, "user_id")), Columns.whole(row, "token_version"));
    }

    @Override
    public Optional<Pending> tryPending(String hash, int limit, Instant now) {
        return database.execute(execute -> {
            long counted = execute.update(
                    "UPDATE admin_pending_sign_ins SET tries = tries + 1"
                            + " WHERE token_hash = ? AND tries < ? AND expires_at > ?",
                    hash,
                    limit,
                    database.parameter(now));
            return counted == 0
                    ? Optional.empty()
                    : execute.get(
                                    "SELECT user_id, token_version FROM admin_pending_sign_ins WHERE token_hash = ?",
                                    hash)
                            .map(JdbcSecondFactors::pending);
        });
    }

    @Override
    public void deletePending(String hash) {
        database.execute(execute -> execute.delete("DELETE FROM admin_pending_sign_ins WHERE token_hash = ?", hash));
    }

    @Override
    public int sweepPending(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_pending_sign_ins",
                                "token_hash",
                                "SELECT token_hash FROM admin_pending_sign_ins WHERE expires_at < ? LIMIT ?"),
                database.parameter(expiredBefore),
                limit));
    }
}
