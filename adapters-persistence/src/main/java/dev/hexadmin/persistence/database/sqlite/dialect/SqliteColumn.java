package dev.hexadmin.persistence.database.sqlite.dialect;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column as SQLite describes it.
 *
 * @param declared the declared type, in upper case
 * @param sample a value that is in the column, if there is one
 */
record SqliteColumn(String declared, @Nullable Object sample) {
    SqliteColumn {
        declared = declared.toUpperCase(Locale.ROOT);
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
