package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

/** {@code reference}: the key of a record of the target model. The type of that key defines its values. */
public final class ReferenceType extends ValueType {
    public ReferenceType() {
        super(Object.class);
    }

    /** The target's key. */
    private static FieldDefinition key(Model target) {
        return target.key().getFirst();
    }

    @Override
    public boolean hasFewValues() {
        return true;
    }

    @Override
    public boolean isRelation() {
        return true;
    }

    @Override
    public boolean holds(FieldDefinition field, Object value) {
        return false;
    }

    @Override
    public Optional<Object> parse(Model model, FieldDefinition field, String text) {
        Model target = model.target(field);
        return key(target).valueType().parse(target, key(target), text);
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        Model target = model.target(field);
        return key(target).valueType().convert(target, key(target), input);
    }

    /** The options of the target's key are not checked: the key of an existing record fulfils them. */
    @Override
    Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        Model target = model.target(field);
        FieldDefinition key = key(target);
        return key.reference().isPresent()
                ? key.valueType().check(target, key, value, violations)
                : key.valueType().storable(field, value, violations);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        Model target = model.target(field);
        return expectedKey(target, key(target).valueType().expected(target, key(target)));
    }

    @Override
    public Message expected(Model model, FieldDefinition field, Object input) {
        Model target = model.target(field);
        return expectedKey(target, key(target).valueType().expected(target, key(target), input));
    }

    private static Message expectedKey(Model target, Message value) {
        return Message.of("The key of a record of {model} is expected: {value}")
                .with("model", target.name())
                .with("value", value);
    }
}
