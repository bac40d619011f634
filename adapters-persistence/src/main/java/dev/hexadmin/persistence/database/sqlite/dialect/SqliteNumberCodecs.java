package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Codecs of SQLite for numbers and booleans. */
final class SqliteNumberCodecs {
    /** A finite number: text and bytes are larger than any. */
    private static final String NUMBER = " BETWEEN -1.7976931348623157e308 AND 1.7976931348623157e308";

    private SqliteNumberCodecs() {}

    static IntegerCodec integer(SqliteColumn column) {
        return column.hasTextAffinity()
                ? new IntegerTextCodec()
                : column.key().numeric()
                        ? new IntegerOrTextCodec()
                        : column.hasRealAffinity() ? new RealIntegerCodec() : new IntegerCodec();
    }

    static ColumnCodec real(SqliteColumn column) {
        return column.hasTextAffinity() ? new FloatTextCodec() : new FloatCodec();
    }

    static ColumnCodec decimal(FieldDefinition field, SqliteColumn column) {
        int scale = field.constraints().scale().orElse(-1);
        return column.declared().startsWith("DECIMAL_TEXT")
                ? new SortableDecimalCodec(scale)
                : column.hasTextAffinity() ? new DecimalTextCodec(scale) : new DecimalNumberCodec(scale);
    }

    static class IntegerCodec extends SqliteCodec<Long> {
        IntegerCodec() {
            super(WireForm.WHOLE);
        }

        static final double EXACT = 0x1p53;

        @Override
        public final @Nullable Long value(ResultSet rows, int column) throws SQLException {
            return number(rows.getObject(column));
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable Long number = value(rows, column);
            if (number == null) {
                unread(rows, column, sink, field);
            } else {
                sink.whole(field, number);
            }
        }

        @Nullable
        Long number(@Nullable Object value) {
            return switch (value) {
                case Integer number -> number.longValue();
                case Long number -> number;
                case Double number when number == Math.rint(number) && Math.abs(number) <= EXACT -> number.longValue();
                case null, default -> null;
            };
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") IN ('integer', 'real') AND " + column + " = CAST(" + column
                    + " AS INTEGER))";
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** In a column that makes numbers with an exponent of whole numbers. */
    static final class RealIntegerCodec extends IntegerCodec {
        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            long most = (long) EXACT;
            if (value instanceof Long number && (number < -most || number > most)) {
                throw UnstorableValueException.outside(-most, most);
            }
            super.store(statement, parameter, value);
        }
    }

