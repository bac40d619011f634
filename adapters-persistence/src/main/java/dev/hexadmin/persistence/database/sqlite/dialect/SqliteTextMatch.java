package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.records.Lookup.Place;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.Match;
import java.util.List;
import java.util.Optional;

/**
 * Comparisons of text with a pattern. {@code LIKE} ignores the case of ASCII only, so text with other letters is looked for
 * with {@code GLOB} and both cases of each letter.
 */
final class SqliteTextMatch {
    private static final int LONGEST_PATTERN = 50_000; // SQLITE_MAX_LIKE_PATTERN_LENGTH

    private SqliteTextMatch() {}

    /** The comparison of a column with a text. */
    static Match of(String column, TextMatch how, String text) {
        Match match = how.anyCase()
                ? anyCase(column, how.place(), text)
                : switch (how.place()) {
                    case WHOLE -> glob(column, globbed(text, false));
                    case START -> startsWith(column, text);
                    case ANYWHERE -> new Match("instr(" + column + ", ?) > 0", List.of(text));
                    case END -> glob(column, "*" + globbed(text, false));
                };
        return match.parameters().stream().anyMatch(p -> p.length() * 3 > LONGEST_PATTERN)
                        && !match.sql().startsWith("instr")
                ? new Match("instr(" + column + ", ?) < 0", List.of("")) // longer than any pattern may be: no match
                : match;
    }

    private static Match anyCase(String column, Place place, String text) {
        boolean ascii = ascii(text);
        String any = ascii ? "%" : "*";
        String pattern = Match.placed(place, ascii ? Match.escaped(text) : globbed(text, true), any);
        return ascii ? Match.like(column, pattern) : glob(column, pattern);
    }

    private static Match startsWith(String column, String text) {
        Optional<String> next = successor(text);
        return next.isEmpty()
                ? new Match(column + " >= ?", List.of(text))
                : new Match("(" + column + " >= ? AND " + column + " < ?)", List.of(text, next.get()));
    }

    /** The first text after all that start with this one. */
    private static Optional<String> successor(String text) {
        int end = text.length();
        while (end > 0) {
            int last = text.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(text.substring(0, end) + Character.toString(next));
            }
        }
        return Optional.empty();
    }

    private static Match glob(String column, String pattern) {
        return new Match(column + " GLOB ?", List.of(pattern));
    }

    private static boolean ascii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    private static String globbed(String text, boolean anyCase) {
        StringBuilder out = new StringBuilder(text.length() * 4);
        text.codePoints().forEach(c -> {
            int upper = Character.toUpperCase(c);
            int lower = Character.toLowerCase(upper);
            if (anyCase && (upper != c || lower != c)) {
                out.append('[').appendCodePoint(c);
                if (upper != c) {
                    out.appendCodePoint(upper);
                }
                if (lower != c && lower != upper) {
                    out.appendCodePoint(lower);
                }
                out.append(']');
            } else if (c == '*' || c == '?' || c == '[') {
                out.append('[').appendCodePoint(c).append(']');
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
