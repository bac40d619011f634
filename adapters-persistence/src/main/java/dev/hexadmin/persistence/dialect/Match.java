package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.records.Lookup.Place;
import java.util.List;

/**
 * A comparison of text with a pattern.
 *
 * @param sql with a {@code ?} for each parameter
 * @param parameters text, in order
 */
public record Match(String sql, List<String> parameters) {
    /** A comparison with a pattern of {@code LIKE}, in which a text was {@link #escaped}. */
    public static Match like(String column, String pattern) {
        return new Match(column + " LIKE ? ESCAPE '\\'", List.of(pattern));
    }

    /** A text as a pattern of {@code LIKE} that only this text matches. */
    public static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    /**
     * A pattern for texts that have another text in this place.
     *
     * @param any what matches anything
     */
    public static String placed(Place place, String pattern, String any) {
        return switch (place) {
            case WHOLE -> pattern;
            case START -> pattern + any;
            case ANYWHERE -> any + pattern + any;
            case END -> any + pattern;
        };
    }
}
