package dev.hexadmin.domain.models;

import java.util.Locale;

/** Derives names and labels from other names. */
public final class Naming {
    private Naming() {}

    /** {@code order_lines} → {@code Order lines}; a trailing {@code _id} is left out. */
    public static String label(String name) {
        String words = (name.length() > 3 && name.endsWith("_id") ? name.substring(0, name.length() - 3) : name)
                .replace('_', ' ')
                .strip();
        return words.isEmpty() ? name : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /**
     * A valid model or field name from an identifier of a database: {@code PlaylistTrack} → {@code playlist_track},
     * {@code AlbumId} → {@code album_id}, {@code HTTPStatus} → {@code http_status}, {@code 2nd Name} → {@code
     * n2nd_name}. Letters outside ASCII become {@code x} and their code point. At most 63 characters.
     */
    public static String snakeCase(String name) {
        StringBuilder out = new StringBuilder(name.length() + 8);
        int[] points = name.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            int c = points[i];
            if (c >= 'A' && c <= 'Z') {
                boolean afterLower = i > 0 && (isLower(points[i - 1]) || isDigit(points[i - 1]));
                boolean endOfAcronym =
                        i > 0 && isUpper(points[i - 1]) && i + 1 < points.length && isLower(points[i + 1]);
                if (afterLower || endOfAcronym) {
                    separate(out);
                }
                out.append((char) (c + 32));
            } else if (isLower(c) || isDigit(c)) {
                out.append((char) c);
            } else if (c < 128) {
                separate(out);
            } else {
                out.append('x').append(Integer.toHexString(c));
            }
        }
        while (!out.isEmpty() && out.charAt(out.length() - 1) == '_') {
            out.setLength(out.length() - 1);
        }
        if (out.isEmpty() || !isLower(out.charAt(0))) {
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

    private static boolean isLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isUpper(int c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
