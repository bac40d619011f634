package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.NumberNotation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The columns of a table of text: which fields they are, and what their cells mean. Used by one thread. */
final class Cells {
    private static final int MOST_UNKNOWN = 50;
    private static final int LONGEST_NAME = 60;

    private final Model model;
    private final NumberNotation notation;
    private final List<Optional<FieldDefinition>> columns = new ArrayList<>();
    private final Set<String> unknown = new LinkedHashSet<>();
    private final Set<NumberNotation> seen = EnumSet.noneOf(NumberNotation.class);

    /**
     * Looks the headings up, by the fields' names or what people call them, in any case.
     *
     * @param notation how numbers in texts are written
     * @throws UnreadableFileException when there are none, or two of the same field
     */
    Cells(Model model, NumberNotation notation, List<@Nullable String> headings) {
        this.model = model;
        this.notation = notation;
        Set<FieldDefinition> named = new LinkedHashSet<>();
        for (@Nullable String heading : headings) {
            String name = heading == null ? "" : heading.strip();
            Optional<FieldDefinition> field = field(name);
            if (field.isPresent() && !named.add(field.get())) {
                throw new UnreadableFileException(Message.of("The column ''{column}'' is given twice.")
                        .with("column", field.get().name()));
            }
            if (field.isEmpty() && !name.isEmpty() && unknown.size() < MOST_UNKNOWN) {
                unknown.add(name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name);
            }
            columns.add(field);
        }
        if (named.isEmpty()) {
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

    /** The field of a column, if an import takes its values. */
    Optional<FieldDefinition> taken(int column) {
        return column < columns.size()
                ? columns.get(column).filter(field -> field.primaryKey() || !field.readOnly())
                : Optional.empty();
    }

    /** Whether a column has numbers with fractions, which can be written in more than one way. */
    boolean hasFractions() {
        return columns.stream()
                .flatMap(Optional::stream)
                .anyMatch(field ->
                        field.itemType().isNumber() && !field.itemType().equals(FieldType.INTEGER.valueType()));
    }

    /** The ways of writing numbers that the texts of the rows so far have shown. */
    Set<NumberNotation> seen() {
        return seen;
    }

    /**
     * A row; empty when no cell has a value.
     *
     * @param number of the row
     * @param cells null for an empty cell; cells that are missing at the end are empty
     */
    Optional<Row> row(long number, List<? extends @Nullable Cell> cells) {
        List<Violation> wrong = new ArrayList<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        boolean some = false;
        for (int i = 0; i < columns.size(); i++) {
            @Nullable Cell cell = i < cells.size() ? cells.get(i) : null;
            some |= cell != null && !hasText(cell, String::isEmpty);
            if (columns.get(i).isPresent()) {
                FieldDefinition field = columns.get(i).get();
                @Nullable
                Object value = cell == null || (hasText(cell, String::isBlank) && !holdsEmptyText(field))
                        ? null
                        : value(field, cell, taken(i).isPresent(), wrong);
                add(values, field, value);
            }
        }
        return some ? Optional.of(new Row(number, values, wrong)) : Optional.empty();
    }

    private static boolean hasText(Cell cell, Predicate<String> such) {
        return switch (cell) {
            case Cell.Typed(String text) -> such.test(text);
            case Cell.Exact(String text) -> such.test(text);
            case Cell.Wrong wrong -> false;
        };
    }

    private @Nullable Object value(FieldDefinition field, Cell cell, boolean taken, List<Violation> wrong) {
        return switch (cell) {
            case Cell.Typed(String text) -> typed(field, text, wrong);
            case Cell.Exact(String text) -> value(model, field, text, NumberNotation.PLAIN, wrong);
            case Cell.Wrong(Message reason) -> {
                if (taken) {
                    wrong.add(Violation.at(field.name(), "cell_error", reason));
                }
                yield null;
            }
        };
    }

    private Object typed(FieldDefinition field, String cell, List<Violation> wrong) {
        FieldViews.of(field).notation(cell).ifPresent(seen::add);
        return value(model, field, cell, notation, wrong);
    }

    private static void add(Map<String, @Nullable Object> values, FieldDefinition field, @Nullable Object value) {
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
    private static Object value(
            Model model, FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
        if (field.reference().isEmpty()) {
            return FieldViews.of(field).imported(field, cell, notation, wrong);
        }
        Model target = model.target(field);
        FieldDefinition key = target.key().getFirst();
        return field.type() == FieldType.REFERENCE
                ? value(target, key, cell, notation, wrong)
                : ListRequest.split(cell).stream()
                        .map(one -> value(target, key, one, notation, wrong))
                        .toList();
    }
}
