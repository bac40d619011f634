package dev.hexadmin.http.fields;

import dev.hexadmin.domain.models.FieldDefinition;
import java.util.Optional;

/** What people call a group of records that have the same value of a field. */
public final class GroupLabel {
    private GroupLabel() {}

    /**
     * The label.
     *
     * @param key the value in its canonical text; empty for records without a value
     * @param name of the record that the value refers to, if it is known
     */
    public static String of(FieldDefinition field, Optional<String> key, Optional<String> name) {
        return key.map(text -> name.orElseGet(
                        () -> text.isEmpty() ? "(empty)" : FieldViews.of(field).readable(text)))
                .orElse("(none)");
    }
}
