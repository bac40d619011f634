package dev.hexadmin.persistence.database.sqlite.dialect;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column as SQLite describes it.
 *
 * @param declared the declared type, in upper case
 * @param samples values that are in the column: one, or several of a column of dates or times
 * @param key how the key compares values, of a reference whose column compares them in another way, as a foreign key does not
 * @param anyCase whether texts of the column are equal whatever the case of their ASCII letters
 * @param start when numbers of seconds begin, in seconds since 1970
 */
record SqliteColumn(String declared, List<Object> samples, Key key, boolean anyCase, long start) {
    /** Section 3 of SQLite's "Datatypes": what looks like a number. */
    private static final Pattern NUMBER =
            Pattern.compile("\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*");

    /** Numbers of at most 15 digits that SQLite writes without an exponent, and with their digits only. */
    private static final Pattern SAME_REAL =
            Pattern.compile("-?(?!0\\.0000|([.]?[0-9]){16})(0|[1-9][0-9]*)\\.([0-9]*[1-9]|0)(?<!-0\\.0)");

    private static final Pattern SAME_NUMBER =
            Pattern.compile("0|-?[1-9][0-9]{0,17}|-?(?!0\\.0000|([.]?[0-9]){16})(0|[1-9][0-9]*)\\.[0-9]*[1-9]");

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

    /** An empty column of a type. */
    static SqliteColumn of(String type) {
        return new SqliteColumn(type, List.of(), Key.SAME, false, 0);
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

    /** Whether whole numbers become numbers with an exponent. */
    boolean hasRealAffinity() {
        return hasNumericAffinity()
                && !declared.contains("INT")
                && (declared.contains("REAL") || declared.contains("FLOA") || declared.contains("DOUB"));
    }

    /** Whether a text is the same text after the column has made a number of it, as it does with each that looks like one. */
    boolean keeps(String text) {
        return !hasNumericAffinity()
                || !NUMBER.matcher(text).matches()
                || (hasRealAffinity() ? SAME_REAL : SAME_NUMBER).matcher(text).matches();
    }
}
