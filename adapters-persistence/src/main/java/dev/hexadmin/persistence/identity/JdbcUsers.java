package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.ExternalIdentity;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code admin_users}. */
public final class JdbcUsers implements Users {
    private static final String COLUMNS = "SELECT id, email, full_name, is_active, is_superuser, password_hash,"
            + " token_version, created_at, last_login, source, subject FROM admin_users ";
    /** The number of the lock of {@link #serialize}. */
    private static final long LOCK = 0x6865_7861_646d_696eL;

    private final Database database;

    public JdbcUsers(Database database) {
        this.database = database;
    }

    @Override
    public Optional<User> byEmail(EmailAddress email) {
        return database.query(execute -> execute.get(COLUMNS + "WHERE email = ?", email.value()))
                .map(JdbcUsers::user);
    }

    @Override
    public Optional<User> byId(UserId id) {
        return database.query(execute -> execute.get(COLUMNS + "WHERE id = ?", id.value()))
                .map(JdbcUsers::user);
    }

    @Override
    public Optional<Standing> standing(UserId id) {
        return database.query(execute -> execute.get(
                        "SELECT email, is_active, token_version, source, subject, language, time_zone"
                                + " FROM admin_users WHERE id = ?",
                        id.value()))
                .map(row -> new Standing(
                        new EmailAddress(Columns.text(row, "email")),
                        Columns.flag(row, "is_active"),
                        Columns.whole(row, "token_version"),
                        external(row),
                        LocaleChoice.of(
                                Columns.optionalText(row, "language"), Columns.optionalText(row, "time_zone"))));
    }

    @Override
    public Optional<User> hold(UserId id) {
        return database.execute(execute -> execute.get(
                        COLUMNS + "WHERE id = ?" + database.kind().sql().forShare(), id.value()))
                .map(JdbcUsers::user);
    }

