package dev.hexadmin.domain.models;

/** The value that a field gets when a create or a full replacement omits it. */
public sealed interface DefaultValue {

    /**
     * A constant, of the field's Java class (see {@link FieldType}).
     *
     * @param value never null: a field without a default gets null
     */
    record Constant(Object value) implements DefaultValue {}

    /** The time of the write; only for {@code date}, {@code time} and {@code datetime}. */
    record Now() implements DefaultValue {}

    /**
     * An expression that only the database can evaluate. A create omits the column; a full replacement leaves the
     * stored value unchanged.
     *
     * @param expression as the database reports it, for display only; never put into a statement
     */
    record DatabaseExpression(String expression) implements DefaultValue {}
}
