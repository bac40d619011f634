package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.OpenAccess;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code admin_sessions}, {@code admin_refresh_tokens} and {@code admin_api_keys} of all users. */
public final class JdbcOpenAccess implements OpenAccess {
    /** The same as in the list of one's own sessions. */
    private static final int ID_LENGTH = 16;

    private static final String PANEL = "SELECT 'PANEL' AS kind, substr(s.token_hash, 1, " + ID_LENGTH + ") AS id,"
            + " s.user_id, u.email, s.created_at, s.expires_at, s.address, s.browser"
            + " FROM admin_sessions s JOIN admin_users u ON u.id = s.user_id"
            + " WHERE s.expires_at > ? AND s.token_version = u.token_version AND u.is_active = ?";
    private static final String API = "SELECT 'API' AS kind, t.family AS id, t.user_id, u.email,"
            + " (SELECT min(f.issued_at) FROM admin_refresh_tokens f WHERE f.family = t.family) AS created_at,"
            + " t.expires_at, '' AS address, '' AS browser"
            + " FROM admin_refresh_tokens t JOIN admin_users u ON u.id = t.user_id"
            + " WHERE t.expires_at > ? AND t.token_version = u.token_version AND u.is_active = ?"
            + " AND t.rotated_at IS NULL AND t.revoked_at IS NULL";
    private static final String KEYS =
            " FROM admin_api_keys k JOIN admin_users u ON u.id = k.user_id" + " WHERE k.revoked_at IS NULL";

    private final Database database;
    private final JdbcApiKeys keys;

    public JdbcOpenAccess(Database database) {
        this.database = database;
        this.keys = new JdbcApiKeys(database);
    }

    /** A condition on the user's columns, and its values. */
    private record Condition(String sql, List<Object> values) {
        static Condition of(Filter filter) {
            StringBuilder sql = new StringBuilder();
            List<Object> values = new ArrayList<>();
            filter.user().ifPresent(user -> {
                sql.append(" AND u.id = ?");
                values.add(user.value());
            });
            filter.email().ifPresent(part -> {
                sql.append(" AND u.email LIKE ? ESCAPE '!'");
                values.add("%" + part.replaceAll("([!%_])", "!$1") + "%");
            });
            filter.among().ifPresent(users -> sql.append(" AND ").append(among(users)));
            return new Condition(sql.toString(), values);
        }

        /** The ids are numbers of this database: they are part of the text, since their number has no limit. */
        private static String among(Collection<UserId> users) {
            return users.isEmpty()
                    ? "1 = 0"
                    : users.stream().map(UserId::toString).collect(Collectors.joining(", ", "u.id IN (", ")"));
        }
    }

    @Override
    public List<OpenSession> sessions(Filter filter, Instant now, long offset, int limit) {
        return sessions(filter, "", List.of(), now, offset, limit);
    }

    private List<OpenSession> sessions(
            Filter filter, String more, List<Object> moreValues, Instant now, long offset, int limit) {
        List<Object> values = parameters(filter, now);
        values.addAll(moreValues);
        values.add(limit);
        values.add(offset);
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(
                    "SELECT * FROM (" + union(filter) + ") AS open_sessions" + more
                            + " ORDER BY created_at DESC, id LIMIT ? OFFSET ?",
                    values.toArray())) {
                return rows.map(JdbcOpenAccess::session).toList();
            }
        });
    }

    private static String union(Filter filter) {
        String condition = Condition.of(filter).sql();
        return PANEL + condition + " UNION ALL " + API + condition;
    }

    private List<Object> parameters(Filter filter, Instant now) {
        List<Object> once = new ArrayList<>(List.of(database.parameter(now), database.parameter(true)));
        once.addAll(Condition.of(filter).values());
        List<Object> twice = new ArrayList<>(once);
        twice.addAll(once);
        return twice;
    }

    private static OpenSession session(DbRow row) {
        return new OpenSession(
                Columns.text(row, "id"),
                OpenSession.Kind.valueOf(Columns.text(row, "kind")),
                new UserId(Columns.whole(row, "user_id")),
                new EmailAddress(Columns.text(row, "email")),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                Columns.text(row, "address"),
                Columns.text(row, "browser"));
    }

    @Override
    public long countSessions(Filter filter, Instant now) {
        return count(
                "SELECT count(*) AS n FROM (" + union(filter) + ") AS open_sessions",
                parameters(filter, now).toArray());
    }

    @Override
    public Optional<OpenSession> session(String id, Instant now) {
        Filter everybody = new Filter(Optional.empty(), Optional.empty(), Optional.empty());
        return sessions(everybody, " WHERE id = ?", List.of(id), now, 0, 1).stream()
                .findFirst();
    }

    @Override
    public boolean end(OpenSession session, Instant now) {
        return database.execute(execute -> switch (session.kind()) {
                    case PANEL ->
                        execute.delete(
                                "DELETE FROM admin_sessions WHERE user_id = ? AND substr(token_hash, 1, " + ID_LENGTH
                                        + ") = ?",
                                session.user().value(),
                                session.id());
                    case API ->
                        execute.update(
                                "UPDATE admin_refresh_tokens SET revoked_at = ?"
                                        + " WHERE family = ? AND revoked_at IS NULL",
                                database.parameter(now),
                                session.id());
                })
                > 0;
    }

    @Override
    public List<OwnedKey> keys(Filter filter, long offset, int limit) {
        Condition condition = Condition.of(filter);
        List<Object> values = new ArrayList<>(condition.values());
        values.add(limit);
        values.add(offset);
        return database.query(execute -> {
            List<DbRow> rows;
            try (Stream<DbRow> found = execute.query(
                    "SELECT k.id, u.email" + KEYS + condition.sql() + " ORDER BY k.id DESC LIMIT ? OFFSET ?",
                    values.toArray())) {
                rows = found.toList();
            }
            List<OwnedKey> all = new ArrayList<>(rows.size());
            for (DbRow row : rows) {
                EmailAddress owner = new EmailAddress(Columns.text(row, "email"));
                keys.byId(Columns.whole(row, "id")).ifPresent(key -> all.add(new OwnedKey(owner, key)));
            }
            return all;
        });
    }

    @Override
    public long countKeys(Filter filter) {
        Condition condition = Condition.of(filter);
        return count(
                "SELECT count(*) AS n" + KEYS + condition.sql(),
                condition.values().toArray());
    }

    private long count(String query, Object... values) {
        return database.query(execute -> execute.get(query, values))
                .map(row -> Columns.whole(row, "n"))
                .orElse(0L);
    }

    @Override
    public Set<UserId> users() {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query("SELECT user_id FROM admin_sessions"
                    + " UNION SELECT user_id FROM admin_refresh_tokens WHERE revoked_at IS NULL"
                    + " UNION SELECT user_id FROM admin_api_keys WHERE revoked_at IS NULL")) {
                return rows.map(row -> new UserId(Columns.whole(row, "user_id")))
                        .collect(Collectors.toSet());
            }
        });
    }
}
