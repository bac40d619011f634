package dev.hexadmin.domain.models;

/**
 * Own code, because the domain has no JSON parser: whether a text is a JSON document (RFC 8259), and how long its numbers are. It
 * builds no values. Used by one thread.
 */
final class JsonSyntaxParser {
    /** As deep as Jackson reads. */
    private static final int DEEPEST = 500;

    /** So large an exponent is not read further. */
    private static final int LARGE = 1_000_000;

    private final String text;
    private int at;
    private int longest;

    private JsonSyntaxParser(String text) {
        this.text = text;
    }

    static boolean isValid(String text) {
        return new JsonSyntaxParser(text).document();
    }

    /**
     * The characters of the longest number of a document when it is written without an exponent, or a few more than those.
     *
     * @param text well-formed
     */
    static int longestNumber(String text) {
        JsonSyntaxParser syntax = new JsonSyntaxParser(text);
        syntax.document();
        return syntax.longest;
    }

    private boolean document() {
        skipSpace();
        if (!value(0)) {
            return false;
        }
        skipSpace();
        return at == text.length();
    }

    private boolean value(int depth) {
        return depth <= DEEPEST
                && switch (next()) {
                    case '{' -> parts('}', depth, true);
                    case '[' -> parts(']', depth, false);
                    case '"' -> string();
                    case 't' -> word("true");
                    case 'f' -> word("false");
                    case 'n' -> word("null");
                    default -> number();
                };
    }

    private boolean parts(char end, int depth, boolean named) {
        at++;
        skipSpace();
        if (take(end)) {
            return true;
        }
        do {
            skipSpace();
            if ((named && !(string() && colon())) || !value(depth + 1)) {
                return false;
            }
            skipSpace();
        } while (take(','));
        return take(end);
    }

    private boolean colon() {
        skipSpace();
        boolean found = take(':');
        skipSpace();
        return found;
    }

    private boolean string() {
        if (!take('"')) {
            return false;
        }
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c < ' ' || (c == '\\' && !escape())) {
                return false;
            }
        }
        return false;
    }

    private boolean escape() {
        char c = next();
        at++;
        if (c != 'u') {
            return "\"\\/bfnrt".indexOf(c) >= 0;
        }
        for (int i = 0; i < 4; i++) {
            if (Character.digit(next(), 16) < 0 || next() > 'f') {
                return false;
            }
            at++;
        }
        return true;
    }

    private boolean word(String word) {
        boolean found = text.startsWith(word, at);
        at += word.length();
        return found;
    }

    private boolean number() {
        take('-');
        int start = at;
        if (!take('0') && !digits()) {
            return false;
        }
        if (take('.') && !digits()) {
            return false;
        }
        int length = at - start;
        if (take('e') || take('E')) {
            if (!take('+')) {
                take('-');
            }
            start = at;
            if (!digits()) {
                return false;
            }
            length += exponent(start);
        }
        longest = Math.max(longest, length);
        return true;
    }

    /** The number of the digits from there to here, up to {@link #LARGE} or somewhat more. */
    private int exponent(int start) {
        int exponent = 0;
        for (int i = start; i < at && exponent < LARGE; i++) {
            exponent = exponent * 10 + text.charAt(i) - '0';
        }
        return exponent;
    }

    private boolean digits() {
        int start = at;
        while (next() >= '0' && next() <= '9') {
            at++;
        }
        return at > start;
    }

    private boolean take(char c) {
        boolean found = next() == c;
        if (found) {
            at++;
        }
        return found;
    }

    /** NUL, which no document contains, behind the end. */
    private char next() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipSpace() {
        while (next() == ' ' || next() == '\t' || next() == '\n' || next() == '\r') {
            at++;
        }
    }
}
