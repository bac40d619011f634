package dev.hexadmin.domain.models;

import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.VisibleText;
import java.util.Collection;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the values of a field look to users.
 *
 * @param names what values of an enum are called; a value without one is called by its word
 * @param colours of values of an enum; a value without one has none
 * @param steps values of an enum that a record goes through one after the other; any other value ends its way
 * @param unit of a number, such as {@code kg} or {@code %}
 * @param currency of an amount of money, a code of ISO 4217
 * @param currencyField the field of the same record that holds the code of an amount's currency
 * @param grouped whether the digits of a number stand in groups of three
 * @param widget the name of a widget of a plugin that shows and edits the values
 */
public record FieldStyle(
        Map<String, Label> names,
        Map<String, Hue> colours,
        List<String> steps,
        Optional<String> unit,
        Optional<String> currency,
        Optional<String> currencyField,
        boolean grouped,
        Optional<String> widget) {
    static final FieldStyle NONE = new FieldStyle(
            Map.of(),
            Map.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true,
            Optional.empty());

    private static final int LONGEST_UNIT = 12;
    private static final Pattern WIDGET = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    /** Last words of the names of integers that tell records apart, or years: they are written without groups of digits. */
    private static final Set<String> IDENTIFIERS =
            Set.of("id", "year", "number", "no", "nr", "code", "zip", "postcode", "phone", "fax", "port", "pin", "ean");

    private static final Set<String> CURRENCIES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    public FieldStyle {
        names = Map.copyOf(names);
        colours = Map.copyOf(colours);
        steps = List.copyOf(steps);
    }

    FieldStyle withNames(Map<String, Label> given) {
        return new FieldStyle(given, colours, steps, unit, currency, currencyField, grouped, widget);
    }

    FieldStyle withColours(Map<String, Hue> given) {
        return new FieldStyle(names, given, steps, unit, currency, currencyField, grouped, widget);
    }

    FieldStyle withSteps(List<String> values) {
        return new FieldStyle(names, colours, values, unit, currency, currencyField, grouped, widget);
    }

    FieldStyle withUnit(String given) {
        return new FieldStyle(names, colours, steps, Optional.of(given), currency, currencyField, grouped, widget);
    }

    FieldStyle withCurrency(String code) {
        return new FieldStyle(names, colours, steps, unit, Optional.of(code), currencyField, grouped, widget);
    }

    FieldStyle withCurrencyField(String other) {
        return new FieldStyle(names, colours, steps, unit, currency, Optional.of(other), grouped, widget);
    }

    FieldStyle withGrouped(boolean given) {
        return new FieldStyle(names, colours, steps, unit, currency, currencyField, given, widget);
    }

    FieldStyle withWidget(String name) {
        return new FieldStyle(names, colours, steps, unit, currency, currencyField, grouped, Optional.of(name));
    }

    /** Rejects a style that does not fit the field; the message names field and rule. */
    void check(String field, FieldType type, FieldConstraints constraints) {
        ofValues("valueLabels", names.keySet(), field, type, constraints);
        ofValues("colours", colours.keySet(), field, type, constraints);
        ofValues("steps", steps, field, type, constraints);
        require(
                steps.isEmpty() || (steps.size() > 1 && new HashSet<>(steps).size() == steps.size()),
                field,
                "'steps' are two or more different values");
        require(
                widget.isEmpty() || WIDGET.matcher(widget.get()).matches(),
                field,
                "the name of a widget is " + WIDGET.pattern());
        boolean number = type.valueType().isNumber();
        require(unit.isEmpty() || number, field, "'unit' is for numbers");
        require(
                unit.isEmpty() || (VisibleText.isIn(unit.get()) && unit.get().length() <= LONGEST_UNIT),
                field,
                "a unit has 1 to " + LONGEST_UNIT + " characters");
        require(currency.isEmpty() || number, field, "'currency' is for numbers");
        require(currency.isEmpty() || unit.isEmpty(), field, "a field has either 'unit' or 'currency'");
        currency.ifPresent(code ->
                require(isCurrency(code), field, "'" + code + "' is not a currency code of ISO 4217, such as EUR"));
        require(currencyField.isEmpty() || number, field, "'currencyField' is for numbers");
        require(
                currencyField.isEmpty() || (currency.isEmpty() && unit.isEmpty()),
                field,
                "'currencyField' takes the place of 'currency' and 'unit'");
        require(
                grouped || (number && currency.isEmpty() && currencyField.isEmpty()),
                field,
                "'grouping' is for numbers that are no amounts of money");
    }

    /** Whether the digits of a field stand in groups unless its options say otherwise. */
    static boolean usuallyGrouped(String field, FieldType type, boolean key, FieldStyle style) {
        return !type.valueType().isNumber()
                || !(key
                        || (type == FieldType.INTEGER
                                && style.unit().isEmpty()
                                && style.currency().isEmpty()
                                && style.currencyField().isEmpty()
                                && IDENTIFIERS.contains(field.substring(field.lastIndexOf('_') + 1))));
    }

    /** Whether a text is a code of ISO 4217, such as {@code EUR}. */
    public static boolean isCurrency(String text) {
        return CURRENCIES.contains(text);
    }

    private static void ofValues(
            String option, Collection<String> named, String field, FieldType type, FieldConstraints constraints) {
        require(
                named.isEmpty() || type.valueType().takes(Option.VALUES),
                field,
                "'" + option + "' are for the values of an enum");
        named.forEach(value -> require(
                constraints.values().contains(value),
                field,
                "'" + option + "' names '" + value + "', which is not one of its values: "
                        + String.join(", ", constraints.values())));
    }

    private static void require(boolean holds, String field, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("field '" + field + "': " + rule);
        }
    }
}
