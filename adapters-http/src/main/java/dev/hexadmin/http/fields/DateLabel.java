package dev.hexadmin.http.fields;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.texts.Localized;
import java.time.LocalDate;

/** Dates and ranges of dates for people. */
public final class DateLabel {
    private DateLabel() {}

    /** {@code 24 Oct}. */
    public static String day(LocalDate day) {
        return Formats.day(day);
    }

    /** {@code Oct 2026}. */
    public static String month(LocalDate day) {
        return Formats.month(day);
    }

    /** {@code 24 to 30 Oct 2026}, {@code 24 Oct to 22 Nov 2026} or {@code 24 Dec 2025 to 3 Jan 2026}. */
    public static String range(LocalDate from, LocalDate to) {
        if (from.equals(to)) {
            return Formats.date(to.toString());
        }
        String first = from.getYear() != to.getYear()
                        || !Localized.current().language().equals(Language.ENGLISH)
                ? Formats.date(from.toString())
                : from.getMonth() == to.getMonth() ? Integer.toString(from.getDayOfMonth()) : Formats.day(from);
        return text("{from} to {to}", "from", first, "to", Formats.date(to.toString()));
    }
}
