package dev.hexadmin.http.fields;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Hue;
import java.util.Optional;

/** What people call a group of records that have the same value of a field, and how it is marked. */
public final class GroupLabel {
    private GroupLabel() {}

    /**
     * The label.
     *
     * @param key the value in its canonical text; empty for records without a value
     * @param name of the record that the value refers to, if it is known
     */
    public static String of(FieldDefinition field, Optional<String> key, Optional<String> name) {
        return key.map(text -> name.orElseGet(() -> text.isEmpty() ? text("(empty)") : value(field, text)))
                .orElseGet(() -> text("(none)"));
    }

    private static String value(FieldDefinition field, String text) {
        FieldView view = FieldViews.of(field);
        return view.isNumber()
                ? Formats.number(text, field.style())
                : Formats.moment(Formats.date(view.readable(field, text)));
    }

    /** The classes of the mark of a value that has a colour, such as {@code dot green}; {@code ""} without one. */
    public static String mark(FieldDefinition field, Optional<String> key) {
        return key.map(field.style().colours()::get).isPresent()
                ? FieldViews.of(field).cell(field, key.orElseThrow()).kind()
                : "";
    }

    /** The class of the colour of a value; {@code ""} without one. */
    public static String hue(FieldDefinition field, Optional<String> key) {
        return key.map(field.style().colours()::get).map(Hue::word).orElse("");
    }
}
