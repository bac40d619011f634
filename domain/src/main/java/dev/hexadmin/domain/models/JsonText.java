package dev.hexadmin.domain.models;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document as text (RFC 8259). One from a client is compact; one that another program has stored may have spaces. The
 * text is not checked here, as those of stored records are not: {@link #isWellFormed} is for what code gives.
 *
 * @param text the document
 */
public record JsonText(String text) {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    public JsonText {
        Objects.requireNonNull(text, "a JSON document is needed, and not null");
    }

    /**
     * The document of a Java value: {@code JsonText.of(Map.of("size", 3))}.
     *
     * @param value a map, a collection, text, a number, a boolean, null, another document, an {@code Optional} or an enum
     *     constant, by its name; other values of fields become the text that the API has
     * @throws IllegalArgumentException for an object of another class, and for a number that is not finite
     */
    public static JsonText of(@Nullable Object value) {
        return new JsonText(new JsonValueWriter().write(value));
    }

    /** Whether the text is a JSON document. */
    public boolean isWellFormed() {
        return JsonSyntaxParser.isValid(text);
    }

    /** Appends a text as a JSON string. */
    public static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /**
     * Whether a client reads both documents as the same values: they differ in nothing but space, escapes, the notation of
     * numbers and the order of members.
     */
    public boolean sameAs(JsonText other) {
        return text.equals(other.text)
                || CanonicalJsonParser.canonical(text).equals(CanonicalJsonParser.canonical(other.text));
    }

    @Override
    public String toString() {
        return text;
    }
}
