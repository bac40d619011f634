package dev.hexadmin.application.search.internal;

import java.util.List;

/**
 * Scores a record for a query, and selects the text to show. Case is ignored character by character, so that positions
 * in a text do not change.
 */
final class Ranking {
    /** The maximum length of a snippet, in characters. */
    static final int SNIPPET = 160;

    private static final int BEFORE_MATCH = 40;
    private static final double BY_LENGTH = 0.09;

    private Ranking() {}

    /** The position of a word. */
    private enum Place {
        NOWHERE,
        INSIDE,
        WORD_START,
        START,
        WHOLE
    }

    /**
     * The score, greater than 0, at most 1.
     *
     * @param label the record's name
     * @param texts of the other searched fields
     */
    static double score(String label, List<String> texts, String phrase, List<String> words) {
        double best = switch (place(label, phrase)) {
            case WHOLE -> 0.91;
            case START -> 0.8;
            case WORD_START -> 0.7;
            case INSIDE -> 0.6;
            case NOWHERE -> 0;
        };
        if (best == 0) {
            best = 1;
            for (String word : words) {
                best = Math.min(best, score(label, texts, word));
            }
        }
        return best + BY_LENGTH / (1 + label.length() / 16.0);
    }

    /** The score of one of several words, or of one that is not in the name. */
    private static double score(String label, List<String> texts, String word) {
        double best = switch (place(label, word)) {
            case WHOLE, START -> 0.5;
            case WORD_START -> 0.45;
            case INSIDE -> 0.4;
            case NOWHERE -> 0;
        };
        if (best > 0) {
            return best;
        }
        best = 0.1; // the database matched it with different rules of case folding
        for (String text : texts) {
            best = Math.max(
                    best,
                    switch (place(text, word)) {
                        case WHOLE -> 0.3;
                        case START, WORD_START -> 0.25;
                        case INSIDE -> 0.2;
                        case NOWHERE -> 0;
                    });
        }
        return best;
    }

    private static Place place(String text, String word) {
        int at = indexOf(text, word, 0);
        if (at < 0) {
            return Place.NOWHERE;
        }
        if (at == 0) {
            return text.length() == word.length() ? Place.WHOLE : Place.START;
        }
        for (; at >= 0; at = indexOf(text, word, at + 1)) {
            if (!Character.isLetterOrDigit(text.codePointBefore(at))) {
                return Place.WORD_START;
            }
        }
        return Place.INSIDE;
    }

    /** The position of the word in the text, ignoring case; -1 when it does not occur. */
    static int indexOf(String text, String word, int from) {
        int last = text.length() - word.length();
        for (int at = from; at <= last; at++) {
            if (text.regionMatches(true, at, word, 0, word.length())) {
                return at;
            }
        }
        return -1;
    }

    /**
     * The text around the first match, on one line.
     *
     * @param texts of the searched fields, in order
     */
    static String snippet(List<String> texts, List<String> words) {
        for (String word : words) {
            for (String text : texts) {
                int at = indexOf(text, word, 0);
                if (at >= 0) {
                    return around(text, at);
                }
            }
        }
        return texts.isEmpty() ? "" : around(texts.getFirst(), 0);
    }

    private static String around(String text, int at) {
        int from = at <= BEFORE_MATCH ? 0 : wordStart(text, at);
        // blanks are collapsed below, so more text is taken than is shown
        int to = Math.min(text.length(), from + 4 * SNIPPET);
        String line = text.substring(from, to).replaceAll("\\s+", " ").strip();
        String shown = (from > 0 ? "…" : "") + line;
        boolean more = to < text.length();
        if (shown.length() > SNIPPET || more) {
            int end = Math.min(shown.length(), SNIPPET - 1);
            if (end < shown.length() && Character.isLowSurrogate(shown.charAt(end))) {
                end--;
            }
            shown = shown.substring(0, end).strip() + "…";
        }
        return shown;
    }

    private static int wordStart(String text, int at) {
        int earliest = at - BEFORE_MATCH;
        for (int i = earliest; i < at; i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i + 1;
            }
        }
        return Character.isLowSurrogate(text.charAt(earliest)) ? earliest + 1 : earliest;
    }
}
