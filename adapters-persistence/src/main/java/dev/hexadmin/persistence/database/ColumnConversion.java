package dev.hexadmin.persistence.database;

import dev.hexadmin.domain.models.FieldType;
import java.util.Optional;

/**
 * How the values of a column become values of another type. The column is {@code %s} in both expressions. Immutable.
 *
 * @param fits the condition for a value, not null, that is the same afterwards; empty when each is
 * @param converted the value of the other type
 */
public record ColumnConversion(String fits, String converted) {
    private static final String DAY = "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
    private static final String TIME = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?";

    /** More digits than that cannot be counted in a regular expression of PostgreSQL. */
    private static final int COUNTED = 255;

    /**
     * A column that gets another type.
     *
     * @param storedTable the name of the table before it is renamed
     * @param storedColumn the same of the column
     * @param table the name of the table when the statements run
     * @param column the same of the column
     * @param type that the column gets
     * @param initial the default that it gets, as an expression; empty without one
     * @param nullable whether it may be null afterwards
     */
    public record Change(
            String storedTable,
            String storedColumn,
            String table,
            String column,
            String type,
            Optional<String> initial,
            boolean nullable) {}

    /** A conversion that each value fits. */
    public static ColumnConversion ofAll(String converted) {
        return new ColumnConversion("", converted);
    }

    /** The condition for a column; empty when each value fits. */
    public String fits(String column) {
        return fits.replace("%s", column);
    }

    /** The value of the other type for a column. */
    public String converted(String column) {
        return converted.replace("%s", column);
    }

    /**
     * The regular expression of the texts that a field of this type can take over, without its anchors; empty when it takes
     * none. What would be lost, such as zeros before a number, is not part of any.
     *
     * @param before how many digits a decimal has before the point at most
     * @param after the same after it
     */
    public static Optional<String> texts(FieldType type, int before, int after) {
        return switch (type) {
            case INTEGER -> Optional.of("(0|-?[1-9][0-9]{0,18})");
            case FLOAT -> Optional.of("-?(?!([.]?[0-9]){16})(0|[1-9][0-9]*)([.][0-9]+)?");
            case DECIMAL ->
                Optional.of("-?(0" + (before == 0 ? "" : "|[1-9][0-9]" + times(0, before - 1)) + ")([.]"
                        + (after == 0 ? "0+" : "[0-9]" + times(1, after) + "0*") + ")?");
            case BOOLEAN -> Optional.of("(true|false|0|1)");
            case DATE -> Optional.of(DAY);
            case TIME -> Optional.of(TIME);
            case DATETIME -> Optional.of(DAY + "[ T]" + TIME + "(Z|[+]00(:?00)?)");
            default -> Optional.empty();
        };
    }

    private static String times(int least, int most) {
        return "{" + least + "," + (most > COUNTED ? "" : most) + "}";
    }

    /** The regular expression of moments in UTC without an offset. */
    public static String momentsWithoutOffset() {
        return DAY + " " + TIME;
    }

    /** The condition for a column of numbers that they have no more digits before the point. */
    public static String below(String column, int digits) {
        String most = "1" + "0".repeat(digits);
        return "(" + column + " > -" + most + " AND " + column + " < " + most + ")";
    }

    /** The condition for a column of whole numbers that numbers of 64 bits with an exponent are the same. */
    public static String exact(String column) {
        return column + " BETWEEN -9007199254740992 AND 9007199254740992";
    }
}
