package dev.hexadmin.domain.models;

import static dev.hexadmin.domain.models.FieldDefinition.require;

import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What the values of a field may be.
 *
 * @param minLength in characters (code points), for text types
 * @param maxLength in characters (code points), for text types; in bytes for {@code binary}
 * @param minimum inclusive, for types that take {@link Option#RANGE}, in the unit that the type says
 * @param maximum the same
 * @param pattern must be found in the text ({@link java.util.regex.Matcher#find()})
 * @param precision total decimal digits, for {@code decimal}
 * @param scale decimal digits after the point, for {@code decimal}
 * @param values the allowed names, for {@code enum}
 */
public record FieldConstraints(
        OptionalInt minLength,
        OptionalInt maxLength,
        Optional<BigDecimal> minimum,
        Optional<BigDecimal> maximum,
        Optional<Pattern> pattern,
        OptionalInt precision,
        OptionalInt scale,
        List<String> values) {

    /** Any value of the type. */
    public static final FieldConstraints NONE = new FieldConstraints(
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            List.of());

    public FieldConstraints {
        values = List.copyOf(values);
    }

    FieldConstraints withMinLength(int characters) {
        return new FieldConstraints(
                OptionalInt.of(characters), maxLength, minimum, maximum, pattern, precision, scale, values);
    }

    FieldConstraints withMaxLength(int characters) {
        return new FieldConstraints(
                minLength, OptionalInt.of(characters), minimum, maximum, pattern, precision, scale, values);
    }

    FieldConstraints withMinimum(BigDecimal inclusive) {
        return new FieldConstraints(
                minLength, maxLength, Optional.of(inclusive), maximum, pattern, precision, scale, values);
    }

    FieldConstraints withMaximum(BigDecimal inclusive) {
        return new FieldConstraints(
                minLength, maxLength, minimum, Optional.of(inclusive), pattern, precision, scale, values);
    }

    FieldConstraints withPattern(Pattern pattern) {
        return new FieldConstraints(
                minLength, maxLength, minimum, maximum, Optional.of(pattern), precision, scale, values);
    }

    FieldConstraints withPrecision(int digits) {
        return new FieldConstraints(
                minLength, maxLength, minimum, maximum, pattern, OptionalInt.of(digits), scale, values);
    }

    FieldConstraints withScale(int digits) {
        return new FieldConstraints(
                minLength, maxLength, minimum, maximum, pattern, precision, OptionalInt.of(digits), values);
    }

    FieldConstraints withValues(List<String> names) {
        return new FieldConstraints(minLength, maxLength, minimum, maximum, pattern, precision, scale, names);
    }

    /** Checks that they fit the type of a field of this name, and each other. */
    void check(String name, ValueType type) {
        require(
                type.takes(Option.VALUES) == !values.isEmpty(),
                name,
                "'values' lists the names of an enum, and only of one");
        require(new LinkedHashSet<>(values).size() == values.size(), name, "'values' repeats a name");
        require(
                type.takes(Option.LENGTH) || (minLength.isEmpty() && maxLength.isEmpty()),
                name,
                "'min_length' and 'max_length' are for text and binary");
        require(
                minLength.orElse(0) >= 0 && maxLength.orElse(1) >= 1,
                name,
                "a length cannot be negative, nor a maximum below 1");
        require(minLength.orElse(0) <= maxLength.orElse(Integer.MAX_VALUE), name, "'min_length' is above 'max_length'");
        require(
                type.takes(Option.RANGE) || (minimum.isEmpty() && maximum.isEmpty()),
                name,
                "'minimum' and 'maximum' are for numbers");
        require(
                minimum.isEmpty() || maximum.isEmpty() || minimum.get().compareTo(maximum.get()) <= 0,
                name,
                "'minimum' is above 'maximum'");
        require(type.takes(Option.PATTERN) || pattern.isEmpty(), name, "'pattern' is for text");
        require(
                type.takes(Option.DIGITS) || (precision.isEmpty() && scale.isEmpty()),
                name,
                "'precision' and 'scale' are for decimals");
        require(precision.orElse(1) >= 1 && precision.orElse(1) <= 1000, name, "'precision' is 1 to 1000");
        require(scale.orElse(0) >= 0 && scale.orElse(0) <= precision.orElse(1000), name, "'scale' is 0 to 'precision'");
    }
}
