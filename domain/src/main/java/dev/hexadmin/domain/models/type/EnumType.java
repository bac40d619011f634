package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code enum}: one of the names that the field lists. */
public final class EnumType extends CharacterType {
    public EnumType() {
        super(Option.LENGTH, Option.PATTERN, Option.VALUES);
    }

    @Override
    public boolean isFreeText() {
        return false;
    }

    @Override
    public boolean hasFewValues() {
        return true;
    }

    @Override
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.of(field.constraints().values().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0));
    }

    @Override
    public boolean holds(FieldDefinition field, Object value) {
        return value instanceof String name && field.constraints().values().contains(name);
    }

    @Override
    public Optional<Object> parse(Model model, FieldDefinition field, String text) {
        return field.constraints().values().contains(text) ? Optional.of(text) : Optional.empty();
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return field.constraints().values().contains(text) ? Optional.of(text) : Optional.empty();
    }

    @Override
    String mismatch(Object input) {
        return input instanceof String ? "enum" : "type";
    }

    @Override
    public Optional<Object> ofNumber(long number) {
        return Optional.empty();
    }

    @Override
    public String trimmed(FieldDefinition field, String typed) {
        return field.constraints().values().contains(typed) ? typed : typed.strip();
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("One of {values} is expected.")
                .with("values", String.join(", ", field.constraints().values()));
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("one of ''{values}''")
                .with("values", String.join("', '", field.constraints().values()));
    }
}
