package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a field holds: how its values are read from JSON and from text, checked against the field's options, written as
 * text and compared. There is one object for each {@link dev.hexadmin.domain.models.FieldType}, which names it.
 * Thread-safe.
 */
public abstract class ValueType {

    /** Options of a field that only some types take. */
    public enum Option {
        /** {@code min_length} and {@code max_length}. */
        LENGTH,
        /** {@code minimum} and {@code maximum}. */
        RANGE,
        /** {@code pattern}. */
        PATTERN,
        /** {@code precision} and {@code scale}. */
        DIGITS,
        /** {@code values}. */
        VALUES,
        /** The moment of the write as a default. */
        NOW
    }

    /** How a row policy writes a value of the type. */
    public enum Literal {
        /** In single quotes. */
        TEXT,
        NUMBER,
        /** {@code true} or {@code false}. */
        WORD
    }

    private final Class<?> javaClass;
    private final Set<Option> options;

    ValueType(Class<?> javaClass, Option... options) {
        this.javaClass = javaClass;
        this.options = EnumSet.noneOf(Option.class);
        this.options.addAll(List.of(options));
    }

    // ---- what values are

    /** The class of values; for a reference, which has that of its target's key, {@link Object}. */
    public final Class<?> javaClass() {
        return javaClass;
    }

    /** The classes of a Java record's components that hold values of the type unless the record names another type. */
    public List<Class<?>> componentClasses() {
        return List.of();
    }

    /** Whether a computed field may give this value. */
    public boolean holds(FieldDefinition field, Object value) {
        return javaClass.isInstance(value);
    }

    /** Whether fields of the type take an option. */
    public final boolean takes(Option option) {
        return options.contains(option);
    }

    /** Whether values are character strings: the text lookups and the length rules apply. */
    public boolean isText() {
        return false;
    }

    /** Whether any character string is a value, the empty one too. */
    public boolean isFreeText() {
        return isText();
    }

    /** Whether values can be added up. */
    public boolean isNumber() {
        return false;
    }

    /** Whether values can be compared for equality. */
    public boolean isComparable() {
        return true;
    }

    /** Whether values have an order a client can sort by. */
    public boolean isOrdered() {
        return true;
    }

    /** Whether a client can ask for the values above, below and between others. */
    public boolean isRanged() {
        return isOrdered();
    }

    /** Whether a value lies on a day of the calendar. */
    public boolean hasDays() {
        return false;
    }

    /** Whether values are too long for a column of a list and for a change of many records at once. */
    public boolean isLong() {
        return false;
    }

    /** How many characters the text of a value has at most, when it is known and values are short enough for an index. */
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.of(16);
    }

    /** Whether there are so few values that lists are filtered by them as a rule. */
    public boolean hasFewValues() {
        return false;
    }

    /** Whether values are keys of another model's records. */
    public boolean isRelation() {
        return false;
    }

    /** Whether a field of the type can be part of a primary key. */
    public boolean canBeKey() {
        return true;
    }

    /** Who makes the value of a primary key that says nothing about it. */
    public Generated usualGenerated() {
        return Generated.NO;
    }

    // ---- reading

    /**
     * Reads a value from its text; empty when the text is none. Lengths, ranges and patterns are not looked at, enum names
     * are.
     *
     * @param model the model that has the field, for the key of a reference's target
     */
    public Optional<Object> parse(Model model, FieldDefinition field, String text) {
        return parse(text);
    }

    /** Reads a value that needs no more than its type; empty for references, and for JSON. Text types give the text. */
    public final Optional<Object> parse(String text) {
        try {
            return scalar(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * The same.
     *
     * @throws IllegalArgumentException when the text is none
     * @throws DateTimeException when the text is none
     */
    Optional<Object> scalar(String text) {
        return Optional.empty();
    }

    /**
     * The value of a constant that is a column's default; empty when it is none, or databases write such constants in forms
     * of their own.
     */
    public Optional<Object> constant(FieldDefinition field, String text) {
        return parse(text);
    }

    /** Reads a value from what a JSON parser gives; empty when it is none. */
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof String text ? parse(model, field, text) : Optional.empty();
    }

    /** Reads a value from what a JSON parser gives, and checks it against the field's options. */
    public FieldInput.Outcome read(Model model, FieldDefinition field, Object input) {
        Optional<Object> converted = convert(model, field, input);
        if (converted.isEmpty()) {
            return new FieldInput.Outcome.Refused(
                    List.of(Violation.at(field.name(), mismatch(input), expectation(model, field))));
        }
        List<Violation> violations = new ArrayList<>();
        Object value = check(model, field, converted.get(), violations);
        return violations.isEmpty() ? new FieldInput.Outcome.Fits(value) : new FieldInput.Outcome.Refused(violations);
    }

    /** The code of the violation for input that is no value. */
    String mismatch(Object input) {
        return "type";
    }

    /**
     * Checks a value against the field's options.
     *
     * @param violations takes what is wrong
     * @return the value in its normal form
     */
    Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        return storable(field, value, violations);
    }

    /** Checks what holds for every value, also for one that is the key of a reference's target. */
    Object storable(FieldDefinition field, Object value, List<Violation> violations) {
        return value;
    }

    static void refuse(List<Violation> violations, FieldDefinition field, String code, String message) {
        violations.add(Violation.at(field.name(), code, message));
    }

    /** What a user typed, without what has no meaning in it, such as blanks around a number. */
    public String trimmed(FieldDefinition field, String typed) {
        return typed.strip();
    }

    /** A text as a JSON client would have sent it; what is no value stays text, and is refused as such. */
    public Object plain(String text) {
        return text;
    }

    /** A whole number, such as an account's id, as a value of the type. */
    public Optional<Object> ofNumber(long number) {
        return Optional.empty();
    }

    /** The value that stands for a moment, where the type takes {@link Option#NOW}. */
    public Optional<Object> at(Instant moment) {
        return Optional.empty();
    }

    /** A least or a largest value from its text, in the unit of {@code minimum}; empty when it is none. */
    public Optional<BigDecimal> bound(String text) {
        return Optional.empty();
    }

    /** What a least or a largest value is. */
    public String boundName() {
        return "number";
    }

    // ---- writing

    /** A value as a JSON parser would give it. */
    public Object json(Object value) {
        return write(value);
    }

    /** The text of a least or a largest value. */
    public String boundText(BigDecimal bound) {
        return bound.toString();
    }

    /** The canonical text of a value. */
    public String write(Object value) {
        return value.toString();
    }

    /** What a value of this field looks like, as a sentence. */
    public abstract String expectation(Model model, FieldDefinition field);

    /** How a row policy writes a value. */
    public Literal literal() {
        return Literal.TEXT;
    }

    /** What a value looks like in a row policy, to be followed by "is expected". */
    public String literalExpectation(Model model, FieldDefinition field) {
        return expectation(model, field);
    }
}
