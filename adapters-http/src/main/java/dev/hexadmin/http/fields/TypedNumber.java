package dev.hexadmin.http.fields;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads numbers as people type them in a language: with its decimal separator, with or without groups of thousands, and with
 * the digits of any script. A point is a decimal separator in every language, since many keyboards have no other key for it.
 */
final class TypedNumber {
    private static final Pattern WHOLE = Pattern.compile("-?\\d+");
    private static final Pattern POINT = Pattern.compile("-?\\d+\\.\\d+");
    private static final Pattern SPACES = Pattern.compile("[ \u00a0\u2009\u202f]");
    private static final Pattern APOSTROPHES = Pattern.compile("['\u2019]");
    private static final Pattern MARKS = Pattern.compile("[\u061c\u200e\u200f]");
    private static final char ARABIC_DECIMAL = '\u066b';
    private static final char ARABIC_GROUP = '\u066c';
    private static final char MINUS = '\u2212';

    private final char decimal;
    private final Pattern grouped;
    private final Pattern fraction;
    private final String group;

    TypedNumber(String decimal, String group) {
        this.decimal = decimal.charAt(0);
        this.group = plainGroup(group);
        this.grouped = Pattern.compile(
                "(-?\\d{1,3}((?:" + Pattern.quote(this.group) + "\\d{3})+))(?:" + Pattern.quote(decimal) + "(\\d+))?");
        this.fraction = Pattern.compile("(-?\\d+)" + Pattern.quote(decimal) + "(\\d+(?:[eE][-+]?\\d+)?)");
    }

    /** The same where nothing tells how numbers are written. */
    Optional<String> read(String typed, boolean whole) {
        return read(typed, whole, NumberNotation.UNKNOWN);
    }

    /**
     * The canonical text of a number; any other text as it is.
     *
     * @param whole whether the number has no fraction, so that a separator can only be that of a group
     * @return empty when the text can be two numbers, such as {@code 1.234} in German
     */
    Optional<String> read(String typed, boolean whole, NumberNotation notation) {
        String text = plain(typed);
        Matcher groups = grouped.matcher(text);
        if (groups.matches()) {
            if (isLone(groups)) {
                if (notation == NumberNotation.PLAIN && group.equals(".")) {
                    return Optional.of(typed);
                }
                if (notation != NumberNotation.LANGUAGE && !whole) {
                    return Optional.empty();
                }
            }
            return Optional.of(
                    groups.group(1).replace(group, "") + (groups.group(3) == null ? "" : "." + groups.group(3)));
        }
        if (WHOLE.matcher(text).matches()) {
            return Optional.of(text);
        }
        Matcher parts = fraction.matcher(text);
        return Optional.of(parts.matches() ? parts.group(1) + "." + parts.group(2) : typed);
    }

    /** How numbers are written, if this one tells. */
    Optional<NumberNotation> notation(String typed) {
        String text = plain(typed);
        Matcher groups = grouped.matcher(text);
        if (groups.matches()) {
            return isLone(groups) ? Optional.empty() : Optional.of(NumberNotation.LANGUAGE);
        }
        if (fraction.matcher(text).matches()) {
            return Optional.of(NumberNotation.LANGUAGE);
        }
        return POINT.matcher(text).matches() ? Optional.of(NumberNotation.PLAIN) : Optional.empty();
    }

    /** Whether the separator of the only group can be a decimal separator. */
    private boolean isLone(Matcher groups) {
        return groups.group(3) == null && groups.group(2).length() == 4 && (group.equals(".") || group.equals(","));
    }

    private String plain(String typed) {
        StringBuilder text = new StringBuilder(typed.length());
        String stripped = MARKS.matcher(typed.strip()).replaceAll("").replace(MINUS, '-');
        for (char c : plainGroup(stripped).toCharArray()) {
            int digit = Character.digit(c, 10);
            text.append(
                    digit >= 0
                            ? (char) ('0' + digit)
                            : c == ARABIC_DECIMAL ? decimal : c == ARABIC_GROUP ? group.charAt(0) : c);
        }
        return text.toString();
    }

    /** One space for all spaces, and one apostrophe for both. */
    private static String plainGroup(String text) {
        return APOSTROPHES.matcher(SPACES.matcher(text).replaceAll(" ")).replaceAll("'");
    }
}
