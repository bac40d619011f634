package dev.hexadmin.domain.audit;

import dev.hexadmin.domain.models.JsonText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the subset of JSON (RFC 8259) that the audit log writes. Scalars stay text. An instance parses one document.
 */
final class ChangesParser {
    private final String text;
    private int at;

    ChangesParser(String text) {
        this.text = text;
    }

    List<LoggedChange> changes() {
        List<LoggedChange> changes = new ArrayList<>();
        expect('{');
        if (!skip('}')) {
            do {
                String field = string();
                expect(':');
                expect('[');
                Optional<JsonText> before = value();
                expect(',');
                Optional<JsonText> after = value();
                expect(']');
                changes.add(new LoggedChange(field, before, after));
            } while (skip(','));
            expect('}');
        }
        blanks();
        if (at < text.length()) {
            throw wrong();
        }
        return changes;
    }

    Object plain() {
        blanks();
        return switch (peek()) {
            case '"' -> string();
            case '[' -> items();
            case '{' -> new JsonText(raw());
            default -> scalar(raw());
        };
    }

    private Object items() {
        int start = at;
        List<Object> items = new ArrayList<>();
        boolean whole = true;
        expect('[');
        if (!skip(']')) {
            do {
                Optional<JsonText> item = value();
                whole &= item.isPresent();
                item.map(LoggedChange::plain).ifPresent(items::add);
            } while (skip(','));
            expect(']');
        }
        return whole ? List.copyOf(items) : new JsonText(text.substring(start, at));
    }

    /** The members of an object that are not null. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (!skip('}')) {
            do {
                String name = string();
                expect(':');
                value().ifPresent(member -> members.put(name, LoggedChange.plain(member)));
            } while (skip(','));
            expect('}');
        }
        return members;
    }

    private static Object scalar(String raw) {
        if (raw.equals("true") || raw.equals("false")) {
            return raw.equals("true");
        }
        BigDecimal number = new BigDecimal(raw); // NumberFormatException is an IllegalArgumentException
        boolean whole = raw.indexOf('.') < 0 && raw.indexOf('e') < 0 && raw.indexOf('E') < 0 && raw.length() < 19;
        return whole ? (Object) number.longValueExact() : number;
    }

    String indented() {
        StringBuilder out = new StringBuilder(text.length() * 2);
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> out.append(raw());
                case '{', '[' -> {
                    at++;
                    blanks();
                    out.append(c);
                    if (at < text.length() && (peek() == '}' || peek() == ']')) {
                        out.append(text.charAt(at++));
                    } else {
                        line(out, ++depth);
                    }
                }
                case '}', ']' -> {
                    at++;
                    line(out, --depth);
                    out.append(c);
                }
                case ',' -> {
                    at++;
                    line(out.append(','), depth);
                }
                case ':' -> {
                    at++;
                    out.append(": ");
                }
                case ' ', '\n', '\r', '\t' -> at++;
                default -> out.append(raw());
            }
        }
        return out.toString();
    }

    private static void line(StringBuilder out, int depth) {
        out.append('\n').repeat("  ", Math.max(0, depth));
    }

    /** A value as its text; empty for null. */
    private Optional<JsonText> value() {
        String raw = raw();
        return raw.equals("null") ? Optional.empty() : Optional.of(new JsonText(raw));
    }

    private String raw() {
        blanks();
        int start = at;
        int depth = 0;
        do {
            switch (peek()) {
                case '"' -> skipString();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                case ',', ':', ' ', '\n', '\r', '\t' -> at++;
                default -> {
                    while (at < text.length() && ",:]} \n\r\t".indexOf(text.charAt(at)) < 0) {
                        at++;
                    }
                }
            }
        } while (depth > 0);
        if (at == start || depth < 0) {
            throw wrong();
        }
        return text.substring(start, at);
    }

    private void skipString() {
        at++;
        while (peek() != '"') {
            at += peek() == '\\' ? 2 : 1;
        }
        at++;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (true) {
            char c = peek();
            at++;
            if (c == '"') {
                return out.toString();
            }
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = peek();
            at++;
            switch (escaped) {
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'u' -> {
                    if (at + 4 > text.length()) {
                        throw wrong();
                    }
                    out.append((char) Integer.parseInt(text, at, at + 4, 16));
                    at += 4;
                }
                default -> out.append(escaped);
            }
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private void blanks() {
        while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skip(char expected) {
        blanks();
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char expected) {
        if (!skip(expected)) {
            throw wrong();
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no changes of the audit log, at character " + at);
    }
}
