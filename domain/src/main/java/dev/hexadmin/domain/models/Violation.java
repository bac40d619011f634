package dev.hexadmin.domain.models;

/**
 * One reason why input is not valid.
 *
 * @param pointer where (RFC 6901), such as {@code /price}; {@code ?name} for a query parameter; empty for the whole
 * @param code stable, such as {@code required}
 * @param message a sentence for users
 */
public record Violation(String pointer, String code, String message) {
    /** A violation at a member of a record. */
    public static Violation at(String field, String code, String message) {
        return new Violation("/" + field.replace("~", "~0").replace("/", "~1"), code, message);
    }

    /** The same violation with {@code prefix}, such as {@code /create/1}, before its pointer. */
    public Violation below(String prefix) {
        return new Violation(prefix + pointer, code, message);
    }
}
