package dev.hexadmin.http.panel.transfer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a workbook writes characters that XML cannot hold: {@code _x000D_} (ISO/IEC 29500, ST_Xstring). */
final class XlsxText {
    private static final Pattern ESCAPED = Pattern.compile("_x([0-9A-Fa-f]{4})_");
    private static final Pattern BEGINNING = Pattern.compile("_x[0-9A-Fa-f]{4}");

    private XlsxText() {}

    /** Whether the text from an underscore on begins like such a character; the text after it is ignored. */
    static boolean looksEscaped(String text, int underscore) {
        return BEGINNING.matcher(text).region(underscore, text.length()).lookingAt();
    }

    static String decoded(String text) {
        if (text.indexOf("_x") < 0) {
            return text;
        }
        return ESCAPED.matcher(text)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }
}
