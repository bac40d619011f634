package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** {@code integer}: a whole number of 64 bits. */
public final class IntegerType extends NumberType {
    public IntegerType() {
        super(Long.class, Option.RANGE);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(long.class, Long.class, int.class, Integer.class, short.class, Short.class);
    }

    @Override
    public Generated usualGenerated() {
        return Generated.BY_DATABASE;
    }

    @Override
    Optional<Object> scalar(String text) {
        return Optional.of(Long.parseLong(text));
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return FieldInput.wholeNumber(input).map(Object.class::cast);
    }

    @Override
    BigDecimal exact(Object value) {
        return BigDecimal.valueOf((Long) value);
    }

    @Override
    public Object plain(String text) {
        return parse(text).orElse(text);
    }

    @Override
    public Optional<Object> ofNumber(long number) {
        return Optional.of(number);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A whole number of 64 bits is expected.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a whole number");
    }
}
