package dev.hexadmin.http.fields;

import static dev.hexadmin.http.texts.Localized.text;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates and ranges of dates for people. */
public final class DateLabel {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM uuuu", Locale.ENGLISH);

    private DateLabel() {}

    /** {@code 24 Oct}. */
    public static String day(LocalDate day) {
        return DAY.format(day);
    }

    /** {@code Oct 2026}. */
    public static String month(LocalDate day) {
        return MONTH.format(day);
    }

    /** {@code 24 to 30 Oct 2026}, {@code 24 Oct to 22 Nov 2026} or {@code 24 Dec 2025 to 3 Jan 2026}. */
    public static String range(LocalDate from, LocalDate to) {
        if (from.equals(to)) {
            return Formats.date(to.toString());
        }
        String first = from.getYear() != to.getYear()
                ? Formats.date(from.toString())
                : from.getMonth() == to.getMonth() ? Integer.toString(from.getDayOfMonth()) : DAY.format(from);
        return text("{from} to {to}", "from", first, "to", Formats.date(to.toString()));
    }
}
