package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;

/** {@code integer}: a whole number of 64 bits. */
public final class IntegerType extends NumberType {
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{19,}");

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
        return Message.of("A whole number is expected.");
    }

    @Override
    public Message expected(Model model, FieldDefinition field, Object input) {
        return isWhole(input)
                ? Message.of("A whole number from {least} to {most} is expected.")
                        .with("least", bound(field.constraints().minimum(), LEAST, BigDecimal::max))
                        .with("most", bound(field.constraints().maximum(), MOST, BigDecimal::min))
                : expected(model, field);
    }

    private static boolean isWhole(Object input) {
        return switch (input) {
            case BigInteger number -> true;
            // 1e400 must not be expanded just to find that it is whole
            case BigDecimal number -> number.stripTrailingZeros().scale() <= 0;
            case String text -> WHOLE.matcher(text).matches();
            default -> false;
        };
    }

    private static String bound(
            Optional<BigDecimal> configured, BigDecimal ofType, BinaryOperator<BigDecimal> narrower) {
        return configured.map(own -> narrower.apply(own, ofType)).orElse(ofType).toPlainString();
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a whole number");
    }
}
