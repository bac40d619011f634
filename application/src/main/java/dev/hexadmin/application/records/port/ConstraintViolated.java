package dev.hexadmin.application.records.port;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.List;

/** The database refused a write because of a rule of its own. */
public final class ConstraintViolated extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Kind kind;
    private final transient Model model;
    private final transient List<FieldDefinition> fields;

    /** Which rule. */
    public enum Kind {
        /** Another record has the same values. */
        UNIQUE,
        /** A reference points to a record that does not exist. */
        REFERENCE_NOT_FOUND,
        /** Records of {@link ConstraintViolated#model()} point to the one to be deleted. */
        IN_USE,
        NOT_NULL,
        /** A check constraint, or a value the column's type cannot hold. */
        CHECK
    }

    /**
     * @param model the model whose fields are named; for {@link Kind#IN_USE} the one that points here
     * @param fields the fields concerned, as far as the database tells; may be empty
     */
    public ConstraintViolated(Kind kind, Model model, List<FieldDefinition> fields, Throwable cause) {
        super(kind + " on " + model.name(), cause);
        this.kind = kind;
        this.model = model;
        this.fields = List.copyOf(fields);
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
}
