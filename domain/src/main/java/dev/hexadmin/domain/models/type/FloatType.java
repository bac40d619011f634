package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** {@code float}: a finite number of IEEE 754's binary64. */
public final class FloatType extends NumberType {
    public FloatType() {
        super(Double.class, Option.RANGE);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(double.class, Double.class, float.class, Float.class);
    }

    @Override
    Optional<Object> scalar(String text) {
        return finite(text.length() > DecimalType.MAX_NUMBER_LENGTH ? Double.NaN : Double.parseDouble(text));
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof Number number ? finite(number.doubleValue()) : Optional.empty();
    }

    private static Optional<Object> finite(double number) {
        return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
    }

    @Override
    BigDecimal exact(Object value) {
        return BigDecimal.valueOf((Double) value);
    }

    @Override
    public Object plain(String text) {
        return parse(text).orElse(text);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A number is expected.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a number");
    }
}
