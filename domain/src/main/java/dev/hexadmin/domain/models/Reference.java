package dev.hexadmin.domain.models;

import java.util.Locale;
import java.util.Optional;

/**
 * The target of a {@code reference} or {@code references} field.
 *
 * @param to the target model's name
 * @param onDelete what a delete of the target does to the records that point to it; for {@code references} the links
 *     always go with either side
 * @param through the join table; present only for {@code references}
 */
public record Reference(String to, OnDelete onDelete, Optional<JoinTable> through) {

    /** What deleting the target does to the records that point to it. */
    public enum OnDelete {
        RESTRICT,
        CASCADE,
        SET_NULL,
        /** Nothing: the database alone decides, as it does for the rows of a view. */
        NO_ACTION;

        /** The word used in configuration files, such as {@code set_null}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The table of a many-to-many relation.
     *
     * @param table its name in the database
     * @param sourceColumn the column that holds the key of the record that has the field
     * @param targetColumn the column that holds the key of the target
     */
    public record JoinTable(String table, String sourceColumn, String targetColumn) {}
}
