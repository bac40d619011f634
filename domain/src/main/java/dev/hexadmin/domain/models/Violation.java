package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Message;

/**
 * One reason why input is not valid.
 *
 * @param pointer where (RFC 6901), such as {@code /price}; {@code ?name} for a query parameter; empty for the whole
 * @param code stable, such as {@code required}
 * @param text a sentence for users
 */
public record Violation(String pointer, String code, Message text) {
    public Violation(String pointer, String code, String text) {
        this(pointer, code, Message.of(text));
    }

    /** The sentence in English. */
    public String message() {
        return text.english();
    }

    /** A violation at a member of a record. */
    public static Violation at(String field, String code, String message) {
        return at(field, code, Message.of(message));
    }

    /** A violation at a member of a record. */
    public static Violation at(String field, String code, Message text) {
        return new Violation("/" + field.replace("~", "~0").replace("/", "~1"), code, text);
    }

    /** The same violation with {@code prefix}, such as {@code /create/1}, before its pointer. */
    public Violation below(String prefix) {
        return new Violation(prefix + pointer, code, text);
    }
}
