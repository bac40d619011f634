package dev.hexadmin.domain.text;

import java.math.BigDecimal;
import java.time.ZonedDateTime;

/** What the arguments of messages look like in one language. Thread-safe. */
public interface MessageRules {
    /** English, without a library. */
    MessageRules ENGLISH = new MessageRules() {
        @Override
        public Language language() {
            return Language.ENGLISH;
        }

        @Override
        public String plural(Number number) {
            return number.doubleValue() == 1 ? "one" : "other";
        }

        @Override
        public String number(Number number) {
            return switch (number) {
                case Integer whole -> DigitGroups.of(whole.toString());
                case Long whole -> DigitGroups.of(whole.toString());
                case BigDecimal exact -> exact.toPlainString();
                default -> number.toString();
            };
        }

        @Override
        public String translated(String text) {
            return text;
        }
    };

    Language language();

    /** The plural category of a number (Unicode TR 35): {@code zero}, {@code one}, {@code two}, {@code few}, {@code many}, {@code other}. */
    String plural(Number number);

    String number(Number number);

    /** The date and the minute, such as {@code 22 Nov 2026, 10:42}, without the zone. */
    default String time(ZonedDateTime at) {
        return EnglishTime.FORM.format(at);
    }

    /** The translation of an English text; the text itself where there is none. */
    String translated(String text);
}
