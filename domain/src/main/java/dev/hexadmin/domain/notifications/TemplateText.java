package dev.hexadmin.domain.notifications;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Text with placeholders: {@code {name}} is a placeholder, {@code {{} and {@code }}} are literal braces. A name is
 * {@code [A-Za-z_][A-Za-z0-9_]*}, at most 64 characters.
 *
 * @param parts in order
 */
public record TemplateText(List<Part> parts) {
    private static final int MAX_NAME_LENGTH = 64;

    /** A part of a text. */
    public sealed interface Part {
        /** Literal text. */
        record Literal(String text) implements Part {}

        /** A placeholder. */
        record Placeholder(String name) implements Part {}
    }

    public TemplateText {
        parts = List.copyOf(parts);
    }

    /**
     * Parses a text.
     *
     * @throws IllegalArgumentException when a brace is unbalanced or a name is not valid; the message has the position,
     *     from 1
     */
    public static TemplateText parse(String text) {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean doubled = at + 1 < text.length() && text.charAt(at + 1) == c;
            if ((c == '{' || c == '}') && doubled) {
                literal.append(c);
                at += 2;
            } else if (c == '{') {
                int close = text.indexOf('}', at);
                if (close < 0) {
                    throw wrong(at, "'{' has no '}'; a literal brace is '{{'");
                }
                String name = text.substring(at + 1, close);
                if (!isName(name)) {
                    throw wrong(
                            at,
                            "'{" + (name.length() > 20 ? name.substring(0, 20) + "…" : name) + "}' is no placeholder");
                }
                if (!literal.isEmpty()) {
                    parts.add(new Part.Literal(literal.toString()));
                    literal.setLength(0);
                }
                parts.add(new Part.Placeholder(name));
                at = close + 1;
            } else if (c == '}') {
                throw wrong(at, "'}' has no '{'; a literal brace is '}}'");
            } else {
                literal.append(c);
                at++;
            }
        }
        if (!literal.isEmpty()) {
            parts.add(new Part.Literal(literal.toString()));
        }
        return new TemplateText(parts);
    }

    private static IllegalArgumentException wrong(int at, String rule) {
        return new IllegalArgumentException("at character " + (at + 1) + ": " + rule);
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH || Character.isDigit(name.charAt(0))) {
            return false;
        }
        return name.chars().allMatch(c -> c == '_' || (c < 128 && Character.isLetterOrDigit(c)));
    }

    /** The names of its placeholders, in the order of their first use. */
    public Set<String> placeholders() {
        Set<String> names = new LinkedHashSet<>();
        for (Part part : parts) {
            if (part instanceof Part.Placeholder(String name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** The text with the placeholders filled in; values are not parsed as templates. */
    public String fill(Function<String, String> values) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            out.append(
                    switch (part) {
                        case Part.Literal(String text) -> text;
                        case Part.Placeholder(String name) -> values.apply(name);
                    });
        }
        return out.toString();
    }

    /** The text with all characters escaped that are special in HTML text or a quoted attribute (WHATWG HTML). */
    public static String escapeHtml(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
