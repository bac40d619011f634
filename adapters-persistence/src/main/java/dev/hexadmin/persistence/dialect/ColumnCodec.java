package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.records.RecordSink;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one column holds the values of one field. Thread-safe.
 *
 * <p>Managed tables hold values as {@link Dialect#managedType} specifies. For existing tables a codec reads the form
 * that it finds, and writes and compares in the same form. A stored value that is not valid for the field's type (an
 * invalid time, {@code NaN}) reads as null, is reported as unreadable, and is null in comparisons. It never reads as
 * another value.
 */
public abstract class ColumnCodec {
    protected ColumnCodec() {}

    /** Gives the column's value to {@code sink} in its wire form. */
    public abstract void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException;

    /** The column's value, of the field's Java class. */
    public abstract @Nullable Object read(ResultSet rows, int column) throws SQLException;

    /**
     * Whether a value that was read is stored as {@link #bind} writes it. A row with another form of it is not where the
     * value is in an order.
     */
    public boolean isBound(ResultSet rows, int column, Object value) throws SQLException {
        return true;
    }

    /** Puts a value into a comparison. */
    public abstract void bind(PreparedStatement statement, int parameter, Object value) throws SQLException;

    /**
     * Puts a value or null into an insert or an update.
     *
     * @throws UnstorableValueException when the column would hold another value
     */
    public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(parameter, nullType());
        } else {
            bind(statement, parameter, value);
        }
    }

    /** How many parameters {@link #in} has for so many values: one, unless the database takes no lists as parameters. */
    public int places(int values) {
        return 1;
    }

    /** Puts any number of values into the parameters of {@link #in}. */
    public abstract void bindAll(PreparedStatement statement, int parameter, Collection<?> values) throws SQLException;

    /**
     * That a value of the column that is not null is one of the field's type; empty where every value is. It need not
     * exclude values that can be compared for equality with a value of the type.
     */
    public String readable(String column) {
        return "";
    }

    /**
     * Gives a text to the sink.
     *
     * @param choices the values of an enum, others of which are unreadable; empty for other fields. Comparisons and orders see
     *     others as they are stored, so that indexes serve them
     */
    protected static void emit(String text, Set<String> choices, RecordSink sink, int field) {
        if (choices.isEmpty() || choices.contains(text)) {
            sink.text(field, text);
        } else {
            sink.unreadable(field, text);
        }
    }

    /** Gives null, or a stored value that is not valid for the field's type, to the sink. */
    protected void unread(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
        @Nullable String stored = rows.getString(column);
        if (stored == null) {
            sink.none(field);
        } else {
            sink.unreadable(field, stored);
        }
    }

    /** The column as it is selected. */
    public String selected(String column) {
        return column;
    }

    /** The column as it is compared for equality. */
    public String compared(String column) {
        return column;
    }

    /** The column of a reference as it is compared with the column of keys that it leads to. */
    public String referring(String column) {
        return column;
    }

    /** The column as it is ordered, and compared with what is larger or smaller. */
    public String ordered(String column) {
        return compared(column);
    }

    /** The column as text, for the lookups that look at case. */
    public String text(String column) {
        return column;
    }

    /** The column as text, for the lookups that ignore case. */
    public String anyCase(String column) {
        return column;
    }

    /** Whether an index has the trigrams of {@link #anyCase} in lower case. */
    public boolean hasTrigrams() {
        return false;
    }

    /** A parameter of text in lower case by the rules of {@link #anyCase}; only of columns of text. */
    public String loweredParameter() {
        return "lower(?)";
    }

    /** The day in UTC of a column of dates or times, which reads as {@code 2026-11-20}; only of such columns. */
    public String day(String column) {
        throw new IllegalStateException("no days in " + column);
    }

    /** The same for clocks with an offset from UTC; a date is the same everywhere. */
    public String day(String column, ZoneOffset offset) {
        return day(column);
    }

    /** That a column of lists has the items of a JSON array, which is the one parameter; only of such columns. */
    public String contains(String column) {
        throw new IllegalStateException("no items in " + column);
    }

    /** The sum of a column of numbers, which reads as a number; empty where the database cannot add it up. */
    public Optional<String> sum(String column) {
        return Optional.empty();
    }

    /**
     * That the column is one of the values.
     *
     * @param places see {@link #places}
     */
    public abstract String in(String column, int places);

    /** Of {@link java.sql.Types}. */
    protected abstract int nullType();

    /** The text, or, for a text that no database can hold, one that is equal to no stored text. */
    public static String storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> out.appendCodePoint(
                        c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFF : c));
        return out.toString();
    }

    /**
     * The number with the declared digits after the point, or without trailing zeros when none are declared: the same
     * on every database. Null when it has more digits than declared.
     */
    public static @Nullable BigDecimal exactly(BigDecimal number, int scale) {
        if (scale >= 0 && number.scale() == scale) {
            return number;
        }
        BigDecimal bare = number.stripTrailingZeros();
        if (scale >= 0) {
            return bare.scale() > scale ? null : bare.setScale(scale, RoundingMode.UNNECESSARY);
        }
        return bare.scale() < 0 ? bare.setScale(0, RoundingMode.UNNECESSARY) : bare;
    }
}
