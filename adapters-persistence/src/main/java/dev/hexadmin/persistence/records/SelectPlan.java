package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the fields of a shape are read from a table. */
final class SelectPlan {
    /** Not shown, or not taken from a column as it is. */
    static final int HIDDEN = -1;

    private final Table table;
    private final Shape shape;
    private final Column[] shown;
    private final int[] fields;
    private final int[] fieldOfColumn;
    private final int width;
    private final List<Related> related = new ArrayList<>();
    private final int[] relatedOfField;
    private final List<Computed> computed = new ArrayList<>();
    private final String selected;
    private final Column[] read;
    private final boolean plain;

    /**
     * A field that needs rows of another table.
     *
     * @param position in the shape
     * @param expansion empty for the keys of a many-to-many field
     */
    record Related(int position, FieldDefinition field, Optional<Shape.Expansion> expansion) {
        boolean many() {
            return field.type() == FieldType.REFERENCES;
        }
    }

    /**
     * A field that is made from columns of the row.
     *
     * @param position in the shape
     * @param from the columns
     * @param at where they are among those selected, from 1
     */
    record Computed(int position, FieldDefinition field, Column[] from, int[] at) {}

    SelectPlan(Table table, Shape shape) {
        this.table = table;
        this.shape = shape;
        this.fieldOfColumn = new int[table.columns().length];
        Arrays.fill(fieldOfColumn, HIDDEN);
        this.relatedOfField = new int[shape.fields().size()];
        Arrays.fill(relatedOfField, HIDDEN);
        List<Column> columns = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        boolean ordered = true;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shape.fields().size(); i++) {
            FieldDefinition field = shape.fields().get(i);
            Optional<Shape.Expansion> expansion = shape.expansion(field);
            if (field.computed().isPresent()) {
                continue;
            }
            if (field.type() == FieldType.REFERENCES) {
                relatedOfField[i] = related.size();
                related.add(new Related(i, field, expansion));
                continue;
            }
            Column column = table.column(field);
            ordered &= columns.isEmpty() || columns.getLast().index() < column.index();
            columns.add(column);
            positions.add(i);
            text.append(text.isEmpty() ? "" : ", ").append(column.codec().selected(column.of("t0")));
            if (expansion.isPresent()) {
                relatedOfField[i] = related.size();
                related.add(new Related(i, field, expansion));
            } else {
                fieldOfColumn[column.index()] = i;
            }
        }
        this.shown = columns.toArray(Column[]::new);
        this.fields = positions.stream().mapToInt(Integer::intValue).toArray();
        this.width = computed(columns, text);
        this.selected = text.toString();
        this.read = columns.toArray(Column[]::new);
        this.plain = ordered && computed.isEmpty() && !needsOthers();
    }

    /**
     * Finds the columns that computed fields need and selects those that are not shown; returns the number of selected
     * columns.
     */
    private int computed(List<Column> columns, StringBuilder text) {
        for (int i = 0; i < shape.fields().size(); i++) {
            FieldDefinition field = shape.fields().get(i);
            if (field.computed().isEmpty()) {
                continue;
            }
            Column[] from = field.computed().get().from().stream()
                    .map(name -> table.column(table.model().fieldNamed(name)))
                    .toArray(Column[]::new);
            int[] at = new int[from.length];
            for (int j = 0; j < from.length; j++) {
                at[j] = columns.indexOf(from[j]) + 1;
                if (at[j] == 0) {
                    columns.add(from[j]);
                    at[j] = columns.size();
                    text.append(text.isEmpty() ? "" : ", ")
                            .append(from[j].codec().selected(from[j].of("t0")));
                }
            }
            computed.add(new Computed(i, field, from, at));
        }
        return columns.size();
    }

    /**
     * Gives the computed fields of a row.
     *
     * @param whole whether the row has every column of the table, and not those selected here
     */
    void compute(ResultSet row, boolean whole, RecordSink sink) throws SQLException {
        for (Computed one : computed) {
            Map<String, @Nullable Object> values = HashMap.newHashMap(one.from().length);
            for (int i = 0; i < one.from().length; i++) {
                Column column = one.from()[i];
                values.put(column.field().name(), column.value(row, whole ? column.index() + 1 : one.at()[i]));
            }
            @Nullable Object value = table.model().compute(one.field(), values);
            if (value == null) {
                sink.none(one.position());
            } else {
                sink.value(one.position(), value);
            }
        }
    }

    /** How many columns are selected: those shown, and after them those that only computed fields need. */
    int width() {
        return width;
    }

    Table table() {
        return table;
    }

    Shape shape() {
        return shape;
    }

    /** The columns shown, in the order they are selected. */
    Column[] shown() {
        return shown;
    }

    /** The field in the shape of each column shown. */
    int[] fields() {
        return fields;
    }

    /** The field in the shape of each column of the table, or {@link #HIDDEN}. */
    int[] fieldOfColumn() {
        return fieldOfColumn;
    }

    /** Whether the shape has the column's field, and does not expand it. */
    boolean covers(Column column) {
        return fieldOfColumn[column.index()] != HIDDEN;
    }

    /** The fields that need more than the row. */
    List<Related> related() {
        return related;
    }

    /** The related field at each position in the shape, or {@link #HIDDEN}. */
    int[] relatedOfField() {
        return relatedOfField;
    }

    /** Whether the fields are columns in the order of the table: then a row can be given in their order while it is read. */
    boolean isPlain() {
        return plain;
    }

    /** Whether a record needs rows of other tables: of related fields, or its children. */
    boolean needsOthers() {
        return !related.isEmpty() || !shape.children().isEmpty();
    }

    /** The columns of the row {@code t0}, as selected; may be empty. */
    String selected() {
        return selected;
    }

    /** The selected columns: those shown, and after them those that only computed fields need. */
    Column[] read() {
        return read;
    }

    /** The columns shown of the row {@code alias} as selected, and after them the first key column. */
    String shownOf(String alias) {
        StringBuilder text = new StringBuilder();
        for (Column column : shown) {
            text.append(column.codec().selected(column.of(alias))).append(", ");
        }
        Column key = table.key()[0];
        return text.append(key.codec().selected(key.of(alias))).toString();
    }

    /** Where a column is among those shown, from 1; 0 when it is not. */
    int positionOf(Column column) {
        for (int i = 0; i < shown.length; i++) {
            if (shown[i].index() == column.index()) {
                return i + 1;
            }
        }
        return 0;
    }
}
