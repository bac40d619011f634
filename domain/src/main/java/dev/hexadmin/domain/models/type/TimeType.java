package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** {@code time}: a time of day to the microsecond and without an offset, as {@code partial-time} of RFC 3339. */
public final class TimeType extends ValueType {
    public TimeType() {
        super(LocalTime.class, Option.NOW);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(LocalTime.class);
    }

    @Override
    Optional<Object> scalar(String text) {
        return DateTimeType.hasBarePoint(text)
                ? Optional.empty()
                : Optional.of(LocalTime.parse(text).truncatedTo(ChronoUnit.MICROS));
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return Optional.empty();
    }

    @Override
    public Optional<Object> at(Instant moment) {
        return Optional.of(LocalTime.ofInstant(moment, ZoneOffset.UTC));
    }

    @Override
    public String write(Object value) {
        return DateTimeFormatter.ISO_LOCAL_TIME.format((LocalTime) value);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A time is expected, such as 17:30:00.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a time such as '17:30:00'");
    }
}
