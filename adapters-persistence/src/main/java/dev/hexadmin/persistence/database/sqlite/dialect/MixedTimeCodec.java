package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.persistence.dialect.TimeText;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times of the day in different forms, such as {@code 10:00} and {@code 10:00:00}. They are compared and ordered as
 * microseconds, which no index has.
 */
final class MixedTimeCodec extends SqliteCodec<LocalTime> {
    private static final Pattern FORM =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d[ T])?\\d\\d:\\d\\d(:\\d\\d(?:\\.(\\d{1,9}))?)?");

    private final String date;
    private final boolean seconds;
    private final int digits;

    /** @param sample a value in whose form others are stored, as far as it can hold them */
    MixedTimeCodec(@Nullable Object sample) {
        super(WireForm.TIME);
        Matcher form = FORM.matcher(sample instanceof String text ? text : "");
        boolean known = form.matches();
        this.date = known && form.group(1) != null ? form.group(1) : "";
        this.seconds = !known || form.group(2) != null;
        this.digits = known && form.group(3) != null ? form.group(3).length() : 0;
    }

    private String written(LocalTime time) {
        String text = TimeText.write(time);
        if (!seconds && text.endsWith(":00") && text.length() == "10:00:00".length()) {
            return date + text.substring(0, text.length() - ":00".length());
        }
        int missing = digits - Math.max(0, text.length() - "10:00:00.".length());
        return date + text + (missing <= 0 ? "" : (text.indexOf('.') < 0 ? "." : "") + "0".repeat(missing));
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
            statement.setString(parameter, written((LocalTime) value));
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
