package dev.hexadmin.domain.text;

import java.util.regex.Pattern;

/**
 * Whether a text shows anything. White space, control characters, the characters without a shape of their own that Unicode
 * calls default ignorable, such as U+200B and U+202E, and the blanks of Hangul and Braille show nothing. Characters that
 * join others, as in emoji and in Persian, may stand beside visible ones.
 */
public final class VisibleText {
    private static final String NOTHING =
            "\\x00-\\x20\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f"
                    + "\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb";

    /**
     * A regular expression of ECMA-262 that is found in such texts. It takes the ignorable characters above U+FFFF for visible:
     * not every client that reads a schema can express them.
     */
    public static final String PATTERN = "[^" + NOTHING + "]";

    private static final Pattern VISIBLE =
            Pattern.compile("[^" + NOTHING + "\\x{1bca0}-\\x{1bca3}\\x{1d173}-\\x{1d17a}\\x{e0000}-\\x{e0fff}]");

    private VisibleText() {}

    /** Whether the text has at least one visible character. */
    public static boolean isIn(String text) {
        return VISIBLE.matcher(text).find();
    }
}
