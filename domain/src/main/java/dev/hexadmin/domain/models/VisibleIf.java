package dev.hexadmin.domain.models;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When a form shows a field: filters as lists take them, on fields of the same model, all of which have to hold. {@link
 * dev.hexadmin.domain.records.FieldVisibility} evaluates them.
 *
 * @param conditions the text of the operand by {@code field} or {@code field__lookup}, in order; at least one
 */
public record VisibleIf(Map<String, String> conditions) {
    public VisibleIf {
        if (conditions.isEmpty()) {
            throw new IllegalArgumentException("'visibleIf' has no condition");
        }
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    }

    /** The name of a condition's field: what is before its lookup. */
    public static String field(String condition) {
        int cut = condition.lastIndexOf("__");
        return cut < 0 ? condition : condition.substring(0, cut);
    }
}
