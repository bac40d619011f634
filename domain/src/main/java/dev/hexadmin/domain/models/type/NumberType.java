package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Numbers with an optional minimum and maximum. */
abstract class NumberType extends ValueType {
    NumberType(Class<?> javaClass, Option... options) {
        super(javaClass, options);
    }

    @Override
    public final boolean isNumber() {
        return true;
    }

    /** The number, exactly. */
    abstract BigDecimal exact(Object value);

    @Override
    Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        BigDecimal exact = exact(value);
        if (field.constraints().minimum().isPresent()
                && exact.compareTo(field.constraints().minimum().get()) < 0) {
            refuse(
                    violations,
                    field,
                    "minimum",
                    Message.of("It must be {minimum} or more.")
                            .with("minimum", field.constraints().minimum().get()));
        }
        if (field.constraints().maximum().isPresent()
                && exact.compareTo(field.constraints().maximum().get()) > 0) {
            refuse(
                    violations,
                    field,
                    "maximum",
                    Message.of("It must be {maximum} or less.")
                            .with("maximum", field.constraints().maximum().get()));
        }
        return value;
    }

    @Override
    public final Optional<BigDecimal> bound(String text) {
        try {
            BigDecimal number = new BigDecimal(text.strip());
            return Math.abs((long) number.scale()) + number.precision() > DecimalType.MAX_NUMBER_LENGTH
                    ? Optional.empty()
                    : Optional.of(number);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public Object json(Object value) {
        return value;
    }

    @Override
    public final Literal literal() {
        return Literal.NUMBER;
    }
}
