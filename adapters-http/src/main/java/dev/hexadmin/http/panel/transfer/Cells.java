package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldViews;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The columns of a table of text: which fields they are, and what their cells mean. Used by one thread. */
final class Cells {
    private static final int MOST_UNKNOWN = 50;
    private static final int LONGEST_NAME = 60;

    private final Model model;
    private final ZoneId zone;
    private final List<Optional<FieldDefinition>> columns = new ArrayList<>();
    private final Set<String> unknown = new LinkedHashSet<>();

    /**
     * Looks the headings up, by the fields' names or what people call them, in any case.
     *
     * @param zone that of times without an offset
     * @throws UnreadableFileException when there are none, or two of the same field
     */
    Cells(Model model, ZoneId zone, List<@Nullable String> headings) {
        this.model = model;
        this.zone = zone;
        Set<FieldDefinition> seen = new LinkedHashSet<>();
        for (@Nullable String heading : headings) {
            String name = heading == null ? "" : heading.strip();
            Optional<FieldDefinition> field = field(name);
            if (field.isPresent() && !seen.add(field.get())) {
                throw new UnreadableFileException(Message.of("The column ''{column}'' is given twice.")
                        .with("column", field.get().name()));
            }
            if (field.isEmpty() && !name.isEmpty() && unknown.size() < MOST_UNKNOWN) {
                unknown.add(name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name);
            }
            columns.add(field);
        }
        if (seen.isEmpty()) {
            throw new UnreadableFileException(Message.of(
                            "The first row has to name the columns, and none of its cells is the name of a field of ''{model}''.")
                    .with("model", model.name()));
        }
    }

    private Optional<FieldDefinition> field(String name) {
        return model.fields().stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst()
                .or(() -> model.fields().stream()
                        .filter(field -> field.label().equalsIgnoreCase(name))
                        .findFirst());
    }

    Header header() {
        return new Header(
                columns.stream()
                        .flatMap(Optional::stream)
                        .map(FieldDefinition::name)
                        .toList(),
                List.copyOf(unknown));
    }

    /** How many columns there are. */
    int size() {
        return columns.size();
    }

    /** The field of a column, if it is one. */
    Optional<FieldDefinition> field(int column) {
        return column < columns.size() ? columns.get(column) : Optional.empty();
    }

    /**
     * The values of a row; empty when no cell has any.
     *
     * @param cells the texts, null for an empty cell; cells that are missing at the end are empty
     */
    Optional<Map<String, @Nullable Object>> values(List<@Nullable String> cells) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        boolean some = false;
        for (int i = 0; i < columns.size(); i++) {
            @Nullable String cell = i < cells.size() ? cells.get(i) : null;
            some |= cell != null && !cell.isEmpty();
            Optional<FieldDefinition> column = columns.get(i);
            if (column.isPresent()) {
                add(values, column.get(), cell);
            }
        }
        return some ? Optional.of(values) : Optional.empty();
    }

    private void add(Map<String, @Nullable Object> values, FieldDefinition field, @Nullable String cell) {
        @Nullable
        Object value = cell == null || (cell.isBlank() && !holdsEmptyText(field)) ? null : value(model, field, cell);
        if (value == null && !field.nullable() && !field.required() && !field.primaryKey()) {
            return; // which leaves it to its default
        }
        // an XLSX file has no empty texts
        boolean empties = value == null
                && !field.nullable()
                && !field.primaryKey()
                && field.valueType().isFreeText();
        values.put(field.name(), empties ? "" : value);
    }

    private boolean holdsEmptyText(FieldDefinition field) {
        return field.type() == FieldType.REFERENCE
                ? model.target(field).key().getFirst().type().isText()
                : field.valueType().isFreeText() || field.type() == FieldType.BINARY;
    }

    /** The value as a JSON parser would return it; a text that does not have the field's type stays text and is rejected. */
    private Object value(Model model, FieldDefinition field, String cell) {
        if (field.reference().isEmpty()) {
            return FieldViews.of(field).imported(field, cell, zone);
        }
        Model target = model.target(field);
        FieldDefinition key = target.key().getFirst();
        return field.type() == FieldType.REFERENCE
                ? value(target, key, cell)
                : ListRequest.split(cell).stream()
                        .map(one -> value(target, key, one))
                        .toList();
    }
}
