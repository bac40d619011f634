package dev.hexadmin.domain.models;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the canonical form of a JSON document (RFC 8259): equal for documents that a client reads as the same values, whatever
 * their space, the escapes in their texts, the notation of their numbers and the order of members.
 */
final class CanonicalJsonParser {
    private static final int DEEPEST = 200;
    private static final int LONGEST_NUMBER = 1_000;

    private final String text;
    private int at;

    private CanonicalJsonParser(String text) {
        this.text = text;
    }

    /**
     * @param text well-formed
     * @return the text itself when it is nested too deeply
     */
    static String canonical(String text) {
        StringBuilder out = new StringBuilder(text.length());
        return new CanonicalJsonParser(text).value(out, 0) ? out.toString() : text;
    }

    private boolean value(StringBuilder out, int depth) {
        skipSpace();
        if (depth > DEEPEST) {
            return false;
        }
        switch (text.charAt(at)) {
            case '{' -> {
                return members(out, depth);
            }
            case '[' -> {
                return items(out, depth);
            }
            case '"' -> JsonText.quote(string(), out);
            case 't', 'f', 'n' -> out.append(word());
            default -> out.append(number(word()));
        }
        return true;
    }

    private boolean members(StringBuilder out, int depth) {
        Map<String, String> members = new TreeMap<>();
        int count = 0;
        at++;
        while (!ends('}')) {
            String name = string();
            skipSpace();
            at++; // the colon
            StringBuilder member = new StringBuilder();
            if (!value(member, depth + 1)) {
                return false;
            }
            members.put(name, member.toString());
            count++;
        }
        if (members.size() < count) {
            return false; // parsers differ in which of two members with one name they take
        }
        out.append('{');
        members.forEach((name, member) -> {
            JsonText.quote(name, out);
            out.append(':').append(member).append(',');
        });
        out.append('}');
        return true;
    }

    private boolean items(StringBuilder out, int depth) {
        out.append('[');
        at++;
        while (!ends(']')) {
            if (!value(out, depth + 1)) {
                return false;
            }
            out.append(',');
        }
        out.append(']');
        return true;
    }

    /** Moves to the next part, or behind the end. */
    private boolean ends(char end) {
        skipSpace();
        if (text.charAt(at) == ',') {
            at++;
            skipSpace();
        }
        boolean ends = text.charAt(at) == end;
        if (ends) {
            at++;
        }
        return ends;
    }

    private void skipSpace() {
        while (text.charAt(at) <= ' ') {
            at++;
        }
    }

    private String word() {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private static String number(String word) {
        try {
            return word.length() > LONGEST_NUMBER
                    ? word
                    : new BigDecimal(word).stripTrailingZeros().toString();
        } catch (NumberFormatException e) {
            return word; // its exponent has too many digits
        }
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                at += 4;
                yield (char) Integer.parseInt(text, at - 4, at, 16);
            }
            default -> c;
        };
    }
}
