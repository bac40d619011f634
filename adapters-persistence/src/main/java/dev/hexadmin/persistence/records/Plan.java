package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How the fields of a shape come from a table. */
final class Plan {
    /** Not shown, or not taken from a column as it is. */
    static final int HIDDEN = -1;

    private final Table table;
    private final Shape shape;
    private final Column[] shown;
    private final int[] fields;
    private final int[] fieldOfColumn;
    private final List<Related> related = new ArrayList<>();
    private final String selected;

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

    Plan(Table table, Shape shape) {
        this.table = table;
        this.shape = shape;
        this.fieldOfColumn = new int[table.columns().length];
        Arrays.fill(fieldOfColumn, HIDDEN);
        List<Column> columns = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shape.fields().size(); i++) {
            FieldDefinition field = shape.fields().get(i);
            Optional<Shape.Expansion> expansion = shape.expansion(field);
            if (!field.stored()) {
                related.add(new Related(i, field, expansion));
                continue;
            }
            Column column = table.column(field);
            columns.add(column);
            positions.add(i);
            text.append(text.isEmpty() ? "" : ", ").append(column.codec().selected(column.of("t0")));
            if (expansion.isPresent()) {
                related.add(new Related(i, field, expansion));
            } else {
                fieldOfColumn[column.index()] = i;
            }
        }
        this.shown = columns.toArray(Column[]::new);
        this.fields = positions.stream().mapToInt(Integer::intValue).toArray();
        this.selected = text.toString();
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

    /** The fields that need more than the row. */
    List<Related> related() {
        return related;
    }

    /** The columns shown of the row {@code t0}, as selected; may be empty. */
    String selected() {
        return selected;
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
