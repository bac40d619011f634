package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code boolean}: true or false. */
public final class BooleanType extends ValueType {
    public BooleanType() {
        super(Boolean.class);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(boolean.class, Boolean.class);
    }

    @Override
    public boolean hasFewValues() {
        return true;
    }

    @Override
    public boolean isRanged() {
        return false;
    }

    @Override
    Optional<Object> scalar(String text) {
        return switch (text) {
            case "true", "1" -> Optional.of(true);
            case "false", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
    }

    @Override
    public String trimmed(FieldDefinition field, String typed) {
        return typed.strip().toLowerCase(Locale.ROOT);
    }

    @Override
    public Object plain(String text) {
        return parse(text).orElse(text);
    }

    @Override
    public Object json(Object value) {
        return value;
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("true or false is expected.");
    }

    @Override
    public Literal literal() {
        return Literal.WORD;
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("true or false");
    }
}
