package dev.hexadmin.persistence.database.sqlite.dialect;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column as SQLite describes it.
 *
 * @param declared the declared type, in upper case
 * @param samples values that are in the column: one, or several of a column of dates or times
 */
record SqliteColumn(String declared, List<Object> samples) {
    SqliteColumn {
        declared = declared.toUpperCase(Locale.ROOT);
        samples = List.copyOf(samples);
    }

    /** A value that is in the column, if there is one. */
    @Nullable
    Object sample() {
        return samples.isEmpty() ? null : samples.getFirst();
    }

    /** Whether a number in the column is not equal to its text. */
    boolean hasNoAffinity() {
        return declared.isBlank() || declared.equals("BLOB") || declared.equals("ANY");
    }

    /** Section 3.1 of SQLite's "Datatypes". */
    boolean hasTextAffinity() {
        return !declared.contains("INT")
                && (declared.contains("CHAR") || declared.contains("CLOB") || declared.contains("TEXT"));
    }
}
