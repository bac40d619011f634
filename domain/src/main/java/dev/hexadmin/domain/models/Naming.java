package dev.hexadmin.domain.models;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;

/** Derives names and labels from other names. */
public final class Naming {
    /** Latin letters that are no other letter with an accent. */
    private static final Map<Integer, String> LATIN = Map.ofEntries(
            entry('ß', "ss"),
            entry('æ', "ae"),
            entry('œ', "oe"),
            entry('ø', "o"),
            entry('ł', "l"),
            entry('đ', "d"),
            entry('ð', "d"),
            entry('þ', "th"),
            entry('ħ', "h"),
            entry('ı', "i"),
            entry('ŋ', "ng"),
            entry('ŧ', "t"));

    private Naming() {}

    private static Map.Entry<Integer, String> entry(char letter, String ascii) {
        return Map.entry((int) letter, ascii);
    }

    /** {@code order_lines} → {@code Order lines}; a trailing {@code _id} is left out. */
    public static String label(String name) {
        String words = (name.length() > 3 && name.endsWith("_id") ? name.substring(0, name.length() - 3) : name)
                .replace('_', ' ')
                .strip();
        return words.isEmpty() ? name : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /**
     * The words of an identifier of a database in lower case, joined by {@code _}: {@code PlaylistTrack} → {@code
     * playlist_track}, {@code HTTPStatus} → {@code http_status}, {@code ÜMLAUT} → {@code ümlaut}. Letters of every alphabet
     * stay.
     */
    public static String words(String name) {
        StringBuilder out = new StringBuilder(name.length() + 8);
        int[] points = name.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            int c = points[i];
            if (Character.isUpperCase(c)) {
                int before = i > 0 ? points[i - 1] : ' ';
                boolean afterLower = Character.isLowerCase(before) || Character.isDigit(before);
                boolean endOfAcronym =
                        Character.isUpperCase(before) && i + 1 < points.length && Character.isLowerCase(points[i + 1]);
                if (afterLower || endOfAcronym) {
                    separate(out);
                }
                out.appendCodePoint(Character.toLowerCase(c));
            } else if (Character.isLetterOrDigit(c) || isMark(c)) {
                out.appendCodePoint(c);
            } else {
                separate(out);
            }
        }
        while (!out.isEmpty() && out.charAt(out.length() - 1) == '_') {
            out.setLength(out.length() - 1);
        }
        return out.toString();
    }

    private static boolean isMark(int c) {
        return Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    /**
     * A valid model or field name from an identifier of a database: its {@link #words}, with the letter beneath each accent
     * ({@code ÜMLAUT} → {@code umlaut}, {@code Straße} → {@code strasse}) and {@code n} before a digit ({@code 2nd Name} →
     * {@code n2nd_name}). Letters of other alphabets than the Latin one become {@code x} and their code point. At most 63
     * characters.
     */
    public static String snakeCase(String name) {
        StringBuilder out = new StringBuilder(name.length() + 8);
        Normalizer.normalize(words(name), Normalizer.Form.NFKD).codePoints().forEach(c -> {
            if (c < 128) {
                out.append(Character.isLetterOrDigit(c) ? (char) c : '_');
            } else if (!isMark(c)) {
                out.append(LATIN.getOrDefault(c, "x" + Integer.toHexString(c)));
            }
        });
        if (out.isEmpty() || out.charAt(0) < 'a' || out.charAt(0) > 'z') {
            out.insert(0, 'n');
        }
        if (out.length() > 63) {
            out.setLength(63);
        }
        return out.toString();
    }

    private static void separate(StringBuilder out) {
        if (!out.isEmpty() && out.charAt(out.length() - 1) != '_') {
            out.append('_');
        }
    }
}
