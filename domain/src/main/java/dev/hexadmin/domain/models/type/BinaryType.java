package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code binary}: bytes, as base64 (RFC 4648 section 4), on input also without padding. Bits that belong to no byte must be
 * zero (section 3.5). Lengths are in bytes.
 */
public final class BinaryType extends ValueType {
    public BinaryType() {
        super(byte[].class, Option.LENGTH);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(byte[].class);
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
    Optional<Object> scalar(String text) {
        byte[] bytes = Base64.getDecoder().decode(text);
        return write(bytes).startsWith(text) ? Optional.of(bytes) : Optional.empty();
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return Optional.empty();
    }

    @Override
    Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        byte[] bytes = (byte[]) value;
        if (bytes.length > field.constraints().maxLength().orElse(Integer.MAX_VALUE)) {
            refuse(
                    violations,
                    field,
                    "max_length",
                    Message.of("{limit, plural, one {At most # byte is allowed.} other {At most # bytes are allowed.}}")
                            .with("limit", field.constraints().maxLength().getAsInt()));
        }
        if (bytes.length < field.constraints().minLength().orElse(0)) {
            refuse(
                    violations,
                    field,
                    "min_length",
                    Message.of("{limit, plural, one {At least # byte is needed.} other {At least # bytes are needed.}}")
                            .with("limit", field.constraints().minLength().getAsInt()));
        }
        return value;
    }

    @Override
    public String write(Object value) {
        return Base64.getEncoder().encodeToString((byte[]) value);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A base64 string is expected.");
    }
}
