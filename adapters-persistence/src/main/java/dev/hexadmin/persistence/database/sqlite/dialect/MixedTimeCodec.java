package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.persistence.dialect.TimeText;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Times of the day in different forms, such as {@code 10:00} and {@code 10:00:00}. They are compared and ordered as
 * microseconds, which no index has.
 */
final class MixedTimeCodec extends SqliteCodec<LocalTime> {
    MixedTimeCodec() {
        super(WireForm.TIME);
    }

    @Override
    public @Nullable LocalTime value(ResultSet rows, int column) throws SQLException {
        @Nullable String text = text(rows, column);
        return text == null ? null : TimeText.time(text);
    }

    @Override
    protected Object stored(Object value) {
        return ((LocalTime) value).getLong(ChronoField.MICRO_OF_DAY);
    }

    @Override
    public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
        if (value == null) {
            super.store(statement, parameter, null);
        } else {
            statement.setString(parameter, TimeText.write((LocalTime) value));
        }
    }

    @Override
    public String compared(String column) {
        String time = "('1970-01-01 ' || iif(substr(" + column + ", 11, 1) IN (' ', 'T'), substr(" + column + ", 12), "
                + column + "))";
        return "iif(typeof(" + column + ") = 'text', " + MixedMomentCodec.micros(time) + ", NULL)";
    }

    @Override
    public String ordered(String column) {
        return MixedMomentCodec.beforeAll(column, compared(column));
    }

    @Override
    public String readable(String column) {
        return "coalesce(" + compared(column) + " BETWEEN 0 AND "
                + (ChronoUnit.DAYS.getDuration().toNanos() / 1000 - 1) + ", 0)";
    }
}
