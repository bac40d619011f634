package dev.hexadmin.http.fields;

import static dev.hexadmin.http.texts.Localized.text;

import java.util.List;

/** How the page of a list filters by the values of a field. A lookup is a suffix of the parameter's name. */
public sealed interface FieldFilter {
    /** One of some values. */
    record Choice(String lookup, List<FieldView.Option> options) implements FieldFilter {
        public Choice {
            options = List.copyOf(options);
        }

        /** Whether there is a value. */
        static Choice presence() {
            return new Choice(
                    "__isnull",
                    List.of(
                            new FieldView.Option("true", text("Empty")),
                            new FieldView.Option("false", text("Filled"))));
        }
    }

    /** One of the records that the field points to. */
    record Records() implements FieldFilter {}

    /**
     * From one value to another.
     *
     * @param input the type of the two elements: {@code date time text}
     */
    record Range(String from, String to, String input) implements FieldFilter {}

    /** A text. */
    record Text(String lookup) implements FieldFilter {}
}
