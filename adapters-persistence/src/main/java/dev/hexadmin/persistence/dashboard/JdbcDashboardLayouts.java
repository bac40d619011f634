package dev.hexadmin.persistence.dashboard;

import dev.hexadmin.application.dashboard.port.DashboardLayouts;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code admin_dashboard_layouts}. */
public final class JdbcDashboardLayouts implements DashboardLayouts {
    private static final String SHOWN = "shown";
    private static final String HIDDEN = "hidden";

    private final Database database;

    public JdbcDashboardLayouts(Database database) {
        this.database = database;
    }

    @Override
    public Optional<List<Place>> find(UserId user) {
        return database.query(execute ->
                        execute.get("SELECT widgets FROM admin_dashboard_layouts WHERE user_id = ?", user.value()))
                .map(row -> Columns.text(row, "widgets")
                        .lines()
                        .map(JdbcDashboardLayouts::place)
                        .toList());
    }

    private static Place place(String line) {
        String[] parts = line.split(" ", 3);
        return new Place(parts[0], Integer.parseInt(parts[1]), parts[2].equals(SHOWN));
    }

    @Override
    public void put(UserId user, List<Place> places, Instant at) {
        String widgets = places.stream()
                .map(place -> place.widget() + " " + place.width() + " " + (place.shown() ? SHOWN : HIDDEN))
                .collect(Collectors.joining("\n"));
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_dashboard_layouts (user_id, widgets, updated_at) VALUES (?, ?, ?)"
                        + database.kind().sql().orUpdate("user_id", "widgets", "updated_at"),
                user.value(),
                widgets,
                database.parameter(at)));
    }

    @Override
    public void delete(UserId user) {
        database.execute(
                execute -> execute.delete("DELETE FROM admin_dashboard_layouts WHERE user_id = ?", user.value()));
    }
}
