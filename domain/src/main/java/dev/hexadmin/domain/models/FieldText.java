package dev.hexadmin.domain.models;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Values as text: query parameters, keys in paths, CSV cells, form fields, and the strings of a JSON body.
 *
 * <p>Instants are RFC 3339 in UTC with {@code Z}; on input any offset is taken. Decimals are plain notation. Binary is
 * base64 (RFC 4648 section 4).
 */
public final class FieldText {
    private static final int LONGEST_NUMBER = 1100;

    private FieldText() {}

    /** The text of a value of any class named in {@link FieldType}; references are their keys, joined by commas. */
    public static String write(Object value) {
        return switch (value) {
            case BigDecimal decimal -> decimal.toPlainString();
            case Instant instant -> DateTimeFormatter.ISO_INSTANT.format(instant);
            case LocalTime time -> DateTimeFormatter.ISO_LOCAL_TIME.format(time);
            case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
            case List<?> keys ->
                String.join(",", keys.stream().map(FieldText::write).toList());
            default -> value.toString();
        };
    }

    /**
     * Reads a value of the field's Java class; empty when the text is none. Lengths, ranges and patterns are not looked
     * at, enum names are.
     *
     * @param model the model that has the field, for the key of a reference's target
     */
    public static Optional<Object> parse(Model model, FieldDefinition field, String text) {
        return switch (field.type()) {
            case REFERENCE -> {
                Model target = model.target(field);
                yield parse(target, target.key().getFirst(), text);
            }
            case REFERENCES -> {
                Model target = model.target(field);
                FieldDefinition key = target.key().getFirst();
                List<Optional<Object>> keys = text.isBlank()
                        ? List.of()
                        : List.of(text.split(",", -1)).stream()
                                .map(part -> parse(target, key, part.strip()))
                                .toList();
                yield keys.stream().anyMatch(Optional::isEmpty)
                        ? Optional.empty()
                        : Optional.of(keys.stream().map(Optional::orElseThrow).toList());
            }
            case STRING, TEXT, EMAIL, URL -> Optional.of(text);
            case ENUM -> field.values().contains(text) ? Optional.of(text) : Optional.empty();
            case JSON -> Optional.empty();
            case INTEGER, DECIMAL, FLOAT, BOOLEAN, DATE, TIME, DATETIME, UUID, BINARY -> scalar(field.type(), text);
        };
    }

    /** Reads a value that needs no more than its type; empty for references, and for JSON. Text types give the text. */
    public static Optional<Object> scalar(FieldType type, String text) {
        try {
            return switch (type) {
                case STRING, TEXT, EMAIL, URL, ENUM -> Optional.of(text);
                case INTEGER -> Optional.of(Long.parseLong(text));
                case DECIMAL -> decimal(text).map(Object.class::cast);
                case FLOAT -> {
                    double number = text.length() > LONGEST_NUMBER ? Double.NaN : Double.parseDouble(text);
                    yield Double.isFinite(number) ? Optional.of(number) : Optional.empty();
                }
                case BOOLEAN ->
                    switch (text) {
                        case "true", "1" -> Optional.of(true);
                        case "false", "0" -> Optional.of(false);
                        default -> Optional.empty();
                    };
                case DATE ->
                    Optional.of(LocalDate.parse(text))
                            .filter(FieldText::storable)
                            .map(Object.class::cast);
                case TIME -> Optional.of(LocalTime.parse(text));
                case DATETIME -> instant(text).map(Object.class::cast);
                case UUID -> text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
                case BINARY -> Optional.of(Base64.getDecoder().decode(text));
                case JSON, REFERENCE, REFERENCES -> Optional.empty();
            };
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A decimal in plain or scientific notation whose plain form stays below a thousand digits. */
    static Optional<BigDecimal> decimal(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(text);
        return Math.abs((long) number.scale()) + number.precision() > LONGEST_NUMBER
                ? Optional.empty()
                : Optional.of(number);
    }

    private static Optional<Instant> instant(String text) {
        // A date alone, or one without an offset, is UTC: what a filter such as created_at__gte=2026-11-20 means.
        Instant instant;
        if (text.length() == 10) {
            instant = LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        } else {
            String normal = text.indexOf(' ') == 10 ? text.substring(0, 10) + "T" + text.substring(11) : text;
            boolean offset = normal.endsWith("Z")
                    || normal.endsWith("z")
                    || normal.indexOf('+') > 0
                    || normal.lastIndexOf('-') > 10;
            instant = offset
                    ? OffsetDateTime.parse(normal).toInstant()
                    : LocalDateTime.parse(normal).toInstant(ZoneOffset.UTC);
        }
        return storable(instant.atOffset(ZoneOffset.UTC).toLocalDate())
                ? Optional.of(instant.truncatedTo(java.time.temporal.ChronoUnit.MICROS))
                : Optional.empty();
    }

    private static boolean storable(LocalDate date) {
        return date.getYear() >= 1 && date.getYear() <= 9999;
    }
}
