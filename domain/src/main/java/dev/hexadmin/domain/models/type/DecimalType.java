package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** {@code decimal}: an exact number, with the digits that the field allows. */
public final class DecimalType extends NumberType {
    /** The maximum number of characters and digits: the plain form stays below about a thousand digits. */
    static final int MAX_NUMBER_LENGTH = 1100;

    private static final BigDecimal EXAMPLE = new BigDecimal("19.90");

    public DecimalType() {
        super(BigDecimal.class, Option.RANGE, Option.DIGITS);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(BigDecimal.class);
    }

    /** Plain or scientific notation. */
    @Override
    Optional<Object> scalar(String text) {
        // BigDecimal takes the digits of every script
        if (text.isEmpty() || text.length() > MAX_NUMBER_LENGTH || text.chars().anyMatch(c -> c > 0x7F)) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(text);
        return Math.abs((long) number.scale()) + number.precision() > MAX_NUMBER_LENGTH
                ? Optional.empty()
                : Optional.of(number);
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        Optional<BigDecimal> number = parse(text).map(BigDecimal.class::cast);
        if (field.constraints().scale().isEmpty()) {
            return number.map(Object.class::cast);
        }
        int scale = field.constraints().scale().getAsInt();
        return number.filter(exact -> exact.stripTrailingZeros().scale() <= scale)
                .map(exact -> exact.setScale(scale, RoundingMode.UNNECESSARY));
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return switch (input) {
            case String text -> parse(text);
            case Long number -> Optional.of(BigDecimal.valueOf(number));
            case BigInteger number -> parse(number.toString());
            case BigDecimal number -> parse(number.toString());
            default -> Optional.empty();
        };
    }

    @Override
    BigDecimal exact(Object value) {
        return (BigDecimal) value;
    }

    @Override
    Object check(Model model, FieldDefinition field, Object given, List<Violation> violations) {
        super.check(model, field, given, violations);
        BigDecimal value = (BigDecimal) given;
        if (field.constraints().scale().isPresent()) {
            int scale = field.constraints().scale().getAsInt();
            if (value.stripTrailingZeros().scale() > scale) {
                refuse(
                        violations,
                        field,
                        "scale",
                        Message.of(
                                        "{limit, plural, one {At most # digit after the point is allowed.} other {At most # digits after the point are allowed.}}")
                                .with("limit", scale));
            } else {
                value = value.setScale(scale, RoundingMode.UNNECESSARY);
            }
        } else {
            value = storable(field, value, violations);
        }
        if (field.constraints().precision().isPresent()
                && value.precision() - value.scale()
                        > field.constraints().precision().getAsInt()
                                - field.constraints().scale().orElse(0)) {
            refuse(
                    violations,
                    field,
                    "precision",
                    Message.of(
                                    "{limit, plural, one {At most # digit before the point is allowed.} other {At most # digits before the point are allowed.}}")
                            .with(
                                    "limit",
                                    field.constraints().precision().getAsInt()
                                            - field.constraints().scale().orElse(0)));
        }
        return value;
    }

    @Override
    BigDecimal storable(FieldDefinition field, Object value, List<Violation> violations) {
        BigDecimal number = (BigDecimal) value;
        return number.scale() < 0 ? number.setScale(0, RoundingMode.UNNECESSARY) : number;
    }

    @Override
    public Optional<Object> ofNumber(long number) {
        return Optional.of(BigDecimal.valueOf(number));
    }

    @Override
    public String write(Object value) {
        return ((BigDecimal) value).toPlainString();
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A decimal is expected, such as \"{example}\".").with("example", EXAMPLE);
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a number");
    }
}
