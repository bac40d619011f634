package dev.hexadmin.application.text;

import dev.hexadmin.domain.text.Language;
import java.time.ZonedDateTime;

/** What plural forms and numbers look like in each language. Thread-safe. */
public interface LanguageRules {
    /** The plural category of a number (Unicode TR 35), such as {@code one} or {@code other}. */
    String plural(Language language, Number number);

    /** The number with the separators of the language. */
    String number(Language language, Number number);

    /** The date and the minute in the form of the language, without the zone. */
    String time(Language language, ZonedDateTime at);
}
