package dev.hexadmin.http.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.texts.Localized;
import java.util.Optional;

/**
 * Values that are texts in a format that JSON Schema defines.
 *
 * <p>A form shows one line for them.
 */
final class FormattedView extends FieldView {
    private final String kind;
    private final FieldFilter filter;
    private final Optional<Message> note;
    private final String format;
    private final String pattern;

    /**
     * @param kind how a page sets them: {@code text} or {@code code}
     * @param note the note on the format that a form shows; empty without a note
     * @param format of JSON Schema
     * @param pattern what input is read, where the format allows more than that; {@code ""} when it does not
     */
    FormattedView(String kind, FieldFilter filter, Optional<Message> note, String format, String pattern) {
        this.kind = kind;
        this.filter = filter;
        this.note = note;
        this.format = format;
        this.pattern = pattern;
    }

    @Override
    public Content cell(FieldDefinition field, Object value) {
        return Content.text(kind, String.valueOf(value));
    }

    /** A UUID has 36 characters. */
    @Override
    public int width(FieldDefinition field) {
        return format.equals("uuid") ? 4 : super.width(field);
    }

    @Override
    public FieldFilter filter(FieldDefinition field) {
        return filter;
    }

    @Override
    public String note() {
        return note.map(Localized::text).orElse("");
    }

    @Override
    public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
        SchemaKeywords.type(schema, "string", nullable);
        schema.put("format", format);
        if (input && !pattern.isEmpty()) {
            schema.put("pattern", pattern);
        }
    }
}
