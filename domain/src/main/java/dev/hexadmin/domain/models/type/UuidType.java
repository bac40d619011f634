package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code uuid}: a UUID (RFC 9562). */
public final class UuidType extends ValueType {
    public UuidType() {
        super(UUID.class);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(UUID.class);
    }

    @Override
    public Generated usualGenerated() {
        return Generated.BY_SERVER;
    }

    @Override
    Optional<Object> scalar(String text) {
        return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A UUID is expected.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a UUID in single quotes");
    }
}
