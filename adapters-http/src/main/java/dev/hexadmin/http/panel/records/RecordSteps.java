package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far a record has come on the way that the {@code steps} of one of its fields describe.
 *
 * @param label of the field
 */
public record RecordSteps(String label, List<Step> steps) {
    /**
     * A step.
     *
     * @param kind how its value is set: that of {@link FieldView.Content}
     * @param done whether it is over
     * @param current whether the record is here
     * @param time when it was reached, or {@code ""}
     */
    public record Step(String text, String kind, boolean done, boolean current, String time) {
        /** The class of the step. */
        public String look() {
            return done ? "done" : current ? "now" : "";
        }
    }

    public RecordSteps {
        steps = List.copyOf(steps);
    }

    /** The first field of a record with steps. */
    static Optional<FieldDefinition> field(RecordSnapshot record) {
        return record.shape().fields().stream()
                .filter(field -> !field.style().steps().isEmpty() && record.value(field) != null)
                .findFirst();
    }

    /**
     * The steps of a value. A value that is not one of them ends the way: the steps before it are those whose time is known.
     *
     * @param reached when each value was reached, as far as it is known
     */
    static RecordSteps of(FieldDefinition field, Object value, Map<String, Instant> reached) {
        List<String> values = field.style().steps();
        String now = value.toString();
        int at = values.indexOf(now);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String step = values.get(i);
            boolean over = at < 0 ? reached.containsKey(step) : i < at;
            boolean last = i == at && i == values.size() - 1;
            steps.add(step(field, step, over || last, i == at, over || i == at ? reached : Map.of()));
        }
        if (at < 0) {
            steps.add(step(field, now, false, true, reached));
        }
        return new RecordSteps(text(field.labels()), steps);
    }

    private static Step step(
            FieldDefinition field, String value, boolean done, boolean current, Map<String, Instant> reached) {
        FieldView.Content content = FieldViews.of(field).cell(field, value);
        return new Step(
                content.text(),
                content.kind(),
                done,
                current,
                Optional.ofNullable(reached.get(value)).map(Formats::moment).orElse(""));
    }
}