    @Override
    public List<String> roleNames(UserId id) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(
                    "SELECT r.name FROM admin_user_roles ur JOIN admin_roles r ON r.id = ur.role_id"
                            + " WHERE ur.user_id = ? ORDER BY r.name",
                    id.value())) {
                return rows.map(row -> Columns.text(row, "name")).toList();
            }
        });
    }

    @Override
    public List<Account> all() {
        Map<Long, List<String>> roles = new HashMap<>();
        database.query(execute -> {
            try (Stream<DbRow> rows =
                    execute.query("SELECT ur.user_id, r.name FROM admin_user_roles ur JOIN admin_roles r"
                            + " ON r.id = ur.role_id ORDER BY r.name")) {
                rows.forEach(row -> roles.computeIfAbsent(Columns.whole(row, "user_id"), id -> new ArrayList<>())
                        .add(Columns.text(row, "name")));
                return roles.size();
            }
        });
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(COLUMNS + "ORDER BY email")) {
                return rows.map(JdbcUsers::user)
                        .map(user -> new Account(
                                user.id(),
                                user.email(),
                                user.fullName(),
                                user.active(),
                                user.superuser(),
                                List.copyOf(roles.getOrDefault(user.id().value(), List.of())),
                                user.lastLogin(),
                                user.external().map(ExternalIdentity::source)))
                        .toList();
            }
        });
    }

    @Override
    public boolean any() {
        return database.query(execute -> execute.get("SELECT id FROM admin_users LIMIT 1"))
                .isPresent();
    }

    @Override
    public void serialize() {
        database.lock(LOCK);
    }

    @Override
    public boolean superuserAmong(Collection<Long> roleIds) {
        return !roleIds.isEmpty()
                && database.query(execute -> {
                    try (Stream<DbRow> rows =
                            execute.query("SELECT id FROM admin_roles WHERE is_superuser = ?", yes())) {
                        return rows.anyMatch(row -> roleIds.contains(Columns.whole(row, "id")));
                    }
                });
    }

    @Override
    public long activeSuperusersBesides(UserId id) {
        return database.execute(execute -> execute.get(
                        "SELECT count(*) AS n FROM admin_users u WHERE u.is_active = ? AND u.id <> ?"
                                + " AND (u.is_superuser = ? OR EXISTS (SELECT 1 FROM admin_user_roles ur"
                                + " JOIN admin_roles r ON r.id = ur.role_id"
                                + " WHERE ur.user_id = u.id AND r.is_superuser = ?))",
                        yes(),
                        id.value(),
                        yes(),
                        yes()))
                .map(row -> Columns.whole(row, "n"))
                .orElse(0L);
    }

    @Override
    public Optional<UserId> insert(
            EmailAddress email,
            String fullName,
            boolean superuser,
            String passwordHash,
            Optional<ExternalIdentity> external,
            Instant now) {
        boolean inserted = database.execute(execute -> database.insertNew(
                execute,
                "INSERT INTO admin_users (email, full_name, is_active, is_superuser, password_hash, created_at, source,"
                        + " subject) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                email.value(),
                fullName,
                yes(),
                database.parameter(superuser),
                passwordHash,
                database.parameter(now),
                external.map(ExternalIdentity::source).orElse(null),
                external.map(ExternalIdentity::subject).orElse(null)));
        return inserted ? byEmail(email).map(User::id) : Optional.empty();
    }

    @Override
    public boolean signedIn(UserId id, long tokenVersion, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_users SET last_login = ? WHERE id = ? AND token_version = ? AND is_active = ?",
                        database.parameter(now),
                        id.value(),
                        tokenVersion,
                        yes()))
                == 1;
    }

    @Override
    public boolean rehash(UserId id, String before, String after) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_users SET password_hash = ? WHERE id = ? AND password_hash = ?",
                        after,
                        id.value(),
                        before))
                == 1;
    }

    @Override
    public void rename(UserId id, String fullName) {
        database.execute(
                execute -> execute.update("UPDATE admin_users SET full_name = ? WHERE id = ?", fullName, id.value()));
    }

    @Override
    public void choose(UserId id, LocaleChoice locale) {
        database.execute(execute -> execute.update(
                "UPDATE admin_users SET language = ?, time_zone = ? WHERE id = ?",
                locale.language().map(Language::tag).orElse(null),
                locale.zone().map(ZoneId::getId).orElse(null),
                id.value()));
    }

    @Override
    public Optional<User> byIdentity(ExternalIdentity identity) {
        return database.query(execute -> execute.get(
                        COLUMNS + "WHERE source = ? AND subject = ?", identity.source(), identity.subject()))
                .map(JdbcUsers::user);
    }

    @Override
    public boolean update(UserId id, EmailAddress email, String fullName, boolean superuser) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_users SET email = ?, full_name = ?, is_superuser = ? WHERE id = ?"
                                // MySQL reads the table that it changes only through a derived table with a limit
                                + " AND (SELECT count(*) FROM (SELECT id FROM admin_users WHERE email = ? AND id <> ?"
                                + " LIMIT 1) AS others) = 0",
                        email.value(),
                        fullName,
                        database.parameter(superuser),
                        id.value(),
                        email.value(),
                        id.value()))
                == 1;
    }

    @Override
    public boolean gone(UserId id, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_users SET is_active = ?, gone_at = ? WHERE id = ? AND is_active = ?",
                        database.parameter(false),
                        database.parameter(now),
                        id.value(),
                        yes()))
                == 1;
    }

    @Override
    public boolean back(UserId id) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_users SET is_active = ?, gone_at = NULL WHERE id = ? AND gone_at IS NOT NULL",
                        yes(),
                        id.value()))
                == 1;
    }

    @Override
    public Map<String, Long> roles(Collection<String> names) {
        Map<String, Long> roles = new HashMap<>();
        if (!names.isEmpty()) {
            database.query(execute -> {
                try (Stream<DbRow> rows = execute.query("SELECT id, name FROM admin_roles")) {
                    rows.filter(row -> names.contains(Columns.text(row, "name")))
                            .forEach(row -> roles.put(Columns.text(row, "name"), Columns.whole(row, "id")));
                    return roles.size();
                }
            });
        }
        return roles;
    }

    @Override
    public void assign(UserId id, Collection<Long> roleIds) {
        database.execute(execute -> {
            execute.delete("DELETE FROM admin_user_roles WHERE user_id = ?", id.value());
            for (long role : roleIds) {
                database.insertNew(
                        execute,
                        "INSERT INTO admin_user_roles (user_id, role_id) SELECT ?, id FROM admin_roles WHERE id = ?",
                        id.value(),
                        role);
            }
            return roleIds.size();
        });
    }

    @Override
    public void changePassword(UserId id, String passwordHash) {
        database.execute(execute ->
                execute.update("UPDATE admin_users SET password_hash = ? WHERE id = ?", passwordHash, id.value()));
    }

    @Override
    public void endSessions(UserId id, Instant now) {
        database.execute(execute -> {
            execute.update("UPDATE admin_users SET token_version = token_version + 1 WHERE id = ?", id.value());
            execute.update(
                    "UPDATE admin_refresh_tokens SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL",
                    database.parameter(now),
                    id.value());
            execute.delete("DELETE FROM admin_sessions WHERE user_id = ?", id.value());
            return execute.delete("DELETE FROM admin_pending_sign_ins WHERE user_id = ?", id.value());
        });
    }

    private Object yes() {
        return database.parameter(true);
    }

    private static User user(DbRow row) {
        return new User(
                new UserId(Columns.whole(row, "id")),
                new EmailAddress(Columns.text(row, "email")),
                Columns.text(row, "full_name"),
                Columns.flag(row, "is_active"),
                Columns.flag(row, "is_superuser"),
                new User.Credentials(
                        Columns.text(row, "password_hash"), Columns.whole(row, "token_version"), external(row)),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "last_login"));
    }

    private static Optional<ExternalIdentity> external(DbRow row) {
        return Columns.optionalText(row, "source")
                .map(source -> new ExternalIdentity(source, Columns.text(row, "subject")));
    }
}
