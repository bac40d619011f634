package dev.hexadmin.persistence.catalogue;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Reference;
import java.util.List;
import java.util.Optional;

/**
 * A table or a view as the database describes it.
 *
 * @param name as {@code table} of a model has it: with its schema where the name alone means another table, or none
 * @param view whether its rows are computed from others: a view or a materialized view
 * @param columns those that the database user may read
 * @param key the primary key's columns, in key order; empty without a primary key
 * @param uniques sets of columns that no two rows share unless one of them is null, without the key
 * @param comment its description in the database; empty when there is none
 */
public record TableDescription(
        String name,
        boolean view,
        List<Column> columns,
        List<String> key,
        List<ForeignKey> foreignKeys,
        List<List<String>> uniques,
        String comment) {

    /** The same table with another key. */
    public TableDescription withKey(List<String> other) {
        return new TableDescription(name, view, columns, other, foreignKeys, uniques, comment);
    }

    /**
     * A column.
     *
     * @param initial its default
     * @param generated the database makes the value of every new row: identity, serial, row id
     * @param computed its value cannot be written
     * @param comment its description in the database; empty when there is none
     */
    public record Column(
            String name,
            ColumnType type,
            boolean notNull,
            Initial initial,
            boolean generated,
            boolean computed,
            String comment) {
        /** The same column with values of another type. */
        public Column of(ColumnType other) {
            return new Column(name, other, notNull, initial, generated, computed, comment);
        }
    }

    /**
     * The type of a column.
     *
     * @param declared in the database's words
     * @param fieldType what a field of it holds
     * @param readOnly whether values are only shown, as the text that the database writes
     * @param numbers those in parentheses, such as 10 and 2 of {@code NUMERIC(10,2)}
     * @param values the names of an enum
     * @param items what an array holds; empty for other types
     */
    public record ColumnType(
            String declared,
            FieldType fieldType,
            boolean readOnly,
            List<Integer> numbers,
            List<String> values,
            Optional<FieldType> items) {}

    /** The default of a column for a new row without a value. */
    public sealed interface Initial {
        /** Null. */
        record Nothing() implements Initial {}

        /**
         * A constant.
         *
         * @param text its text, without quotes
         * @param expression as the database has it
         */
        record Literal(String text, String expression) implements Initial {}

        /** The time of the insert, in another form than the database would write it. */
        record Now() implements Initial {}

        /** An expression that only the database can compute. */
        record Expression(String text) implements Initial {}
    }

    /**
     * A foreign key.
     *
     * @param targetColumns as many as {@code columns}; empty for the target's primary key
     */
    public record ForeignKey(
            List<String> columns, String target, List<String> targetColumns, Reference.OnDelete onDelete) {}
}
