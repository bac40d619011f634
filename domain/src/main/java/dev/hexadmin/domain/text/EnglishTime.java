package dev.hexadmin.domain.text;

import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The English form of times. */
final class EnglishTime {
    static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);

    private EnglishTime() {}
}
