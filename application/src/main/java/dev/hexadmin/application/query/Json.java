package dev.hexadmin.application.query;

import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value (RFC 8259). Scalars are their text: fields decide what it means. */
sealed interface Json {

    /** An object; no name is repeated. */
    record Members(Map<String, Json> members) implements Json {}

    /** An array. */
    record Items(List<Json> items) implements Json {}

    /** A string without its quotes, a number or a boolean as written; a whole number as its digits: {@code 1e3} as 1000. */
    record Scalar(String text) implements Json {}

    /** The literal {@code null}. */
    record Null() implements Json {}

    /**
     * Parses a document.
     *
     * @throws Malformed when the text is not JSON
     */
    static Json parse(String text) {
        return new Parser(text).document();
    }

    /** A text is not JSON. */
    final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Message text;

        private Malformed(Message text) {
            super(text.english(), null, false, false);
            this.text = text;
        }

        /** A sentence for users. */
        Message text() {
            return text;
        }
    }

    /** Parses one document. Not thread-safe. */
    final class Parser {
        /** Arrays and objects in one another; more than any filter has. */
        private static final int DEEPEST = 64;

        private final String text;
        private int at;

        private Parser(String text) {
            this.text = text;
        }

        private Json document() {
            Json value = value(0);
            blanks();
            if (at < text.length()) {
                throw wrong();
            }
            return value;
        }

        private Json value(int depth) {
            if (depth > DEEPEST) {
                throw new Malformed(Message.of("The JSON is nested too deeply."));
            }
            blanks();
            return switch (peek()) {
                case '{' -> members(depth);
                case '[' -> items(depth);
                case '"' -> new Scalar(string());
                case 't' -> word("true", new Scalar("true"));
                case 'f' -> word("false", new Scalar("false"));
                case 'n' -> word("null", new Null());
                default -> number();
            };
        }

        private Json members(int depth) {
            Map<String, Json> members = new LinkedHashMap<>();
            at++;
            blanks();
            if (take('}')) {
                return new Members(members);
            }
            do {
                blanks();
                int start = at;
                String name = string();
                blanks();
                expect(':');
                if (members.putIfAbsent(name, value(depth + 1)) != null) {
                    throw new Malformed(Message.of("Invalid JSON at character {position}: a name is repeated.")
                            .with("position", Integer.toString(start + 1)));
                }
                blanks();
            } while (take(','));
            expect('}');
            return new Members(members);
        }

        private Json items(int depth) {
            List<Json> items = new ArrayList<>();
            at++;
            blanks();
            if (take(']')) {
                return new Items(items);
            }
            do {
                items.add(value(depth + 1));
                blanks();
            } while (take(','));
            expect(']');
            return new Items(items);
        }

        private Json word(String word, Json value) {
            if (!text.startsWith(word, at)) {
                throw wrong();
            }
            at += word.length();
            return value;
        }

        private Json number() {
            int start = at;
            take('-');
            if (!take('0')) {
                digits();
            }
            if (take('.')) {
                digits();
            }
            if (take('e') || take('E')) {
                if (!take('+')) {
                    take('-');
                }
                digits();
            }
            String number = text.substring(start, at);
            try {
                return new Scalar(FieldInput.wholeNumber(new BigDecimal(number))
                        .map(String::valueOf)
                        .orElse(number));
            } catch (NumberFormatException e) {
                return new Scalar(number); // its exponent has too many digits
            }
        }

        private void digits() {
            int start = at;
            while (peek() >= '0' && peek() <= '9') {
                at++;
            }
            if (at == start) {
                throw wrong();
            }
        }

        private String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (true) {
                char c = next();
                if (c == '"') {
                    return out.toString();
                }
                if (c < ' ') {
                    at--;
                    throw wrong();
                }
                out.append(c == '\\' ? escaped() : c);
            }
        }

        private char escaped() {
            char c = next();
            return switch (c) {
                case '"', '\\', '/' -> c;
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    int code = 0;
                    for (int i = 0; i < 4; i++) {
                        int digit = Character.digit(next(), 16);
                        if (digit < 0) {
                            throw wrong();
                        }
                        code = code * 16 + digit;
                    }
                    yield (char) code;
                }
                default -> throw wrong();
            };
        }

        private void blanks() {
            while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
                at++;
            }
        }

        /** The current character; NUL, which no JSON contains, at the end. */
        private char peek() {
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private char next() {
            if (at >= text.length()) {
                throw wrong();
            }
            return text.charAt(at++);
        }

        private boolean take(char expected) {
            boolean there = at < text.length() && text.charAt(at) == expected;
            at += there ? 1 : 0;
            return there;
        }

        private void expect(char expected) {
            if (!take(expected)) {
                throw wrong();
            }
        }

        private Malformed wrong() {
            return new Malformed(
                    Message.of("Invalid JSON at character {position}.").with("position", Integer.toString(at + 1)));
        }
    }
}
