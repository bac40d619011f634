package dev.hexadmin.persistence.comments;

import dev.hexadmin.application.comments.port.NamedUsers;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The users of {@code admin_users}, as comments name them. */
public final class JdbcNamedUsers implements NamedUsers {
    private static final String SELECT =
            "SELECT id, email, full_name, is_active, language, time_zone FROM admin_users WHERE ";

    private final Database database;
    private final String active;

    public JdbcNamedUsers(Database database) {
        this.database = database;
        SqlFragments sql = database.kind().sql();
        this.active = sql.isTrue("is_active");
    }

    @Override
    public Map<UserId, NamedUser> byId(Collection<UserId> ids) {
        if (ids.isEmpty()) {
            return Map.of();
        }
        return read(SELECT + ids.stream().map(UserId::toString).collect(Collectors.joining(", ", "id IN (", ")")))
                .stream()
                .collect(Collectors.toMap(NamedUser::id, Function.identity()));
    }

    @Override
    public List<NamedUser> byName(Collection<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        List<String> conditions = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (String name : names) {
            if (name.contains("@")) {
                conditions.add("email = ?");
                values.add(name);
            } else {
                like("email", Match.escaped(name) + "@%", conditions, values);
            }
        }
        // a name before the last @ may have another one
        return read(SELECT + active + " AND (" + String.join(" OR ", conditions) + ") ORDER BY email", values.toArray())
                .stream()
                .filter(user -> names.contains(user.shortName())
                        || names.contains(user.email().value()))
                .toList();
    }

    @Override
    public List<NamedUser> startingWith(String start, String after, int limit) {
        List<String> conditions = new ArrayList<>();
        List<String> values = new ArrayList<>();
        values.add(after);
        String text = Match.escaped(start);
        like("email", text + "%", conditions, values);
        like("lower(full_name)", text + "%", conditions, values);
        like("lower(full_name)", "% " + text + "%", conditions, values);
        return read(
                SELECT + active + " AND email > ? AND (" + String.join(" OR ", conditions) + ") ORDER BY email LIMIT "
                        + limit,
                values.toArray());
    }

    private static void like(String column, String pattern, List<String> conditions, List<String> values) {
        Match match = Match.like(column, pattern);
        conditions.add(match.sql());
        values.addAll(match.parameters());
    }

    private List<NamedUser> read(String query, Object... values) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(query, values)) {
                return rows.map(row -> new NamedUser(
                                new UserId(Columns.whole(row, "id")),
                                new EmailAddress(Columns.text(row, "email")),
                                Columns.text(row, "full_name"),
                                Columns.flag(row, "is_active"),
                                LocaleChoice.of(
                                        Columns.optionalText(row, "language"), Columns.optionalText(row, "time_zone"))))
                        .toList();
            }
        });
    }
}
