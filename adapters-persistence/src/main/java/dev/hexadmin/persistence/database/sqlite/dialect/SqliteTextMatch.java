package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.records.Lookup.Place;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.Match;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of text with a pattern. {@code LIKE} ignores the case of ASCII only, so other letters are looked for with
 * {@code GLOB} and all letters that are the same but for their case, by the simple case folding of Unicode.
 */
final class SqliteTextMatch {
    private static final int LONGEST_PATTERN = 50_000; // SQLITE_MAX_LIKE_PATTERN_LENGTH

    /** No letter from here on has two cases. */
    private static final int END_OF_CASES = 0x20000;

    /** By the folded letter, all letters that fold to it, where there is more than one. */
    private static final Map<Integer, String> CASES = cases();

    private SqliteTextMatch() {}

    /** The comparison of a column with a text, whatever the collation of the column. */
    static Match of(String column, TextMatch how, String text) {
        return how.anyCase()
                ? anyCase(column, how.place(), text)
                : switch (how.place()) {
                    case WHOLE -> glob(column, globbed(text, false));
                    case START -> startsWith(column + " COLLATE BINARY", text);
                    case ANYWHERE -> new Match("instr(" + column + ", ?) > 0", List.of(text));
                    case END -> glob(column, "*" + globbed(text, false));
                };
    }

    private static Match anyCase(String column, Place place, String text) {
        if (!text.chars().allMatch(SqliteTextMatch::isAscii)) {
            return glob(column, Match.placed(place, globbed(text, true), "*"));
        }
        String pattern = Match.placed(place, Match.escaped(text), "%");
        return isTooLong(pattern) ? nothing(column) : Match.like(column, pattern);
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
        return isTooLong(pattern) ? nothing(column) : new Match(column + " GLOB ?", List.of(pattern));
    }

    /** No stored text is looked for with a longer pattern, so that it finds nothing. */
    private static boolean isTooLong(String pattern) {
        return pattern.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATTERN;
    }

    private static Match nothing(String column) {
        return new Match("instr(" + column + ", '') < 0", List.of()); // null for null
    }

    private static boolean isAscii(int c) {
        return c < 128;
    }

    private static String globbed(String text, boolean anyCase) {
        StringBuilder out = new StringBuilder(text.length() * 4);
        text.codePoints().forEach(c -> {
            @Nullable String cases = anyCase ? CASES.get(folded(c)) : null;
            if (cases != null) {
                out.append('[').append(cases).append(']');
            } else if (c == '*' || c == '?' || c == '[') {
                out.append('[').appendCodePoint(c).append(']');
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    private static Map<Integer, String> cases() {
        Map<Integer, Set<Integer>> cases = new HashMap<>();
        for (int c = 0; c < END_OF_CASES; c++) {
            if (folded(c) != c) {
                cases.computeIfAbsent(folded(c), folded -> new TreeSet<>(Set.of(folded)))
                        .add(c);
            }
        }
        Map<Integer, String> texts = HashMap.newHashMap(cases.size());
        cases.forEach((folded, same) ->
                texts.put(folded, same.stream().map(Character::toString).collect(Collectors.joining())));
        return texts;
    }

    /**
     * A letter beyond ASCII that folds to one of ASCII, such as the Kelvin sign, folds to itself: for {@code LIKE} they are not
     * the same, and no text of ASCII needs the slower {@code GLOB}.
     */
    private static int folded(int c) {
        int folded = Character.toLowerCase(Character.toUpperCase(c));
        return isAscii(folded) && !isAscii(c) ? c : folded;
    }
}
