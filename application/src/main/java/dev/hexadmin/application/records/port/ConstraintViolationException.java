package dev.hexadmin.application.records.port;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.List;

/** The database refused a write because of a rule of its own. */
public final class ConstraintViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Kind kind;
    private final transient Model model;
    private final transient List<FieldDefinition> fields;
    private final transient Rule rule;

    /** Which rule. */
    public enum Kind {
        /** Another record has the same values. */
        UNIQUE,
        /** A reference points to a record that does not exist. */
        REFERENCE_NOT_FOUND,
        /** Records of {@link ConstraintViolationException#model()} point to the one to be deleted. */
        IN_USE,
        NOT_NULL,
        /** A check constraint, a trigger's refusal, or a value the column's type cannot hold. */
        CHECK,
        /** The statement succeeded, but a trigger or a rule of the database kept the record as it was. */
        NOT_STORED
    }

    /**
     * What the database calls the rule.
     *
     * @param name the constraint's name, or empty
     * @param table the table that has the rule when it is not the model's, or empty
     * @param columns of the rule that are no fields of the model
     * @param message a text that the database's author wrote for users, or what the database says when it names neither
     *     constraint nor column; or empty
     */
    public record Rule(String name, String table, List<String> columns, String message) {
        /** Nothing is known. */
        public static final Rule UNNAMED = new Rule("", "", List.of(), "");

        public Rule {
            columns = List.copyOf(columns);
        }
    }

    /**
     * @param model the model whose fields are named; for {@link Kind#IN_USE} the one that points here
     * @param fields the fields concerned, as far as the database tells; may be empty
     */
    public ConstraintViolationException(Kind kind, Model model, List<FieldDefinition> fields, Throwable cause) {
        this(kind, model, fields, Rule.UNNAMED, cause);
    }

    /**
     * @param model the model whose fields are named; for {@link Kind#IN_USE} the one that points here
     * @param fields the fields concerned, as far as the database tells; may be empty
     */
    public ConstraintViolationException(
            Kind kind, Model model, List<FieldDefinition> fields, Rule rule, Throwable cause) {
        super(kind + " on " + model.name(), cause);
        this.kind = kind;
        this.model = model;
        this.fields = List.copyOf(fields);
        this.rule = rule;
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
}
