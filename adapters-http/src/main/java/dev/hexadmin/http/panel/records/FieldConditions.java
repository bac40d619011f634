package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.FieldVisibility;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which fields a form hides, by what the form and its record hold. */
final class FieldConditions {
    private FieldConditions() {}

    /**
     * The names of the fields whose condition does not hold.
     *
     * @param texts what the form holds, by field
     * @param record for the fields that the form does not have
     */
    static Set<String> unmet(Model model, Map<String, List<String>> texts, Optional<RecordSnapshot> record) {
        Set<String> unmet = new LinkedHashSet<>();
        FieldVisibility.of(model).forEach((field, visibility) -> {
            if (!visibility.holds(other -> value(model, other, texts, record))) {
                unmet.add(field.name());
            }
        });
        return unmet;
    }

    /** Whether a condition looks at a field that the form does not have. */
    static boolean needRecord(Model model, List<FieldDefinition> fields) {
        return FieldVisibility.of(model).values().stream()
                .flatMap(visibility -> visibility.conditions().stream())
                .anyMatch(test -> !fields.contains(test.field()));
    }

    private static @Nullable Object value(
            Model model, FieldDefinition field, Map<String, List<String>> texts, Optional<RecordSnapshot> record) {
        @Nullable List<String> held = texts.get(field.name());
        if (held == null) {
            return record.flatMap(one -> Optional.ofNullable(one.value(field)))
                    .map(stored -> stored instanceof String text
                            ? FieldText.parse(model, field, text).orElse(text)
                            : stored)
                    .orElse(null);
        }
        @Nullable Object typed = FormFields.typed(model, field, held, new ArrayList<>());
        return typed != null && FieldInput.read(model, field, typed) instanceof FieldInput.Outcome.Fits(Object value)
                ? value
                : null;
    }
}
