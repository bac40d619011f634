package dev.hexadmin.application.actions;

import dev.hexadmin.application.records.CodeName;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Custom code for the records of a model: in the panel as buttons and in the actions menu of a list, over JSON as
 * {@code POST …/api/{model}/actions/{name}}. Immutable and checked; the code in it must be thread-safe.
 *
 * <pre>{@code
 * RecordAction.named("restock")
 *         .label("Restock")
 *         .parameter("quantity", FieldType.INTEGER, f -> f.required().minimum(BigDecimal.ONE))
 *         .runAsProgram(call -> {
 *             long more = call.parameter("quantity", Long.class).orElseThrow();
 *             for (Product product : call.selected(Product.class)) {
 *                 call.records().of(Product.class).update(product, Map.of("stock", product.stock() + more));
 *             }
 *             return "The shelves are full.";
 *         });
 * }</pre>
 */
public final class RecordAction {
    // form fields that are not parameters
    private static final Set<String> TAKEN = Set.of("csrf_token", "find", "run");
    private static final String KEY = "run";

    private final Builder made;
    private final CodeRights rights;
    private final Code code;

    private RecordAction(Builder made, CodeRights rights, Code code) {
        this.made = made;
        this.rights = rights;
        this.code = code;
    }

    /** Where the panel offers the action. */
    public enum Place {
        /** The actions menu of a list: for selected records, or all records of a filtered list. */
        LIST,
        /** Each row of a list: for one record. */
        ROW,
        /** The page of a record. */
        DETAIL
    }

    /** The code of an action. Thread-safe. */
    @FunctionalInterface
    public interface Code {
        /**
         * Runs inside a transaction, which is rolled back when this method throws.
         *
         * @return the result as a sentence for users, the same in every language; empty if {@link ActionCall#report} has told it
         * @throws dev.hexadmin.application.RequestRejectedException to reject the run with a reason for the actor;
         *     pointers to parameters are such as {@code /parameters/quantity}
         */
        String run(ActionCall call);
    }

    /** A declared parameter. */
    private record Parameter(String name, FieldType type, UnaryOperator<FieldDefinition.Builder> options) {}

    /**
     * A builder for an action.
     *
     * @param name as {@link CodeName} has it
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public String name() {
        return made.name;
    }

    /** The label for users, such as {@code Restock}. */
    public String label() {
        return made.label.text();
    }

    /** The label by language. */
    public Label labels() {
        return made.label;
    }

    /** The description for users. */
    public Optional<String> help() {
        return made.help.map(Label::text);
    }

    /** The description by language. */
    public Optional<Label> helpLabels() {
        return made.help;
    }

    /** Where it is offered; empty for an action without records, which is offered above the list. */
    public Set<Place> places() {
        return Set.copyOf(made.places);
    }

    /** Whether it runs on records. */
    public boolean forRecords() {
        return made.forRecords;
    }

    /** The right on the model that callers need. */
    public Action needs() {
        return made.needs;
    }

    /** The confirmation question, if there is one. */
    public Optional<String> confirmation() {
        return made.confirmation.map(Label::text);
    }

    /** The confirmation question by language. */
    public Optional<Label> confirmationLabels() {
        return made.confirmation;
    }

    /** Whether it is shown as dangerous. */
    public boolean dangerous() {
        return made.dangerous;
    }

    /** The appearance of its buttons. */
    @Override
    public String toString() {
        return name() + " '" + label() + "' needs " + needs() + " at "
                + places().stream().sorted().toList() + (forRecords() ? "" : " without records")
                + (hasParameters() || confirmation().isPresent() ? ", asks first" : "")
                + (dangerous() ? ", dangerous" : "");
    }

    /** Whether it has parameters. */
    public boolean hasParameters() {
        return !made.parameters.isEmpty();
    }

    /** The rights with which its code reads and writes records. */
    public CodeRights rights() {
        return rights;
    }

    /** Its code. */
    public Code code() {
        return code;
    }

    /**
     * Its parameters as the fields of a model that is in no registry and has the name of the action's model. The key of
     * that model is generated, so that forms and bodies do not contain it.
     *
     * @throws IllegalArgumentException when a parameter refers to a model that is not registered
     */
    public Model form(ModelRegistry models, Model model) {
        return models.form(definition(model.name()));
    }

    private ModelDefinition definition(String model) {
        ModelDefinition.Builder form = ModelDefinition.builder(model)
                .label(made.label)
                .display("{" + KEY + "}")
                .field(KEY, FieldType.INTEGER, FieldDefinition.Builder::primaryKey);
        made.parameters.forEach(one -> form.field(one.name(), one.type(), one.options()));
        return form.build();
    }

