package dev.hexadmin.domain.models;

/** What a field gets when a create or a full replacement leaves it out. */
public sealed interface DefaultValue {

    /**
     * A constant, of the field's Java class (see {@link FieldType}).
     *
     * @param value never null: a field without a default gets null
     */
    record Constant(Object value) implements DefaultValue {}

    /** The moment of the write; only on {@code date}, {@code time} and {@code datetime}. */
    record Now() implements DefaultValue {}

    /**
     * An expression only the database can work out. A create leaves the column out; a full replacement keeps the value.
     *
     * @param expression as the database reports it, for display only; never put into a statement
     */
    record DatabaseExpression(String expression) implements DefaultValue {}
}
