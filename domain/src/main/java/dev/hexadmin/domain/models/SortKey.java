package dev.hexadmin.domain.models;

/**
 * One part of an ordering, such as {@code -created_at}.
 *
 * @param field the field's name
 * @param descending largest first
 */
public record SortKey(String field, boolean descending) {
    /** Reads {@code name} or {@code -name}. */
    public static SortKey parse(String text) {
        return text.startsWith("-") ? new SortKey(text.substring(1), true) : new SortKey(text, false);
    }

    @Override
    public String toString() {
        return descending ? "-" + field : field;
    }
}
