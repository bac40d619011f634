package dev.hexadmin.domain.text;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;

/**
 * How a user has chosen to read texts and times; empty parts follow the request.
 *
 * @param zone in which times are shown
 */
public record LocaleChoice(Optional<Language> language, Optional<ZoneId> zone) {
    /** Nothing is chosen. */
    public static final LocaleChoice NONE = new LocaleChoice(Optional.empty(), Optional.empty());

    /** The choice with these texts. What is unknown counts as not chosen. */
    public static LocaleChoice of(Optional<String> language, Optional<String> zone) {
        return language.isEmpty() && zone.isEmpty()
                ? NONE
                : new LocaleChoice(language.flatMap(LocaleChoice::language), zone.flatMap(LocaleChoice::zone));
    }

    /** The language of this tag, if it is one of {@link Language#OFFERED}. */
    public static Optional<Language> language(String tag) {
        return Language.OFFERED.stream().filter(one -> one.tag().equals(tag)).findFirst();
    }

    /** The zone of this name of the IANA database. */
    public static Optional<ZoneId> zone(String name) {
        try {
            return ZoneId.getAvailableZoneIds().contains(name) ? Optional.of(ZoneId.of(name)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
