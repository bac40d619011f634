package dev.hexadmin.domain.models;

import java.util.Locale;
import java.util.Optional;

/**
 * What a field holds, and the one Java class its values have inside Hexadmin.
 *
 * <table>
 * <caption>Java class of a value</caption>
 * <tr><td>{@code string text enum email url}<td>{@link String}
 * <tr><td>{@code integer}<td>{@link Long}
 * <tr><td>{@code decimal}<td>{@link java.math.BigDecimal}
 * <tr><td>{@code float}<td>{@link Double}
 * <tr><td>{@code boolean}<td>{@link Boolean}
 * <tr><td>{@code date time datetime}<td>{@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link java.time.Instant}
 * <tr><td>{@code uuid}<td>{@link java.util.UUID}
 * <tr><td>{@code json}<td>{@link JsonText}
 * <tr><td>{@code binary}<td>{@code byte[]}
 * <tr><td>{@code reference}<td>the class of the target's primary key
 * <tr><td>{@code references}<td>{@link java.util.List} of the target's primary keys
 * </table>
 */
public enum FieldType {
    STRING,
    TEXT,
    INTEGER,
    DECIMAL,
    FLOAT,
    BOOLEAN,
    DATE,
    TIME,
    DATETIME,
    UUID,
    ENUM,
    JSON,
    BINARY,
    EMAIL,
    URL,
    REFERENCE,
    REFERENCES;

    /** The word used in configuration files and schemas, such as {@code datetime}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type with this {@link #word()}. */
    public static Optional<FieldType> ofWord(String word) {
        for (FieldType type : values()) {
            if (type.word().equals(word)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** Whether values are character strings: the text lookups and the length rules apply. */
    public boolean isText() {
        return switch (this) {
            case STRING, TEXT, ENUM, EMAIL, URL -> true;
            case INTEGER, DECIMAL, FLOAT, BOOLEAN, DATE, TIME, DATETIME, UUID, JSON, BINARY, REFERENCE, REFERENCES ->
                false;
        };
    }

    /** Whether values have an order a client can sort and compare by. */
    public boolean isOrdered() {
        return switch (this) {
            case STRING,
                    TEXT,
                    ENUM,
                    EMAIL,
                    URL,
                    INTEGER,
                    DECIMAL,
                    FLOAT,
                    BOOLEAN,
                    DATE,
                    TIME,
                    DATETIME,
                    UUID,
                    REFERENCE -> true;
            case JSON, BINARY, REFERENCES -> false;
        };
    }
}
