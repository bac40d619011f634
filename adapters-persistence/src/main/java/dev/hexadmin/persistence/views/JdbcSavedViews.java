package dev.hexadmin.persistence.views;

import dev.hexadmin.application.views.port.SavedViews;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.SavedView.Density;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.DbRow;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code admin_saved_views} and the tables that belong to it. */
public final class JdbcSavedViews implements SavedViews {
    private static final String VISIBLE =
            "SELECT v.id, v.owner_id, v.model, v.name, v.query, v.shown_columns, v.density, d.view_id AS default_id"
                    + " FROM admin_saved_views v"
                    + " LEFT JOIN admin_default_views d ON d.user_id = ? AND d.view_id = v.id"
                    + " WHERE (v.owner_id = ? OR v.id IN (SELECT s.view_id FROM admin_saved_view_roles s"
                    + " JOIN admin_user_roles r ON r.role_id = s.role_id WHERE r.user_id = ?))";

    private final Database database;

    public JdbcSavedViews(Database database) {
        this.database = database;
    }

    @Override
    public List<SavedView> visible(UserId user) {
        return database.query(execute ->
                read(execute, VISIBLE + " ORDER BY v.model, v.name, v.id", user.value(), user.value(), user.value()));
    }

    @Override
    public Optional<SavedView> lock(UserId user, long id) {
        return database.execute(execute -> {
            database.lockRows("SELECT id FROM admin_saved_views WHERE id = ?", id);
            return read(execute, VISIBLE + " AND v.id = ?", user.value(), user.value(), user.value(), id).stream()
                    .findFirst();
        });
    }

    private static List<SavedView> read(DbExecute execute, String statement, Object... parameters) {
        List<DbRow> rows;
        try (Stream<DbRow> found = execute.query(statement, parameters)) {
            rows = found.toList();
        }
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Long> ids = rows.stream().map(row -> Columns.whole(row, "id")).toList();
        Map<Long, List<Long>> roles = new LinkedHashMap<>();
        try (Stream<DbRow> shares = execute.query(
                "SELECT view_id, role_id FROM admin_saved_view_roles WHERE view_id" + in(ids), ids.toArray())) {
            shares.forEach(row -> roles.computeIfAbsent(Columns.whole(row, "view_id"), id -> new ArrayList<>())
                    .add(Columns.whole(row, "role_id")));
        }
        return rows.stream()
                .map(row -> new SavedView(
                        Columns.whole(row, "id"),
                        new UserId(Columns.whole(row, "owner_id")),
                        Columns.text(row, "model"),
                        Columns.text(row, "name"),
                        new SavedView.ListState(
                                parameters(Columns.text(row, "query")),
                                names(Columns.text(row, "shown_columns")),
                                Density.ofWord(Columns.text(row, "density")).orElse(Density.NORMAL)),
                        roles.getOrDefault(Columns.whole(row, "id"), List.of()),
                        Columns.optionalWhole(row, "default_id").isPresent()))
                .toList();
    }

    @Override
    public Optional<Long> insert(SavedView view) {
        return database.execute(execute -> {
            // of two transactions that count the owner's views, the second sees the view of the first
            database.lockRows(
                    "SELECT id FROM admin_users WHERE id = ?", view.owner().value());
            boolean inserted = database.insertNew(
                    execute,
                    "INSERT INTO admin_saved_views (owner_id, model, name, query, shown_columns, density)"
                            + " VALUES (?, ?, ?, ?, ?, ?)",
                    view.owner().value(),
                    view.model(),
                    view.name(),
                    text(view.query()),
                    String.join(",", view.columns()),
                    view.density().word());
            if (!inserted) {
                return Optional.empty();
            }
            long id = execute.get(
                            "SELECT id FROM admin_saved_views WHERE owner_id = ? AND model = ? AND name = ?",
                            view.owner().value(),
                            view.model(),
                            view.name())
                    .map(row -> Columns.whole(row, "id"))
                    .orElseThrow();
            share(execute, id, view.sharedWith());
            return Optional.of(id);
        });
    }

    @Override
    public boolean update(SavedView view) {
        return database.execute(execute -> {
            try {
                execute.update(
                        "UPDATE admin_saved_views SET name = ?, query = ?, shown_columns = ?, density = ? WHERE id = ?",
                        view.name(),
                        text(view.query()),
                        String.join(",", view.columns()),
                        view.density().word(),
                        view.id());
            } catch (DbClientException e) {
                if (database.isDuplicate(e)) {
                    return false;
                }
                throw e;
            }
            execute.delete("DELETE FROM admin_saved_view_roles WHERE view_id = ?", view.id());
            share(execute, view.id(), view.sharedWith());
            return true;
        });
    }

    private static void share(DbExecute execute, long view, List<Long> roles) {
        roles.forEach(role -> execute.insert(
                "INSERT INTO admin_saved_view_roles (view_id, role_id) SELECT ?, id FROM admin_roles WHERE id = ?",
                view,
                role));
    }

    @Override
    public void delete(long id) {
        database.execute(execute -> execute.delete("DELETE FROM admin_saved_views WHERE id = ?", id));
    }

    @Override
    public void makeDefault(UserId user, SavedView view, boolean isDefault) {
        database.execute(execute -> {
            execute.delete(
                    "DELETE FROM admin_default_views WHERE user_id = ? AND model = ?"
                            + (isDefault ? "" : " AND view_id = " + view.id()),
                    user.value(),
                    view.model());
            return isDefault
                    ? execute.insert(
                            "INSERT INTO admin_default_views (user_id, model, view_id) VALUES (?, ?, ?)",
                            user.value(),
                            view.model(),
                            view.id())
                    : 0L;
        });
    }

    @Override
    public List<Long> roles(List<Long> ids) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query("SELECT id FROM admin_roles WHERE id" + in(ids), ids.toArray())) {
                return rows.map(row -> Columns.whole(row, "id")).toList();
            }
        });
    }

    private static String in(Collection<Long> ids) {
        return " IN (" + ids.stream().map(id -> "?").collect(Collectors.joining(", ")) + ")";
    }

    private static List<String> names(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }

    private static String text(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(one -> URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8)
                                + "="
                                + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    private static Map<String, String> parameters(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String one : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int equals = one.indexOf('=');
            parameters.put(
                    URLDecoder.decode(one.substring(0, equals), StandardCharsets.UTF_8),
                    URLDecoder.decode(one.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return parameters;
    }
}
