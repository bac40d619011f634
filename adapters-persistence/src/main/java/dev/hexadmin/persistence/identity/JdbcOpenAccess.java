package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.OpenAccess;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.MatchingKeys;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code admin_sessions}, {@code admin_refresh_tokens} and {@code admin_api_keys} of all users. */
public final class JdbcOpenAccess implements OpenAccess {
    /** The same as in the list of one's own sessions. */
    private static final int ID_LENGTH = 16;

    private static final String PANEL = "SELECT 'PANEL' AS kind, substr(s.token_hash, 1, " + ID_LENGTH + ") AS id,"
            + " s.user_id, u.email, s.created_at, s.expires_at, s.address, s.browser, s.method"
            + " FROM admin_sessions s JOIN admin_users u ON u.id = s.user_id"
            + " WHERE s.expires_at > ? AND s.token_version = u.token_version AND u.is_active = ?";
    private static final String API = "SELECT 'API' AS kind, t.family AS id, t.user_id, u.email,"
            + " (SELECT min(f.issued_at) FROM admin_refresh_tokens f WHERE f.family = t.family) AS created_at,"
            + " t.expires_at, t.address, '' AS browser, t.method"
            + " FROM admin_refresh_tokens t JOIN admin_users u ON u.id = t.user_id"
            + " WHERE t.expires_at > ? AND t.token_version = u.token_version AND u.is_active = ?"
            + " AND t.rotated_at IS NULL AND t.revoked_at IS NULL";
    private static final String KEYS =
            " FROM admin_api_keys k JOIN admin_users u ON u.id = k.user_id" + " WHERE k.revoked_at IS NULL";

    private final Database database;
    private final JdbcApiKeys keys;
    private final JdbcRefreshTokens refreshTokens;
    private final MatchingKeys matching;

    public JdbcOpenAccess(Database database, MatchingKeys matching) {
        this.database = database;
        this.keys = new JdbcApiKeys(database);
        this.refreshTokens = new JdbcRefreshTokens(database);
        this.matching = matching;
    }

    /** The text of a statement, and its parameters in their order. */
    private final class Query {
        private final Session session;
        private final StringBuilder text = new StringBuilder(512);
        private final List<Parameter> parameters = new ArrayList<>();

        Query(Session session) {
            this.session = session;
        }

        /** Binds itself to a statement from a place on, and returns the place behind it. */
        private interface Parameter {
            int bind(PreparedStatement statement, int at) throws SQLException;
        }

        Query add(String sql, Object... values) {
            text.append(sql);
            for (Object value : values) {
                parameters.add((statement, at) -> {
                    statement.setObject(at, value);
                    return at + 1;
                });
            }
            return this;
        }

        /** The condition on the user's columns. */
        Query among(Filter filter) throws SQLException {
            filter.user().ifPresent(user -> add(" AND u.id = ?", user.value()));
            filter.email()
                    .ifPresent(part ->
                            add(" AND u.email LIKE ? ESCAPE '!'", "%" + part.replaceAll("([!%_])", "!$1") + "%"));
            if (filter.within().isPresent()) {
                Within within = filter.within().get();
                MatchingKeys.Query users = matching.of(session, within.users(), within.condition());
                text.append(" AND u.id IN (").append(users.text()).append(")");
                parameters.add(users::bind);
            }
            return this;
        }

        /** The sessions of both kinds, as {@code open_sessions}. */
        Query sessions(String select, Filter filter, Instant now) throws SQLException {
            Object at = database.parameter(now);
            Object active = database.parameter(true);
            return add(select + " FROM (" + PANEL, at, active)
                    .among(filter)
                    .add(" UNION ALL " + API, at, active)
                    .among(filter)
                    .add(") open_sessions");
        }

        <T> List<T> run(Row<T> rows) throws SQLException {
            try (Session.Prepared prepared = session.prepare(text.toString())) {
                int at = 1;
                for (Parameter parameter : parameters) {
                    at = parameter.bind(prepared.statement(), at);
                }
                List<T> all = new ArrayList<>();
                try (ResultSet found = prepared.statement().executeQuery()) {
                    while (found.next()) {
                        all.add(rows.read(found));
                    }
                }
                return all;
            }
        }
    }

    private interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    @Override
    public List<OpenSession> sessions(Filter filter, Instant now, long offset, int limit) {
        return database.read(session -> new Query(session)
                .sessions("SELECT *", filter, now)
                .add(" ORDER BY created_at DESC, id LIMIT ? OFFSET ?", limit, offset)
                .run(JdbcOpenAccess::session));
    }

    private static OpenSession session(ResultSet row) throws SQLException {
        return new OpenSession(
                row.getString("id"),
                OpenSession.Kind.valueOf(row.getString("kind")),
                new UserId(row.getLong("user_id")),
                new EmailAddress(row.getString("email")),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                new OpenSession.SignIn(
                        row.getString("address"),
                        row.getString("browser"),
                        Optional.ofNullable(row.getString("method")).flatMap(SignInMethod::of)));
    }

    @Override
    public long countSessions(Filter filter, Instant now) {
        return database.read(session -> new Query(session)
                .sessions("SELECT count(*)", filter, now)
                .run(JdbcOpenAccess::number)
                .getFirst());
    }

    private static long number(ResultSet row) throws SQLException {
        return row.getLong(1);
    }

    @Override
    public Optional<OpenSession> session(String id, Instant now) {
        return database.read(session -> new Query(session)
                        .sessions("SELECT *", Filter.NONE, now)
                        .add(" WHERE id = ? LIMIT 1", id)
                        .run(JdbcOpenAccess::session)
                        .stream()
                        .findFirst());
    }

    @Override
    public boolean end(OpenSession session, Instant now) {
        return switch (session.kind()) {
            case PANEL ->
                database.execute(execute -> execute.delete(
                                "DELETE FROM admin_sessions WHERE user_id = ? AND substr(token_hash, 1, " + ID_LENGTH
                                        + ") = ?",
                                session.user().value(),
                                session.id()))
                        > 0;
            case API -> refreshTokens.revokeFamily(session.id(), now);
        };
    }

    /** A key's id, and the address of its owner. */
    private record Owned(long id, EmailAddress owner) {}

    @Override
    public List<OwnedKey> keys(Filter filter, long offset, int limit) {
        List<Owned> found = database.read(session -> new Query(session)
                .add("SELECT k.id, u.email" + KEYS)
                .among(filter)
                .add(" ORDER BY k.id DESC LIMIT ? OFFSET ?", limit, offset)
                .run(row -> new Owned(row.getLong(1), new EmailAddress(row.getString(2)))));
        return found.stream()
                .flatMap(owned -> keys.byId(owned.id()).map(key -> new OwnedKey(owned.owner(), key)).stream())
                .toList();
    }

    @Override
    public long countKeys(Filter filter) {
        return database.read(session -> new Query(session)
                .add("SELECT count(*)" + KEYS)
                .among(filter)
                .run(JdbcOpenAccess::number)
                .getFirst());
    }
}
