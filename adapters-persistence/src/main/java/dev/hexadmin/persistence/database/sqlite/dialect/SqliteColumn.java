package dev.hexadmin.persistence.database.sqlite.dialect;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column as SQLite describes it.
 *
 * @param declared the declared type, in upper case
 * @param samples values that are in the column: one, or several of a column of dates or times
 * @param key how the key compares values, of a reference whose column compares them in another way, as a foreign key does not
 * @param start when numbers of seconds begin, in seconds since 1970
 */
record SqliteColumn(String declared, List<Object> samples, Key key, long start) {
    /**
     * What a foreign key takes from the column that it leads to.
     *
     * @param collation the clause that follows an expression; empty for that of the reference's own column
     * @param numeric whether a text of a number is equal to the number, which it is not in the reference's own column
     */
    record Key(String collation, boolean numeric) {
        static final Key SAME = new Key("", false);
    }

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

    boolean hasNumericAffinity() {
        return !hasTextAffinity() && !hasNoAffinity();
    }

    /** Section 3.1 of SQLite's "Datatypes". */
    boolean hasTextAffinity() {
        return !declared.contains("INT")
                && (declared.contains("CHAR") || declared.contains("CLOB") || declared.contains("TEXT"));
    }
}
