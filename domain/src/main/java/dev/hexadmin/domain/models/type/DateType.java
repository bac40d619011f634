package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** {@code date}: a day of the years 1 to 9999, as {@code full-date} of RFC 3339. */
public final class DateType extends ValueType {
    public DateType() {
        super(LocalDate.class, Option.NOW);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(LocalDate.class);
    }

    @Override
    public boolean hasDays() {
        return true;
    }

    @Override
    Optional<Object> scalar(String text) {
        return Optional.of(LocalDate.parse(text)).filter(DateType::inRange).map(Object.class::cast);
    }

    /** Whether every database can store the date. */
    static boolean inRange(LocalDate date) {
        return date.getYear() >= 1 && date.getYear() <= 9999;
    }

    @Override
    public Optional<Object> at(Instant moment) {
        return Optional.of(LocalDate.ofInstant(moment, ZoneOffset.UTC));
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A date is expected, such as 2026-11-20.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a date such as '2026-11-20'");
    }
}
