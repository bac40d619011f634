package dev.hexadmin.domain.models;

import static dev.hexadmin.domain.models.FieldDefinition.require;

import dev.hexadmin.domain.models.type.ListType;
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
 * @param digits of a {@code decimal}
 * @param values the allowed names, for {@code enum}
 * @param items what a {@code list} holds; the other constraints are those of its items
 */
public record FieldConstraints(
        OptionalInt minLength,
        OptionalInt maxLength,
        Optional<BigDecimal> minimum,
        Optional<BigDecimal> maximum,
        Optional<Pattern> pattern,
        Digits digits,
        List<String> values,
        Optional<Items> items) {

    /**
     * The digits of a decimal.
     *
     * @param precision total decimal digits
     * @param scale decimal digits after the point
     */
    public record Digits(OptionalInt precision, OptionalInt scale) {}

    /**
     * What a list holds.
     *
     * @param of the type of its items
     * @param least how many it has at least
     * @param most how many it has at most
     */
    public record Items(FieldType of, OptionalInt least, OptionalInt most) {}

    /** Any value of the type. */
    public static final FieldConstraints NONE = new FieldConstraints(
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Digits(OptionalInt.empty(), OptionalInt.empty()),
            List.of(),
            Optional.empty());

    public FieldConstraints {
        values = List.copyOf(values);
    }

    /** Total decimal digits, for {@code decimal}. */
    public OptionalInt precision() {
        return digits.precision();
    }

    /** Decimal digits after the point, for {@code decimal}. */
    public OptionalInt scale() {
        return digits.scale();
    }

    FieldConstraints withMinLength(int characters) {
        return new FieldConstraints(
                OptionalInt.of(characters), maxLength, minimum, maximum, pattern, digits, values, items);
    }

    FieldConstraints withMaxLength(int characters) {
        return new FieldConstraints(
                minLength, OptionalInt.of(characters), minimum, maximum, pattern, digits, values, items);
    }

    FieldConstraints withMinimum(BigDecimal inclusive) {
        return new FieldConstraints(
                minLength, maxLength, Optional.of(inclusive), maximum, pattern, digits, values, items);
    }

    FieldConstraints withMaximum(BigDecimal inclusive) {
        return new FieldConstraints(
                minLength, maxLength, minimum, Optional.of(inclusive), pattern, digits, values, items);
    }

    FieldConstraints withPattern(Pattern pattern) {
        return new FieldConstraints(
                minLength, maxLength, minimum, maximum, Optional.of(pattern), digits, values, items);
    }

    FieldConstraints withDigits(Digits digits) {
        return new FieldConstraints(minLength, maxLength, minimum, maximum, pattern, digits, values, items);
    }

    FieldConstraints withValues(List<String> names) {
        return new FieldConstraints(minLength, maxLength, minimum, maximum, pattern, digits, names, items);
    }

    FieldConstraints withItems(Items items) {
        return new FieldConstraints(
                minLength, maxLength, minimum, maximum, pattern, digits, values, Optional.of(items));
    }

    /** Checks that they fit the type of a field of this name, and each other. */
    void check(String name, ValueType given) {
        require(
                given.takes(Option.ITEMS) == items.isPresent(),
                name,
                "'of' names the type of the items of a list, and only of one");
        items.ifPresent(list -> checkItems(name, list));
        ValueType type = items.map(list -> list.of().valueType()).orElse(given);
        OptionalInt precision = precision();
        OptionalInt scale = scale();
        require(
                type.takes(Option.VALUES) == !values.isEmpty(),
                name,
                "'values' lists the names of an enum, and only of one");
        require(new LinkedHashSet<>(values).size() == values.size(), name, "'values' repeats a name");
        require(
                type.takes(Option.LENGTH) || (minLength.isEmpty() && maxLength.isEmpty()),
                name,
                "'minLength' and 'maxLength' are for text and binary");
        require(
                minLength.orElse(0) >= 0 && maxLength.orElse(1) >= 1,
                name,
                "a length cannot be negative, nor a maximum below 1");
        require(minLength.orElse(0) <= maxLength.orElse(Integer.MAX_VALUE), name, "'minLength' is above 'maxLength'");
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

    private static void checkItems(String name, Items items) {
        require(
                items.of().valueType().canBeItem(),
                name,
                "a list cannot hold items of type '" + items.of().word() + "'");
        require(
                items.least().orElse(0) >= 0
                        && items.most().orElse(1) >= 1
                        && items.most().orElse(1) <= ListType.MAX_ITEMS,
                name,
                "'minItems' cannot be negative, and 'maxItems' is 1 to " + ListType.MAX_ITEMS);
        require(
                items.least().orElse(0) <= items.most().orElse(ListType.MAX_ITEMS),
                name,
                "'minItems' is above 'maxItems'");
    }
}
