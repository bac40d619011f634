package dev.hexadmin.http.api.dashboard;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.ViewingDashboard.Wanted;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a layout: the kinds of its members, and that there are no others. */
final class LayoutBody {
    private static final String WIDGETS = "widgets";
    private static final Set<String> MEMBERS = Set.of("id", "width", "shown");

    private final List<Violation> violations = new ArrayList<>();

    private LayoutBody() {}

    /** The widgets in order. */
    static List<Wanted> read(Map<String, @Nullable Object> body) {
        LayoutBody reader = new LayoutBody();
        reader.onlyKnown("", body, Set.of(WIDGETS));
        List<Wanted> wanted = reader.widgets(body);
        if (!reader.violations.isEmpty()) {
            throw RequestRejectedException.invalid(reader.violations);
        }
        return wanted;
    }

    private List<Wanted> widgets(Map<String, @Nullable Object> body) {
        List<Wanted> wanted = new ArrayList<>();
        if (!body.containsKey(WIDGETS)) {
            violations.add(Violation.at(WIDGETS, "required", "A list of widgets is expected."));
        } else if (body.get(WIDGETS) instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                String pointer = "/" + WIDGETS + "/" + i;
                if (items.get(i) instanceof Map<?, ?> item) {
                    wanted.add(widget(pointer, item));
                } else {
                    violations.add(new Violation(pointer, "type", "An object is expected."));
                }
            }
        } else {
            violations.add(Violation.at(WIDGETS, "type", "A list of widgets is expected."));
        }
        return wanted;
    }

    private Wanted widget(String pointer, Map<?, ?> item) {
        onlyKnown(pointer, item, MEMBERS);
        String id = "";
        if (item.get("id") instanceof String text) {
            id = text;
        } else {
            boolean missing = !item.containsKey("id");
            violations.add(
                    new Violation(pointer + "/id", missing ? "required" : "type", "The id of a widget is expected."));
        }
        boolean shown = true;
        if (item.get("shown") instanceof Boolean flag) {
            shown = flag;
        } else if (item.containsKey("shown")) {
            violations.add(new Violation(pointer + "/shown", "type", "true or false is expected."));
        }
        return new Wanted(id, item.containsKey("width") ? width(pointer, item.get("width")) : 0, shown);
    }

    private int width(String pointer, @Nullable Object value) {
        @Nullable BigDecimal number = value instanceof Number ? new BigDecimal(value.toString()) : null;
        if (number == null || number.stripTrailingZeros().scale() > 0) {
            violations.add(new Violation(pointer + "/width", "type", "A whole number is expected."));
            return 0;
        }
        int least = WidgetDefinition.FEWEST_COLUMNS;
        int most = WidgetDefinition.COLUMNS;
        if (number.compareTo(BigDecimal.valueOf(least)) < 0 || number.compareTo(BigDecimal.valueOf(most)) > 0) {
            violations.add(new Violation(
                    pointer + "/width",
                    "range",
                    Message.of("A whole number from {least} to {most} is expected.")
                            .with("least", least)
                            .with("most", most)));
            return 0;
        }
        return number.intValue();
    }

    private void onlyKnown(String place, Map<?, ?> members, Set<String> known) {
        for (Object name : members.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                violations.add(Violation.at(String.valueOf(name), "unknown_field", "There is no such field.")
                        .below(place));
            }
        }
    }
}
