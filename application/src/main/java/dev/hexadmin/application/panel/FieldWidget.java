package dev.hexadmin.application.panel;

import dev.hexadmin.application.records.CodeName;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.TypedValue;
import dev.hexadmin.domain.text.Language;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * How the values of a field are shown and edited, for fields with {@code widget: NAME}. Its code only makes markup of what it is
 * given: it is called for each cell, and must not read or wait. When it throws, the field is shown as without a widget.
 *
 * <pre>{@code
 * FieldWidget.named("rating", FieldType.INTEGER)
 *         .shows(value -> Html.text("★".repeat(value.value(Long.class).intValue())))
 *         .edits(control -> …);
 * }</pre>
 *
 * @param types the types of fields that can have it
 * @param shows makes the markup of a value
 * @param edits makes the control of a form; empty: that of the field's type
 */
public record FieldWidget(String name, Set<FieldType> types, Show shows, Optional<Edit> edits) {
    private static final Set<FieldType> OTHERWISE_SHOWN =
            EnumSet.of(FieldType.REFERENCE, FieldType.REFERENCES, FieldType.FILE, FieldType.IMAGE);

    /** Makes the markup of a value. Thread-safe. */
    @FunctionalInterface
    public interface Show {
        Html show(FieldValue value);
    }

    /** Makes the control of a form. Thread-safe. */
    @FunctionalInterface
    public interface Edit {
        Html edit(FieldControl control);
    }

    /**
     * A value that is shown.
     *
     * @param value of the field's Java class; never null, since an empty field is shown as without a widget
     * @param label of the field
     * @param place where it is shown
     */
    public record FieldValue(Object value, String label, Place place, Language language) {
        /**
         * The value.
         *
         * @param type the Java class of the field's type
         */
        public <T> T value(Class<T> type) {
            return TypedValue.of(label, value, type);
        }
    }

    /** Where a value is shown. */
    public enum Place {
        /** A cell of a list. */
        LIST,
        /** The page of its record. */
        DETAIL
    }

    /**
     * What a control shows. It works without scripts: what it sends under the name is what the field's type reads.
     *
     * @param name under which the form sends the value
     * @param value the text of the value, {@code ""} for none
     * @param label of the field, which stands above the control
     * @param labelId the element with the label, for {@code aria-labelledby}
     * @param required whether the field cannot be empty
     * @param invalid whether the value was rejected
     */
    public record FieldControl(
            String name,
            String value,
            String label,
            String labelId,
            boolean required,
            boolean invalid,
            Language language) {}

    /** @throws IllegalArgumentException when the name is not valid, or a type has its own pages or files */
    public FieldWidget {
        new CodeName(name);
        types = Set.copyOf(types);
        for (FieldType type : types) {
            if (OTHERWISE_SHOWN.contains(type)) {
                throw new IllegalArgumentException(
                        "widget '" + name + "': fields of type '" + type.word() + "' cannot have one");
            }
        }
    }

    /** A widget for fields of these types. */
    public static Open named(String name, FieldType type, FieldType... more) {
        return new Open(name, EnumSet.of(type, more));
    }

    /**
     * The first build stage.
     *
     * @param name of the widget
     * @param types of fields
     */
    public record Open(String name, Set<FieldType> types) {
        /** Builds a widget that shows values, and leaves forms as they are. */
        public FieldWidget shows(Show show) {
            return new FieldWidget(name, types, show, Optional.empty());
        }
    }

    /** The same widget with its own control in forms. */
    public FieldWidget edits(Edit edit) {
        return new FieldWidget(name, types, shows, Optional.of(edit));
    }
}
