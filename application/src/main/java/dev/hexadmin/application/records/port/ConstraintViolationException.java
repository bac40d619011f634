package dev.hexadmin.application.records.port;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

/** The database rejected a write because of a constraint. */
public final class ConstraintViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Kind kind;
    private final transient Model model;
    private final transient List<FieldDefinition> fields;
    private final transient Rule rule;
    private final transient Optional<Undeletable> undeletable;

    /** The kind of constraint. */
    public enum Kind {
        /** Another record has the same values. */
        UNIQUE,
        /** A reference points to a record that does not exist. */
        REFERENCE_NOT_FOUND,
        /** Records of {@link ConstraintViolationException#model()} reference the record to be deleted. */
        IN_USE,
        NOT_NULL,
        /** A check constraint, a trigger, or a value that the column's type cannot hold. */
        CHECK,
        /** The statement succeeded, but a trigger or a rule of the database left the record unchanged. */
        NOT_STORED,
        /** Several rows have the key of the record, so the statement would have changed all of them. */
        AMBIGUOUS_KEY
    }

    /** A record that the constraint keeps from being deleted. */
    public record Undeletable(Model model, RecordKey key) {}

    /**
     * The constraint as the database reports it.
     *
     * @param name the constraint's name, or empty
     * @param table the table that has the rule when it is not the model's, or empty
     * @param columns of the constraint, if they are not fields of the model
     * @param message a text that the database's author wrote for users, what the database says when it names neither
     *     constraint nor column, or which values the column takes
     */
    public record Rule(String name, String table, List<String> columns, Optional<Message> message) {
        /** An unknown constraint. */
        public static final Rule UNNAMED = new Rule("", "", List.of(), Optional.empty());

        public Rule {
            columns = List.copyOf(columns);
        }
    }

    /**
     * @param model the model whose fields are named; for {@link Kind#IN_USE} the one that points here, unless the rule has a
     *     message, since the database then does not say which it is
     * @param fields the affected fields, as far as the database reports them; may be empty
     */
    public ConstraintViolationException(Kind kind, Model model, List<FieldDefinition> fields, Throwable cause) {
        this(kind, model, fields, Rule.UNNAMED, cause);
    }

    /**
     * @param model the model whose fields are named; for {@link Kind#IN_USE} the one that points here, unless the rule has a
     *     message, since the database then does not say which it is
     * @param fields the affected fields, as far as the database reports them; may be empty
     */
    public ConstraintViolationException(
            Kind kind, Model model, List<FieldDefinition> fields, Rule rule, Throwable cause) {
        this(kind, model, fields, rule, Optional.empty(), cause);
    }

    private ConstraintViolationException(
            Kind kind,
            Model model,
            List<FieldDefinition> fields,
            Rule rule,
            Optional<Undeletable> undeletable,
            Throwable cause) {
        super(kind + " on " + model.name(), cause);
        this.kind = kind;
        this.model = model;
        this.fields = List.copyOf(fields);
        this.rule = rule;
        this.undeletable = undeletable;
    }

    /** The same violation, which prevents the deletion of this record. */
    public ConstraintViolationException of(Model target, RecordKey key) {
        return new ConstraintViolationException(
                kind, model, fields, rule, Optional.of(new Undeletable(target, key)), this);
    }

    public Kind kind() {
        return kind;
    }

    public Model model() {
        return model;
    }

    public List<FieldDefinition> fields() {
        return fields;
    }

    public Rule rule() {
        return rule;
    }

    /** The record that cannot be deleted, if several were to be and it is known which. */
    public Optional<Undeletable> undeletable() {
        return undeletable;
    }
}