    /** Collects the options of an action; {@link #runAsProgram} or {@link #runAsCaller} builds it. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private Label label;
        private Optional<Label> help = Optional.empty();
        private Set<Place> places = EnumSet.allOf(Place.class);
        private boolean forRecords = true;
        private Action needs = Action.EDIT;
        private final List<Parameter> parameters = new ArrayList<>();
        private Optional<Label> confirmation = Optional.empty();
        private boolean dangerous;
        private boolean complete;

        private Builder(String name) {
            this.name = name;
            this.label = Label.of(Naming.label(name));
        }

        /** The label for users; default: derived from the name. */
        public Builder label(String label) {
            return label(Label.of(label));
        }

        /** The label by language. */
        public Builder label(Label label) {
            this.label = label;
            return this;
        }

        /** The description for users, shown in the form and in the API's document. */
        public Builder help(String help) {
            return help(Label.of(help));
        }

        /** The description by language. */
        public Builder help(Label help) {
            this.help = Optional.of(help);
            return this;
        }

        /** Where it is offered; default: everywhere. */
        public Builder on(Place first, Place... others) {
            this.places = EnumSet.of(first, others);
            return this;
        }

        /** Makes it an action without records, offered above the list. */
        public Builder withoutRecords() {
            this.forRecords = false;
            this.places = EnumSet.noneOf(Place.class);
            return this;
        }

        /**
         * The required right on the model; default: {@link Action#EDIT}. Row policies of that right apply to each
         * record.
         */
        public Builder needs(Action right) {
            this.needs = right;
            return this;
        }

        /** A parameter without options. */
        public Builder parameter(String name, FieldType type) {
            return parameter(name, type, UnaryOperator.identity());
        }

        /**
         * A parameter, validated like a field of this type, which holds no file. A write-only parameter is secret: its value
         * is not sent back in forms or written to the audit log.
         */
        public Builder parameter(String name, FieldType type, UnaryOperator<FieldDefinition.Builder> options) {
            parameters.add(new Parameter(name, type, options));
            return this;
        }

        /** Asks users for confirmation first. */
        public Builder confirm(String question) {
            return confirm(Label.of(question));
        }

        /** Asks users for confirmation first, in their language. */
        public Builder confirm(Label question) {
            this.confirmation = Optional.of(question);
            return this;
        }

        /** Shows it like a deletion. */
        public Builder dangerous() {
            this.dangerous = true;
            return this;
        }

        /**
         * Builds an action whose code has the rights of the program: it may write fields that are read-only for the caller, and
         * records of any model.
         *
         * @throws IllegalArgumentException when a rule is violated; the message names action and rule
         * @throws IllegalStateException when this builder was used before
         */
        public RecordAction runAsProgram(Code code) {
            return run(CodeRights.PROGRAM, code);
        }

        /**
         * Builds an action whose code has the rights of its caller.
         *
         * @throws IllegalArgumentException when a rule is violated; the message names action and rule
         * @throws IllegalStateException when this builder was used before
         */
        public RecordAction runAsCaller(Code code) {
            return run(CodeRights.CALLER, code);
        }

        private RecordAction run(CodeRights rights, Code code) {
            if (complete) {
                throw new IllegalStateException("action '" + name + "' is made already");
            }
            try {
                new CodeName(name);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("action " + e.getMessage(), e);
            }
            require(VisibleText.isIn(label.text()), "'label' is empty");
            require(
                    confirmation.stream().allMatch(question -> VisibleText.isIn(question.text())),
                    "the question of 'confirm' is empty");
            require(forRecords || places.isEmpty(), "without records it is offered above the list, at no other place");
            Set<String> names = new HashSet<>();
            for (Parameter parameter : parameters) {
                require(!TAKEN.contains(parameter.name()), "a parameter cannot be called '" + parameter.name() + "'");
                require(names.add(parameter.name()), "two parameters are called '" + parameter.name() + "'");
            }
            Objects.requireNonNull(code, "code");
            complete = true;
            RecordAction action = new RecordAction(this, rights, code);
            ModelDefinition form;
            try {
                form = action.definition("parameters");
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("action '" + name + "': " + e.getMessage(), e);
            }
            for (FieldDefinition field : form.fields()) {
                require(
                        field.name().equals(KEY)
                                || (!field.primaryKey()
                                        && !field.storage().unique()
                                        && !field.readOnly()
                                        && field.computed().isEmpty()),
                        "parameter '" + field.name() + "' cannot be a key, unique, read-only or computed");
                require(
                        !field.holdsFile(),
                        "parameter '" + field.name()
                                + "' cannot be a file: files are uploaded to fields of records, where the action can read them");
                require(
                        !(field.input().defaultValue().orElse(null) instanceof DefaultValue.DatabaseExpression),
                        "parameter '" + field.name() + "' has a default that only a database knows");
            }
            return action;
        }

        private void require(boolean holds, String rule) {
            if (!holds) {
                throw new IllegalArgumentException("action '" + name + "': " + rule);
            }
        }
    }
}
