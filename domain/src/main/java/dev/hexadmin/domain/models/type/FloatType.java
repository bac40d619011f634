package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code float}: a finite number of IEEE 754's binary64. A number that is too small for one is no value, as is one too large. */
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
        if (text.length() > DecimalType.MAX_NUMBER_LENGTH) {
            return Optional.empty();
        }
        double number = Double.parseDouble(text);
        return number == 0 && hasDigit(text) ? Optional.empty() : finite(number);
    }

    /** Whether the number is not zero as it is written: a digit before its exponent is not. */
    private static boolean hasDigit(String text) {
        return text.toLowerCase(Locale.ROOT).split("e", 2)[0].chars().anyMatch(c -> c >= '1' && c <= '9');
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return switch (input) {
            case BigDecimal number when number.signum() != 0 && number.doubleValue() == 0 -> Optional.empty();
            case Number number -> finite(number.doubleValue());
            default -> Optional.empty();
        };
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
