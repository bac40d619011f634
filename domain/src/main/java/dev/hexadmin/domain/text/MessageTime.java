package dev.hexadmin.domain.text;

import java.time.ZonedDateTime;

/**
 * A time as an argument of a {@link Message}: a date and the minute, in the form of the language.
 *
 * @param showsZone whether the name of the zone stands behind it, for readers who may be in another zone
 */
public record MessageTime(ZonedDateTime at, boolean showsZone) {
    @Override
    public String toString() {
        return in(MessageRules.ENGLISH);
    }

    String in(MessageRules rules) {
        return showsZone ? rules.time(at) + " " + at.getZone().getId() : rules.time(at);
    }
}
