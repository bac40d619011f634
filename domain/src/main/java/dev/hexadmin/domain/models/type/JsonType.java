package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code json}: a JSON document (RFC 8259). */
public final class JsonType extends ValueType {
    public JsonType() {
        super(JsonText.class);
    }

    @Override
    public boolean isComparable() {
        return false;
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.empty();
    }

    @Override
    public boolean canBeKey() {
        return false;
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof JsonText json && json.isWellFormed() ? Optional.of(json) : Optional.empty();
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return text.equals("{}") || text.equals("[]") ? Optional.of(new JsonText(text)) : Optional.empty();
    }

    @Override
    Object storable(FieldDefinition field, Object value, List<Violation> violations) {
        if (!FieldInput.isStorable((JsonText) value)) {
            refuse(violations, field, "characters", Message.of("It holds a character that cannot be stored."));
        }
        if (!FieldInput.hasNumbersUpTo(DecimalType.MAX_NUMBER_LENGTH, (JsonText) value)) {
            refuse(
                    violations,
                    field,
                    "number",
                    Message.of(
                                    "It holds a number that has more than {limit} digits when it is written without an exponent.")
                            .with("limit", DecimalType.MAX_NUMBER_LENGTH));
        }
        return value;
    }

    @Override
    public String trimmed(FieldDefinition field, String typed) {
        return typed;
    }

    @Override
    public Object json(Object value) {
        return value;
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A JSON value is expected.");
    }
}
