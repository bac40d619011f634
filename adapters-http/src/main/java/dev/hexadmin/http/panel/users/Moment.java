package dev.hexadmin.http.panel.users;

import dev.hexadmin.http.fields.Formats;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A point in time on a page.
 *
 * @param machine for {@code datetime}, or {@code ""} without a moment
 * @param text for people
 */
public record Moment(String machine, String text) {
    static Moment of(Instant at) {
        return new Moment(at.truncatedTo(ChronoUnit.SECONDS).toString(), Formats.moment(at));
    }

    /** @param none the text to show when there is no such moment */
    static Moment of(Optional<Instant> at, String none) {
        return at.map(Moment::of).orElseGet(() -> new Moment("", none));
    }
}
