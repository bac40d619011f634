package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.ViewingDashboard.Wanted;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.port.DashboardLayouts.Place;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Widgets by id in the order of the settings. An id is made of the type, the model and the field, such as {@code
 * sum_orders_total}; the second widget with the same ones ends in {@code _2}. So it stays the same when other widgets
 * move, and when a title changes.
 */
record Arrangement(Map<String, WidgetDefinition> widgets) {
    static Arrangement of(List<WidgetDefinition> widgets) {
        Map<String, WidgetDefinition> byId = new LinkedHashMap<>();
        for (WidgetDefinition widget : widgets) {
            String base = id(widget);
            String id = base;
            for (int number = 2; byId.containsKey(id); number++) {
                id = base + "_" + number;
            }
            byId.put(id, widget);
        }
        return new Arrangement(byId);
    }

    private static String id(WidgetDefinition widget) {
        StringBuilder id = new StringBuilder(widget.type());
        Lookups.source(widget).ifPresent(source -> id.append('_').append(source.model()));
        Optional<String> field = switch (widget) {
            case WidgetDefinition.Figure figure -> figure.measure().field();
            case WidgetDefinition.Chart chart -> chart.field().or(chart.measure()::field);
            case WidgetDefinition.Table table -> Optional.empty();
            case WidgetDefinition.RecentChanges changes -> Optional.empty();
            case WidgetDefinition.SignInFailures failures -> Optional.empty();
        };
        field.ifPresent(name -> id.append('_').append(name));
        return id.toString();
    }

    /** The widgets in the order of a layout; those that it does not name follow. Other names of it are ignored. */
    List<Place> arranged(Optional<List<Place>> layout) {
        Map<String, Place> places = new LinkedHashMap<>();
        for (Place place : layout.orElse(List.of())) {
            if (widgets.containsKey(place.widget())) {
                places.putIfAbsent(place.widget(), place);
            }
        }
        widgets.forEach((id, widget) -> places.putIfAbsent(id, new Place(id, widget.width(), true)));
        return List.copyOf(places.values());
    }

    /** The layout that a user wants. */
    List<Place> checked(List<Wanted> wanted) {
        List<Violation> wrong = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            Wanted place = wanted.get(i);
            String pointer = "/widgets/" + i;
            @Nullable WidgetDefinition widget = widgets.get(place.id());
            if (widget == null) {
                wrong.add(new Violation(pointer + "/id", "unknown_widget", "There is no such widget."));
                continue;
            }
            if (!named.add(place.id())) {
                wrong.add(new Violation(pointer + "/id", "repeated", "This widget is named twice."));
            }
            int width = place.width() == 0 ? widget.width() : place.width();
            if (width < WidgetDefinition.FEWEST_COLUMNS || width > WidgetDefinition.COLUMNS) {
                wrong.add(new Violation(
                        pointer + "/width",
                        "range",
                        Message.of("A whole number from {least} to {most} is expected.")
                                .with("least", WidgetDefinition.FEWEST_COLUMNS)
                                .with("most", WidgetDefinition.COLUMNS)));
            }
            places.add(new Place(place.id(), width, place.shown()));
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return places;
    }
}
