package dev.hexadmin.persistence.catalogue;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Reference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A table as the database describes it.
 *
 * @param key the primary key's columns, in key order; empty when there is none
 * @param uniques sets of columns that no two rows share, without the key
 */
public record FoundTable(
        String name, List<Column> columns, List<String> key, List<ForeignKey> foreignKeys, List<List<String>> uniques) {

    /**
     * A column.
     *
     * @param declared its type in the database's words
     * @param type what a field of it holds; empty when no field type fits
     * @param values the names of an enum
     * @param initial its default
     * @param generated the database makes the value of every new row: identity, serial, row id
     * @param computed nobody can write it
     */
    public record Column(
            String name,
            String declared,
            Optional<FieldType> type,
            OptionalInt length,
            OptionalInt precision,
            OptionalInt scale,
            List<String> values,
            boolean notNull,
            Initial initial,
            boolean generated,
            boolean computed) {}

    /** What a new row gets when nothing is said. */
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

        /** What only the database can work out. */
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
