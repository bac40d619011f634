package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
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
 * A type of field values: how they are read from JSON and from text, checked against the field's options, written as
 * text and compared. There is one object for each {@link dev.hexadmin.domain.models.FieldType}. Thread-safe.
 */
public abstract class ValueType {

    /** An option that only some types take. */
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
        /** {@code of}, {@code min_items} and {@code max_items}. */
        ITEMS,
        /** {@code accept}, {@code max_bytes} and {@code sizes}. */
        FILES,
        /** {@code language}. */
        LANGUAGE,
        /** The time of the write as the default. */
        NOW
    }

    /** The literal of a value in a row policy. */
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

    // ---- properties of values

    /** The class of values; {@link Object} for a reference, whose values have the class of the target's key. */
    public final Class<?> javaClass() {
        return javaClass;
    }

    /** The classes of a Java record's components that are mapped to this type by default. */
    public List<Class<?>> componentClasses() {
        return List.of();
    }

    /** Whether a computed field may have this value. */
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

    /** Whether any character string is a valid value, including the empty one. */
    public boolean isFreeText() {
        return isText();
    }

    /** Whether values can be summed. */
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

    /** Whether a client can filter by range: greater than, less than, between. */
    public boolean isRanged() {
        return isOrdered();
    }

    /** Whether a value is above or below another one, and not before or after it. */
    public boolean isAmount() {
        return isNumber();
    }

    /** Whether values lie on a calendar day. */
    public boolean hasDays() {
        return false;
    }

    /** Whether values are too long for a list column and for bulk edits. */
    public boolean isLong() {
        return false;
    }

    /** The maximum number of characters of a value's text, when it is known and short enough for an index. */
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.of(16);
    }

    /** Whether there are so few distinct values that lists offer them as a filter by default. */
    public boolean hasFewValues() {
        return false;
    }

    /** Whether a value is a list of values of the field's {@code of}. */
    public boolean holdsItems() {
        return false;
    }

    /** Whether values can be items of a list. */
    public final boolean canBeItem() {
        return isComparable() && !isLong() && !isRelation() && !holdsItems() && !takes(Option.FILES);
    }

    /** Whether values are keys of another model's records. */
    public boolean isRelation() {
        return false;
    }

    /** Whether a field of the type can be part of a primary key. */
    public boolean canBeKey() {
        return true;
    }

    /** What generates the value of a primary key unless the definition sets it. */
    public Generated usualGenerated() {
        return Generated.NO;
    }

    // ---- reading

    /**
     * Parses a value from text; empty when the text is not valid. Checks enum names, but no lengths, ranges or
     * patterns.
     *
     * @param model the model that has the field, for the key of a reference's target
     */
    public Optional<Object> parse(Model model, FieldDefinition field, String text) {
        return parse(text);
    }

    /** Parses a value without the model; empty for references and for JSON. Text types return the text. */
    public final Optional<Object> parse(String text) {
        try {
            return scalar(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Parses a value without the model.
     *
     * @throws IllegalArgumentException when the text is not valid
     * @throws DateTimeException when the text is not valid
     */
    Optional<Object> scalar(String text) {
        return Optional.empty();
    }

    /**
     * The value of a constant column default; empty when it is not valid, or when databases write such constants in
     * their own syntax.
     */
    public Optional<Object> constant(FieldDefinition field, String text) {
        return parse(text);
    }

    /** Reads a value from parsed JSON; empty when it is not valid. */
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return input instanceof String text ? parse(model, field, text) : Optional.empty();
    }

    /** Reads a value from parsed JSON and checks it against the field's options. */
    public FieldInput.Outcome read(Model model, FieldDefinition field, Object input) {
        return read(model, field, input, true);
    }

    /**
     * Reads a value that code puts in place of one that was read. The options of a text are not checked: a hash is longer
     * than the password that it is made of.
     */
    public final FieldInput.Outcome readPrepared(Model model, FieldDefinition field, Object input) {
        return isFreeText() ? read(model, field, input, false) : read(model, field, input);
    }

    private FieldInput.Outcome read(Model model, FieldDefinition field, Object input, boolean options) {
        Optional<Object> converted = convert(model, field, input);
        if (converted.isEmpty()) {
            return new FieldInput.Outcome.Refused(
                    List.of(Violation.at(field.name(), mismatch(input), expected(model, field, input))));
        }
        List<Violation> violations = new ArrayList<>();
        Object value = options
                ? check(model, field, converted.get(), violations)
                : storable(field, converted.get(), violations);
        return violations.isEmpty() ? new FieldInput.Outcome.Fits(value) : new FieldInput.Outcome.Refused(violations);
    }

    /** The violation code for input that is not of this type. */
    String mismatch(Object input) {
        return "type";
    }

    /**
     * Checks a value against the field's options.
     *
     * @param violations receives the violations
     * @return the value in its normal form
     */
    Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        return storable(field, value, violations);
    }

    /** Checks the rules that hold for every value, including the key of a reference's target. */
    Object storable(FieldDefinition field, Object value, List<Violation> violations) {
        return value;
    }

    static void refuse(List<Violation> violations, FieldDefinition field, String code, Message message) {
        violations.add(Violation.at(field.name(), code, message));
    }

    /** User input without insignificant characters, such as blanks around a number. */
    public String trimmed(FieldDefinition field, String typed) {
        return typed.strip();
    }

    /**
     * A text as a JSON client would have sent it. A text that is not a valid value stays text and is rejected as such.
     */
    public Object plain(String text) {
        return text;
    }

    /** A whole number, such as a user's id, as a value of the type. */
    public Optional<Object> ofNumber(long number) {
        return Optional.empty();
    }

    /** The value of an instant, for types that take {@link Option#NOW}. */
    public Optional<Object> at(Instant moment) {
        return Optional.empty();
    }

    /** A least or a largest value from its text, in the unit of {@code minimum}; empty when it is none. */
    public Optional<BigDecimal> bound(String text) {
        return Optional.empty();
    }

    /** A description of a minimum or maximum. */
    public String boundName() {
        return "number";
    }

    /** The operand of the lookup {@code contains}; empty when it is not valid. */
    public Optional<Object> contained(Model model, FieldDefinition field, String text) {
        return Optional.of(text);
    }

    /** A sentence that describes valid operands of {@code contains}. */
    public Message expectedContained(Model model, FieldDefinition field) {
        return expected(model, field);
    }

    /** {@link #expectedContained} in English. */
    public final String containedExpectation(Model model, FieldDefinition field) {
        return expectedContained(model, field).english();
    }

    // ---- writing

    /** A value as a JSON parser would return it. */
    public Object json(Object value) {
        return write(value);
    }

    /** The text of a minimum or maximum. */
    public String boundText(BigDecimal bound) {
        return bound.toString();
    }

    /** The canonical text of a value. */
    public String write(Object value) {
        return value.toString();
    }

    /** A sentence that describes valid values of the field. */
    public abstract Message expected(Model model, FieldDefinition field);

    /** The same for input that is not valid, such as a number that is too large. */
    public Message expected(Model model, FieldDefinition field, Object input) {
        return expected(model, field);
    }

    /** {@link #expected} in English. */
    public final String expectation(Model model, FieldDefinition field) {
        return expected(model, field).english();
    }

    /** The literal of a value in a row policy. */
    public Literal literal() {
        return Literal.TEXT;
    }

    /** A description of values in a row policy, to be followed by "is expected". */
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return expected(model, field);
    }

    /** {@link #expectedLiteral} in English. */
    public final String literalExpectation(Model model, FieldDefinition field) {
        return expectedLiteral(model, field).english();
    }
}
