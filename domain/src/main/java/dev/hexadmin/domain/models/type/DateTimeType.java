package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * {@code datetime}: a moment of the years 1 to 9999 to the microsecond, as RFC 3339 in UTC; on input of any offset. A text
 * outside JSON, such as a filter, may have no offset and no time.
 */
public final class DateTimeType extends ValueType {
    public DateTimeType() {
        super(Instant.class, Option.NOW);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(Instant.class);
    }

    @Override
    public boolean hasDays() {
        return true;
    }

    @Override
    Optional<Object> scalar(String text) {
        // A date without time, or a date-time without offset, is UTC: what a filter such as created_at__gte=2026-11-20
        // means.
        Instant instant;
        if (hasBarePoint(text)) {
            return Optional.empty();
        }
        if (text.length() == 10) {
            instant = LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        } else {
            String normal = text.indexOf(' ') == 10 ? text.substring(0, 10) + "T" + text.substring(11) : text;
            instant = hasOffset(normal)
                    ? OffsetDateTime.parse(normal).toInstant()
                    : LocalDateTime.parse(normal).toInstant(ZoneOffset.UTC);
        }
        return DateType.inRange(instant.atOffset(ZoneOffset.UTC).toLocalDate())
                ? Optional.of(instant.truncatedTo(ChronoUnit.MICROS))
                : Optional.empty();
    }

    /** Whether a point has no digit behind it, which the parsers of Java allow and RFC 3339 does not. */
    static boolean hasBarePoint(String text) {
        int next = text.indexOf('.') + 1;
        return next > 0 && (next == text.length() || text.charAt(next) < '0' || text.charAt(next) > '9');
    }

    private static boolean hasOffset(String text) {
        return text.endsWith("Z") || text.endsWith("z") || text.indexOf('+') > 0 || text.lastIndexOf('-') > 10;
    }

    /** A time without an offset is rejected: the client may mean its own time zone. */
    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof String text && hasOffset(text) ? parse(text) : Optional.empty();
    }

    @Override
    public Object plain(String text) {
        return hasOffset(text) ? text : parse(text).map(this::write).orElse(text);
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return Optional.empty();
    }

    @Override
    public Optional<Object> at(Instant moment) {
        return Optional.of(moment);
    }

    @Override
    public String write(Object value) {
        return DateTimeFormatter.ISO_INSTANT.format((Instant) value);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A time in RFC 3339 form is expected, such as 2026-11-20T17:30:00Z.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a time such as '2026-11-20T17:30:00Z'");
    }
}
