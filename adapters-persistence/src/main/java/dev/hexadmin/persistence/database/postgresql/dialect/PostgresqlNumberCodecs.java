package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Codecs of PostgreSQL for numbers and booleans. */
final class PostgresqlNumberCodecs {
    /** Up to here, columns of floats hold each whole number. */
    private static final long EXACT_IN_FLOAT4 = 1L << 24;

    private static final long EXACT_IN_FLOAT8 = 1L << 53;

    private PostgresqlNumberCodecs() {}

    private static String finite(String column) {
        return column + " <> ALL ('{NaN,Infinity,-Infinity}')";
    }

    static ColumnCodec integer(PostgresqlColumn column) {
        return switch (column.type()) {
            case "int2" -> new IntegerCodec(Short.MIN_VALUE, Short.MAX_VALUE);
            case "int4" -> new IntegerCodec(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "numeric" -> {
                int digits = column.isSized() ? column.precision() - column.scale() : 1000;
                long most = digits > 18
                        ? Long.MAX_VALUE
                        : BigInteger.TEN.pow(digits).longValue() - 1;
                yield new NumericIntegerCodec(digits > 18 ? Long.MIN_VALUE : -most, most);
            }
            case "float4" -> new NumericIntegerCodec(-EXACT_IN_FLOAT4, EXACT_IN_FLOAT4);
            case "float8" -> new NumericIntegerCodec(-EXACT_IN_FLOAT8, EXACT_IN_FLOAT8);
            default -> new IntegerCodec(Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    static ColumnCodec real(PostgresqlColumn column) {
        return switch (column.type()) {
            case "float4" -> new SinglePrecisionCodec();
            case "float8" -> new FloatCodec(true);
            default -> new ExactFloatCodec(column.isInfinite(), exactly(-1, "", column));
        };
    }

    static ColumnCodec decimal(FieldDefinition field, PostgresqlColumn column) {
        if (column.is("money")) {
            return new MoneyCodec(field.constraints().scale().orElse(-1), column.scale());
        }
        int scale = field.constraints().scale().orElse(-1);
        String readable = readableDecimals(field, column);
        return column.isFloat()
                ? new FloatDecimalCodec(scale, readable, column.is("float4"))
                : exactly(scale, readable, column);
    }

    private static DecimalCodec exactly(int scale, String readable, PostgresqlColumn column) {
        boolean sized = column.is("numeric") && column.isSized();
        return new DecimalCodec(
                scale,
                readable,
                sized ? column.precision() - column.scale() : Integer.MAX_VALUE,
                sized ? column.scale() : column.isWhole() ? 0 : Integer.MAX_VALUE);
    }

    /** The condition for decimals with no more digits than the field, of the column {@code %s}; empty when all are. */
    private static String readableDecimals(FieldDefinition field, PostgresqlColumn column) {
        if (!column.isInfinite()) {
            return "";
        }
        boolean fewEnough = field.constraints().scale().isEmpty()
                || (column.is("numeric")
                        && column.isSized()
                        && column.scale() <= field.constraints().scale().getAsInt());
        String number = column.is("numeric") ? "%s" : "%s::numeric";
        return finite("%s")
                + (fewEnough
                        ? ""
                        : " AND " + number + " = round(" + number + ", "
                                + field.constraints().scale().getAsInt() + ")");
    }

    private static Optional<String> total(String column) {
        return Optional.of("coalesce(sum(" + column + "), 0)");
    }

    static class IntegerCodec extends PostgresqlCodec<Long> {
        private final long least;
        private final long most;

        IntegerCodec(long least, long most) {
            super(WireForm.WHOLE, "::int8[]", Types.BIGINT);
            this.least = least;
            this.most = most;
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof Long number && (number < least || number > most)) {
                throw UnstorableValueException.outside(least, most);
            }
            super.store(statement, parameter, value);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            long number = rows.getLong(column);
            if (number == 0 && rows.wasNull()) {
                sink.none(field);
            } else {
                sink.whole(field, number);
            }
        }

        @Override
        @Nullable
        public Long value(ResultSet rows, int column) throws SQLException {
            long number = rows.getLong(column);
            return (number == 0 && rows.wasNull()) ? null : (Long) number;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setLong(parameter, (Long) value);
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** In a column of numbers that may have a fraction. */
    static final class NumericIntegerCodec extends IntegerCodec {
        NumericIntegerCodec(long least, long most) {
            super(least, most);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable Long number = value(rows, column);
            if (number == null) {
                unread(rows, column, sink, field);
            } else {
                sink.whole(field, number);
            }
        }

        @Override
        @Nullable
        public Long value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            try {
                return text == null ? null : (Long) new BigDecimal(text).longValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                return null; // a fraction, too large, or NaN
            }
        }

        @Override
        public String readable(String column) {
            return "(" + finite(column) + " AND " + column + " = trunc(" + column + ") AND " + column
                    + " BETWEEN -9223372036854775808 AND 9223372036854775807)";
        }
    }

    static class FloatCodec extends PostgresqlCodec<Double> {
        private final boolean infinite;

        FloatCodec(boolean infinite) {
            super(WireForm.REAL, "::float8[]", Types.DOUBLE);
            this.infinite = infinite;
        }

        @Override
        public final String readable(String column) {
            return infinite ? finite(column) : "";
        }

        double number(ResultSet rows, int column) throws SQLException {
            return rows.getDouble(column);
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            double number = number(rows, column) + 0.0; // minus zero is read as zero
            if (!Double.isFinite(number) || (number == 0 && rows.wasNull())) {
                unread(rows, column, sink, field);
            } else {
                sink.real(field, number);
            }
        }

        @Override
        public final @Nullable Double value(ResultSet rows, int column) throws SQLException {
            double number = number(rows, column) + 0.0; // minus zero is read as zero
            return (!Double.isFinite(number) || (number == 0 && rows.wasNull())) ? null : (Double) number;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setDouble(parameter, (Double) value);
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** Of 32 bits: 1.1 is read and found as 1.1, not as the double next to the float next to it. */
    static final class SinglePrecisionCodec extends FloatCodec {
        SinglePrecisionCodec() {
            super(true);
        }

        @Override
        double number(ResultSet rows, int column) throws SQLException {
            return Double.parseDouble(Float.toString(rows.getFloat(column)));
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setDouble(parameter, ((Double) value).floatValue());
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof Double number && !Float.isFinite(number.floatValue())) {
                throw new UnstorableValueException(Message.of("The number is too large."));
            }
            super.store(statement, parameter, value);
        }

        @Override
        protected Object stored(Object value) {
            return (double) ((Double) value).floatValue();
        }
    }

    /** In a column of whole numbers or decimals, to which the server would round a number. */
    static final class ExactFloatCodec extends FloatCodec {
        private final DecimalCodec decimals;

        ExactFloatCodec(boolean infinite, DecimalCodec decimals) {
            super(infinite);
            this.decimals = decimals;
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            decimals.store(statement, parameter, value == null ? null : BigDecimal.valueOf((Double) value));
        }
    }

    static final class BooleanCodec extends PostgresqlCodec<Boolean> {
        BooleanCodec() {
            super(WireForm.FLAG, "::boolean[]", Types.BOOLEAN);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            boolean flag = rows.getBoolean(column);
            if (!flag && rows.wasNull()) {
                sink.none(field);
            } else {
                sink.flag(field, flag);
            }
        }

        @Override
        @Nullable
        public Boolean value(ResultSet rows, int column) throws SQLException {
            boolean flag = rows.getBoolean(column);
            return (!flag && rows.wasNull()) ? null : (Boolean) flag;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBoolean(parameter, (Boolean) value);
        }
    }

    static class DecimalCodec extends PostgresqlCodec<BigDecimal> {
        private final int scale;
        private final String readable;
        private final int digitsBefore;
        private final int digitsAfter;

        /** @param digitsAfter the scale of the column, which may be negative */
        DecimalCodec(int scale, String readable, int digitsBefore, int digitsAfter) {
            super(WireForm.DECIMAL, "::numeric[]", Types.NUMERIC);
            this.scale = scale;
            this.readable = readable;
            this.digitsBefore = digitsBefore;
            this.digitsAfter = digitsAfter;
        }

        @Override
        public String readable(String column) {
            return readable.replace("%s", column);
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof BigDecimal number && number.precision() - number.scale() > digitsBefore) {
                throw new UnstorableValueException("a decimal that is too large for its column");
            }
            if (value instanceof BigDecimal number
                    && number.stripTrailingZeros().scale() > digitsAfter) {
                throw new UnstorableValueException(Message.of("A multiple of {step} is expected.")
                        .with(
                                "step",
                                BigDecimal.ONE.scaleByPowerOfTen(-digitsAfter).toPlainString()));
            }
            super.store(statement, parameter, value);
        }

        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            @Nullable BigDecimal number = value(rows, column);
            if (number == null) {
                unread(rows, column, sink, field);
            } else {
                sink.decimal(field, number);
            }
        }

        @Override
        @Nullable
        public BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable BigDecimal number;
            try {
                number = rows.getBigDecimal(column);
            } catch (SQLException e) {
                @Nullable String text = rows.getString(column);
                if ("NaN".equals(text) || "Infinity".equals(text) || "-Infinity".equals(text)) {
                    return null;
                }
                throw e;
            }
            return number == null ? null : ColumnCodec.exactly(number, scale);
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBigDecimal(parameter, (BigDecimal) value);
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column);
        }
    }

    /** In a column of numbers with an exponent, which hold about 15 digits, or 6. */
    static final class FloatDecimalCodec extends DecimalCodec {
        private final boolean single;

        FloatDecimalCodec(int scale, String readable, boolean single) {
            super(scale, readable, Integer.MAX_VALUE, Integer.MAX_VALUE);
            this.single = single;
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof BigDecimal number) {
                UnstorableValueException.checkExact(number, single);
            }
            super.store(statement, parameter, value);
        }
    }

    /** The text of an amount depends on the server's {@code lc_monetary}, its number does not. */
    static final class MoneyCodec extends DecimalCodec {
        private static final int DIGITS_BEFORE = 17;

        /** @param digitsAfter of the server's {@code lc_monetary} */
        MoneyCodec(int scale, int digitsAfter) {
            super(scale, "", DIGITS_BEFORE, digitsAfter);
        }

        @Override
        public String selected(String column) {
            return column + "::numeric";
        }

        @Override
        public String compared(String column) {
            return column + "::numeric";
        }

        @Override
        public Optional<String> sum(String column) {
            return total(column + "::numeric");
        }
    }
}
