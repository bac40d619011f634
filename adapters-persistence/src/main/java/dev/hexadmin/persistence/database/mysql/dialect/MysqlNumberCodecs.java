package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Codecs of MySQL for numbers and booleans. */
final class MysqlNumberCodecs {
    private MysqlNumberCodecs() {}

    static ColumnCodec integer(MysqlColumn column) {
        return column.isWhole() ? new IntegerCodec(column) : new NumericIntegerCodec(column);
    }

    static ColumnCodec real(MysqlColumn column) {
        return switch (column.type()) {
            case "float" -> new SinglePrecisionCodec();
            case "double" -> new FloatCodec();
            default -> new ExactFloatCodec(column);
        };
    }

    static ColumnCodec decimal(FieldDefinition field, MysqlColumn column) {
        return new DecimalCodec(field.constraints().scale().orElse(-1), column);
    }

    static ColumnCodec flag(MysqlColumn column) {
        return column.is("bit") ? new BooleanCodec() : new NumericBooleanCodec();
    }

    private static Optional<String> total(String column) {
        return Optional.of("coalesce(sum(" + column + "), 0)");
    }

    static class IntegerCodec extends MysqlCodec<Long> {
        private final long least;
        private final long most;
        private final boolean year;

        IntegerCodec(MysqlColumn column) {
            super(WireForm.WHOLE, Types.BIGINT);
            this.year = column.is("year");
            // up to here, columns of floats hold each whole number
            this.most = column.is("float") ? 1L << 24 : column.is("double") ? 1L << 53 : column.most();
            this.least = column.isFloat() ? -most : column.least();
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            // a year of two digits would become another one
            boolean free = year && value instanceof Long number && number == 0;
            if (!free && value instanceof Long number && (number < least || number > most)) {
                throw year
                        ? UnstorableValueException.outside(Long.toString(least), Long.toString(most))
                        : UnstorableValueException.outside(least, most);
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
        public @Nullable Long value(ResultSet rows, int column) throws SQLException {
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

    /** In a column of numbers that may have a fraction, or be larger than 64 bits with a sign; or of bits. */
    static final class NumericIntegerCodec extends IntegerCodec {
        private final boolean bits;

        NumericIntegerCodec(MysqlColumn column) {
            super(column);
            this.bits = column.is("bit");
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
        public @Nullable Long value(ResultSet rows, int column) throws SQLException {
            @Nullable String text = rows.getString(column);
            try {
                return text == null ? null : (Long) new BigDecimal(text).longValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                return null; // a fraction, or too large
            }
        }

        @Override
        public String compared(String column) {
            return bits ? "(" + column + " + 0)" : column;
        }

        @Override
        public String selected(String column) {
            return compared(column);
        }

        @Override
        public String readable(String column) {
            String number = compared(column);
            return "(" + number + " = truncate(" + number + ", 0) AND " + number
                    + " BETWEEN -9223372036854775808 AND 9223372036854775807)";
        }
    }

    /** There is no NaN and no infinity. */
    static class FloatCodec extends MysqlCodec<Double> {
        FloatCodec() {
            super(WireForm.REAL, Types.DOUBLE);
        }

        double number(ResultSet rows, int column) throws SQLException {
            return rows.getDouble(column);
        }

        @Override
        public final void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            double number = number(rows, column) + 0.0; // minus zero is read as zero
            if (number == 0 && rows.wasNull()) {
                sink.none(field);
            } else {
                sink.real(field, number);
            }
        }

        @Override
        public final @Nullable Double value(ResultSet rows, int column) throws SQLException {
            double number = number(rows, column) + 0.0; // minus zero is read as zero
            return (number == 0 && rows.wasNull()) ? null : (Double) number;
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

    /** Of 32 bits: 1.1 is read and found as 1.1. The server would write it with six digits, unless it is made a double. */
    static final class SinglePrecisionCodec extends FloatCodec {
        @Override
        public String selected(String column) {
            return "(" + column + " + 0e0)";
        }

        @Override
        double number(ResultSet rows, int column) throws SQLException {
            return Double.parseDouble(Float.toString((float) rows.getDouble(column)));
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
    }

    /** In a column of whole numbers or decimals, to which the server would round a number. */
    static final class ExactFloatCodec extends FloatCodec {
        private final DecimalCodec decimals;

        ExactFloatCodec(MysqlColumn column) {
            this.decimals = new DecimalCodec(-1, column);
        }

        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            decimals.store(statement, parameter, value == null ? null : BigDecimal.valueOf((Double) value));
        }
    }

    static class BooleanCodec extends MysqlCodec<Boolean> {
        BooleanCodec() {
            super(WireForm.FLAG, Types.BOOLEAN);
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
        public @Nullable Boolean value(ResultSet rows, int column) throws SQLException {
            boolean flag = rows.getBoolean(column);
            return (!flag && rows.wasNull()) ? null : (Boolean) flag;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
            statement.setBoolean(parameter, (Boolean) value);
        }
    }

    /** In a {@code tinyint}, which may have other numbers than 0 and 1. */
    static final class NumericBooleanCodec extends BooleanCodec {
        @Override
        public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
            int number = rows.getInt(column);
            if (number == 0 || number == 1) {
                super.emit(rows, column, sink, field);
            } else {
                sink.unreadable(field, Integer.toString(number));
            }
        }

        @Override
        public @Nullable Boolean value(ResultSet rows, int column) throws SQLException {
            int number = rows.getInt(column);
            return (number == 0 || number == 1) ? super.value(rows, column) : null;
        }

        @Override
        public String readable(String column) {
            return column + " IN (0, 1)";
        }
    }

    static final class DecimalCodec extends MysqlCodec<BigDecimal> {
        private final int scale;
        private final MysqlColumn column;

        DecimalCodec(int scale, MysqlColumn column) {
            super(WireForm.DECIMAL, Types.NUMERIC);
            this.scale = scale;
            this.column = column;
        }

        @Override
        public String readable(String name) {
            return scale < 0 || (column.is("decimal") && column.scale() <= scale) || column.isWhole()
                    ? ""
                    : name + " = round(" + name + ", " + scale + ")";
        }

        /** The server would cut digits after the point without an error. */
        @Override
        public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
            if (value instanceof BigDecimal number) {
                if (column.isFloat()) {
                    UnstorableValueException.checkExact(number, column.is("float"));
                } else if (number.precision() - number.scale() > column.precision() - column.scale()) {
                    throw new UnstorableValueException("a decimal that is too large for its column");
                } else if (number.stripTrailingZeros().scale() > column.scale()) {
                    throw new UnstorableValueException(Message.of("A multiple of {step} is expected.")
                            .with(
                                    "step",
                                    BigDecimal.ONE
                                            .scaleByPowerOfTen(-column.scale())
                                            .toPlainString()));
                }
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
        public @Nullable BigDecimal value(ResultSet rows, int column) throws SQLException {
            @Nullable BigDecimal number = rows.getBigDecimal(column);
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
}
