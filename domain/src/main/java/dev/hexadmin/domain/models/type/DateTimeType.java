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

/** {@code datetime}: a moment of the years 1 to 9999 to the microsecond, as RFC 3339 in UTC; on input of any offset. */
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
        return DateType.inRange(instant.atOffset(ZoneOffset.UTC).toLocalDate())
                ? Optional.of(instant.truncatedTo(ChronoUnit.MICROS))
                : Optional.empty();
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
