package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.ViewingDashboard.Point;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Summed.Group;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts groups to the points of a chart.
 *
 * @param sums whether the chart shows sums instead of counts
 * @param filter of the whole chart
 */
record Points(Model model, FieldDefinition field, boolean sums, Map<String, String> filter) {
    /** The maximum number of values in one chart. */
    static final int MAX_VALUES = 12;

    private static final int MAX_LABEL_LENGTH = 60;

    private BigDecimal value(Group group) {
        return sums ? group.sum() : BigDecimal.valueOf(group.count());
    }

    /** Days, weeks or months, including those without records. */
    List<Point> of(Calendar calendar, List<Group> groups) {
        BigDecimal[] values = new BigDecimal[calendar.count()];
        for (Group group : groups) {
            if (group.key() instanceof LocalDate day) {
                int index = calendar.indexOf(day);
                if (index >= 0 && index < values.length) {
                    values[index] = Objects.requireNonNullElse(values[index], BigDecimal.ZERO)
                            .add(value(group));
                }
            }
        }
        List<LocalDate> edges = calendar.edges();
        List<Point> points = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            points.add(new Point(
                    calendar.label(edges.get(i)),
                    Objects.requireNonNullElse(values[i], BigDecimal.ZERO),
                    with(Calendar.between(field, edges.get(i), edges.get(i + 1)))));
        }
        return points;
    }

    /** Values, the largest first. */
    List<Point> of(List<Group> groups, Map<RecordKey, String> names) {
        List<Point> points = new ArrayList<>();
        for (Group group : groups.subList(0, Math.min(MAX_VALUES, groups.size()))) {
            @Nullable Object key = group.key();
            if (key == null) {
                points.add(new Point(
                        "(none)",
                        value(group),
                        with(Map.of(ListParameter.FILTER_PREFIX + field.name() + "__isnull", "true"))));
            } else {
                String text = FieldText.write(key);
                String label = names.getOrDefault(new RecordKey(List.of(key)), text.isEmpty() ? "(empty)" : text);
                points.add(new Point(
                        label.length() > MAX_LABEL_LENGTH ? label.substring(0, MAX_LABEL_LENGTH) + "…" : label,
                        value(group),
                        with(Map.of(ListParameter.FILTER_PREFIX + field.name(), text))));
            }
        }
        return points;
    }

    private Map<String, String> with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(filter);
        all.putAll(more);
        return all;
    }
}