    /** In a text column of an existing table. */
    static final class IntegerTextCodec extends IntegerCodec {
        @Override
        @Nullable
        Long number(@Nullable Object value) {
            try {
                return value instanceof String text
                                && Long.toString(Long.parseLong(text)).equals(text)
                        ? (Long) Long.parseLong(text)
                        : null;
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        public String compared(String column) {
            return "CAST(" + column + " AS INTEGER)";
        }

        @Override
        public String readable(String column) {
            return "CAST(CAST(" + column + " AS INTEGER) AS TEXT) = " + column;
        }
    }

    /** In a column that stores numbers and texts as they are given, of a reference to a key that takes both for the same. */
    static final class IntegerOrTextCodec extends IntegerCodec {
        @Override
        @Nullable
        Long number(@Nullable Object value) {
            @Nullable BigDecimal number = value instanceof String text ? SortableDecimal.plain(text) : null;
            try {
                return number == null ? super.number(value) : (Long) number.longValueExact();
            } catch (ArithmeticException e) {
                return null;
            }
        }

        @Override
        public String compared(String column) {
            String number = "CAST(" + column + " AS NUMERIC)";
            return "iif(" + column + " = " + number + ", " + number + ", " + column + ")";
        }

        @Override
        public String readable(String column) {
            return super.readable(compared(column));
        }
    }

    static class FloatCodec extends SqliteCodec<Double> {
        FloatCodec() {
            super(WireForm.REAL);
        }

        @Override
        public final @Nullable Double value(ResultSet rows, int column) throws SQLException {
            return number(rows.getObject(column));
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable Double number = value(rows, column);
            if (number == null) {
                unread(rows, column, sink, field);
            } else {
                sink.real(field, number);
            }
        }

        @Nullable
        Double number(@Nullable Object value) {
            return value instanceof Number number && Double.isFinite(number.doubleValue())
                    ? (Double) (number.doubleValue() + 0.0) // minus zero is read as zero
                    : null;
        }

        @Override
        public String readable(String column) {
            return column + NUMBER;
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** In a text column of an existing table. */
    static final class FloatTextCodec extends FloatCodec {
        @Override
        @Nullable
        Double number(@Nullable Object value) {
            @Nullable BigDecimal number = value instanceof String text ? SortableDecimal.plain(text) : null;
            return number == null ? null : super.number(number.doubleValue());
        }

        /** As text with all digits: the database would write 15 of them. */
        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            statement.setString(
                    parameter,
                    value == null ? null : BigDecimal.valueOf((Double) value).toPlainString());
        }

        @Override
        public String compared(String column) {
            return "CAST(" + column + " AS REAL)";
        }

        /** Only a text that is a number as a whole is equal to that number. */
        @Override
        public String readable(String column) {
            return column + " = CAST(" + column + " AS NUMERIC)";
        }
    }

    static final class BooleanCodec extends SqliteCodec<Boolean> {
        private final boolean asText;

        BooleanCodec(boolean asText) {
            super(WireForm.FLAG);
            this.asText = asText;
        }

        @Override
        @Nullable
        public Boolean value(ResultSet rows, int column) throws SQLException {
            return switch (rows.getObject(column)) {
                case Number number when number.doubleValue() == 1 -> true;
                case Number number when number.doubleValue() == 0 -> false;
                case String text when asText && text.equals("1") -> true;
                case String text when asText && text.equals("0") -> false;
                case null, default -> null;
            };
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable Boolean flag = value(rows, column);
            if (flag == null) {
                unread(rows, column, sink, field);
            } else {
                sink.flag(field, flag);
            }
        }

        @Override
        public String readable(String column) {
            return column + " IN (0, 1)";
        }

        @Override
        protected Object stored(Object value) {
            return (Boolean) value ? 1L : 0L;
        }
    }

    /** A decimal in one of three forms. */
    abstract static class DecimalCodec extends SqliteCodec<BigDecimal> {
        final int scale;

        DecimalCodec(int scale) {
            super(WireForm.DECIMAL);
            this.scale = scale;
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable BigDecimal number = value(rows, column);
            if (number == null) {
                unread(rows, column, sink, field);
            } else {
                sink.decimal(field, number);
            }
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }

        final @Nullable BigDecimal exactly(@Nullable BigDecimal number) {
            return number == null ? null : ColumnCodec.exactly(number, scale);
        }

        /** That a number has no more digits than the field. */
        final String fits(String number) {
            return scale < 0 || scale > 15 ? "" : " AND " + number + " = round(" + number + ", " + scale + ")";
        }
    }

    /**
     * In a column of numbers. Different decimals of up to 15 digits have different nearest {@code double} values (IEEE
     * 754, DBL_DIG), so that equality, order and reading are exact.
     */
    static final class DecimalNumberCodec extends DecimalCodec {
        private static final double EXACT = 1e15;
        private static final double[] POWERS = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};

        DecimalNumberCodec(int scale) {
            super(scale);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            return switch (rows.getObject(column)) {
                case Double real -> Double.isFinite(real) ? number(real) : null;
                case Number whole -> exactly(BigDecimal.valueOf(whole.longValue()));
                case null, default -> null;
            };
        }

        private @Nullable BigDecimal number(double number) {
            if (scale >= 0 && scale < POWERS.length) {
                double moved = number * POWERS[scale];
                if (Math.abs(moved) < EXACT) {
                    long unscaled = Math.round(moved);
                    return unscaled / POWERS[scale] == number ? BigDecimal.valueOf(unscaled, scale) : null;
                }
            }
            return exactly(BigDecimal.valueOf(number));
        }

        @Override
        public String readable(String column) {
            return "(" + column + NUMBER + fits(column) + ")";
        }

        @Override
        protected Object stored(Object value) {
            BigDecimal number = (BigDecimal) value;
            if (number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() <= 18) {
                return number.longValue();
            }
            return number.doubleValue();
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof BigDecimal number && stored(number) instanceof Double) {
                UnstorableValueException.checkExact(number, false);
            }
            super.store(statement, parameter, value);
        }
    }

    static final class SortableDecimalCodec extends DecimalCodec {
        SortableDecimalCodec(int scale) {
            super(scale);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : exactly(SortableDecimal.read(text));
        }

        @Override
        public String readable(String column) {
            return "(typeof(" + column + ") = 'text' AND (" + column + " = 'O' OR " + column + " GLOB 'P[0-9]*' OR "
                    + column + " GLOB 'N[0-9]*~'))";
        }

        @Override
        public Optional<String> sum(String column) {
            return Optional.empty(); // it sorts like a number, but is a text
        }

        @Override
        protected Object stored(Object value) {
            return SortableDecimal.write((BigDecimal) value);
        }
    }

    /** As plain text in an existing table: read exactly, compared as the nearest {@code double}. */
    static final class DecimalTextCodec extends DecimalCodec {
        DecimalTextCodec(int scale) {
            super(scale);
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = text(rows, column);
            return text == null ? null : exactly(SortableDecimal.plain(text));
        }

        @Override
        public String compared(String column) {
            return "CAST(" + column + " AS REAL)";
        }

        /** Only a text that is a number as a whole is equal to that number. */
        @Override
        public String readable(String column) {
            return "(" + column + " = CAST(" + column + " AS NUMERIC)" + fits(compared(column)) + ")";
        }

        @Override
        protected Object stored(Object value) {
            return ((BigDecimal) value).doubleValue();
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            statement.setString(parameter, value == null ? null : ((BigDecimal) value).toPlainString());
        }
    }
}
