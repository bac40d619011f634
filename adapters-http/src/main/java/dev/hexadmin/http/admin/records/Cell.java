package dev.hexadmin.http.admin.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.admin.frame.Places;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value as people read it.
 *
 * @param kind how it is set: {@code text number flag date code badge none link}
 * @param parts one; several for a many-to-many field
 * @param name the field's name, when its value can be changed in the list; else {@code ""}
 */
public record Cell(String kind, List<Part> parts, String name) {
    private static final int LONGEST = 120;

    /** A piece of text, perhaps a link. */
    public record Part(String text, String href) {}

    public Cell {
        parts = List.copyOf(parts);
    }

    private static Cell of(String kind, String text) {
        return new Cell(kind, List.of(new Part(text, "")), "");
    }

    Cell changeable(String field) {
        return new Cell(kind, parts, field);
    }

    /** A number set to the right. */
    public boolean number() {
        return kind.equals("number");
    }

    /**
     * A value of a field.
     *
     * @param whole whether all of it is shown, however long
     * @param labels names of the records that it points to
     */
    static Cell of(
            Places places,
            Model model,
            FieldDefinition field,
            @Nullable Object value,
            boolean whole,
            Map<RecordKey, String> labels) {
        if (value == null) {
            return of("none", "–");
        }
        return switch (field.type()) {
            case REFERENCE -> {
                Model target = model.target(field);
                yield new Cell("link", List.of(part(places, target, RecordServices.key(target, value), labels)), "");
            }
            case REFERENCES -> {
                Model target = model.target(field);
                List<Part> parts = ((List<?>) value)
                        .stream()
                                .map(one -> part(places, target, RecordServices.key(target, one), labels))
                                .toList();
                yield parts.isEmpty() ? of("none", "–") : new Cell("links", parts, "");
            }
            case BOOLEAN -> of("flag", Boolean.TRUE.equals(value) ? "Yes" : "No");
            case INTEGER, DECIMAL, FLOAT -> of("number", FieldText.write(value));
            case ENUM -> of("badge", people(String.valueOf(value)));
            case DATE, TIME -> of("date", String.valueOf(value));
            case DATETIME -> of("date", moment(String.valueOf(value)));
            case BINARY -> of("text", ((byte[]) value).length + " bytes");
            case JSON -> of("code", shortened(((JsonText) value).text(), whole));
            case URL ->
                new Cell("link", List.of(new Part(shortened(String.valueOf(value), whole), String.valueOf(value))), "");
            case EMAIL -> new Cell("link", List.of(new Part(String.valueOf(value), "mailto:" + value)), "");
            case STRING, TEXT, UUID ->
                of(
                        field.type() == dev.hexadmin.domain.models.FieldType.UUID ? "code" : "text",
                        shortened(FieldText.write(value), whole));
        };
    }

    private static Part part(Places places, Model target, RecordKey key, Map<RecordKey, String> labels) {
        return Optional.ofNullable(labels.get(key))
                .map(label -> new Part(
                        label.isEmpty() ? key.encoded() : label,
                        target.definition().exposure().html() ? places.record(target, key) : ""))
                .orElseGet(() -> new Part(FieldText.write(key.values().getFirst()), ""));
    }

    private static String shortened(String text, boolean whole) {
        return whole || text.length() <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + "…";
    }

    /** {@code in_transit} as people write it. */
    static String people(String word) {
        String text = word.replace('_', ' ');
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** {@code 2026-11-20T17:30:00Z} without seconds that say nothing. */
    private static String moment(String text) {
        return text.length() < 17 ? text : text.substring(0, 10) + " " + text.substring(11, 16) + " UTC";
    }
}
