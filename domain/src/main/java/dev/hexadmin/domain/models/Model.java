package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Nearest;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A registered model, with its references resolved. Built by {@link ModelRegistry}. Compared by identity, so it can be
 * the key of statement caches.
 */
public final class Model {
    private final ModelDefinition definition;
    private final boolean form;
    private final Map<String, FieldDefinition> byName = new LinkedHashMap<>();
    private final List<FieldDefinition> key;
    private final List<FieldDefinition> totalOrder;
    private final List<FieldDefinition> stored;
    private final List<FieldDefinition> references;
    private final List<FieldDefinition> computed;
    private final Display display;
    private final Layout layout;
    private Map<String, Model> targets = Map.of();
    private List<FieldPath> searchPaths = List.of();
    private List<Inbound> inbound = List.of();
    private List<Children> children = List.of();
    private List<Joint> joints = List.of();
    private List<Joint> jointInbound = List.of();

    Model(ModelDefinition definition, boolean form) {
        this.definition = definition;
        this.form = form;
        definition.fields().forEach(field -> byName.put(field.name(), field));
        this.key =
                definition.fields().stream().filter(FieldDefinition::primaryKey).toList();
        this.stored =
                definition.fields().stream().filter(FieldDefinition::stored).toList();
        this.totalOrder = !key.isEmpty()
                ? key
                : stored.stream()
                        .filter(field -> field.type().isOrdered() && field.queryable())
                        .toList();
        this.references = definition.fields().stream()
                .filter(f -> f.type() == FieldType.REFERENCES)
                .toList();
        this.computed = definition.fields().stream()
                .filter(f -> f.computed().isPresent())
                .toList();
        this.display = Display.parse(definition, this);
        this.layout = definition.presentation().layout().complete(definition.fields());
    }

    void link(Map<String, Model> targets, List<FieldPath> searchPaths, List<Inbound> inbound) {
        this.targets = Map.copyOf(targets);
        this.searchPaths = List.copyOf(searchPaths);
        this.inbound = List.copyOf(inbound);
    }

    void join(List<Joint> resolved, List<Joint> inboundOnes) {
        this.joints = List.copyOf(resolved);
        this.jointInbound = List.copyOf(inboundOnes);
    }

    void inline(List<Children> resolved) {
        this.children = List.copyOf(resolved);
    }

    /**
     * Records of a model that are shown and saved with their parent, a record of this model.
     *
     * @param model the child model
     * @param reference the child's {@code reference} to the parent
     * @param position the whole number that orders the children of one parent, if there is one
     */
    public record Children(Model model, FieldDefinition reference, Optional<FieldDefinition> position) {
        /** The name of their member in the parent: the child model's name. */
        public String name() {
            return model.name();
        }

        /** The name of the member that has their number. */
        public String total() {
            return model.name() + "_total";
        }
    }

    /**
     * A field of another model (or of this one) that references this model.
     *
     * @param model the model that has the field
     * @param field a {@code reference} or {@code references}
     * @param link whether it is a column of the join table of a {@code references}: its rows go with the record
     */
    public record Inbound(Model model, FieldDefinition field, boolean link) {}

    /**
     * Fields that point to a record of a model with a composite key together.
     *
     * @param model the model that has the fields
     * @param fields one for each field of the target's key, in key order
     */
    public record Joint(Model model, List<FieldDefinition> fields, Model target) {
        public Joint {
            fields = List.copyOf(fields);
        }
    }

    public ModelDefinition definition() {
        return definition;
    }

    public String name() {
        return definition.name();
    }

    /** Whether it describes a form and not records: it is in no registry, and rights on it do not exist. */
    public boolean form() {
        return form;
    }

    public String table() {
        return definition.table();
    }

    /** All fields, in order. */
    public List<FieldDefinition> fields() {
        return definition.fields();
    }

    /** The fields with a column in the model's own table, in order. */
    public List<FieldDefinition> storedFields() {
        return stored;
    }

    /** The many-to-many fields, in order. */
    public List<FieldDefinition> referencesFields() {
        return references;
    }

    /** The computed fields, in order. */
    public List<FieldDefinition> computedFields() {
        return computed;
    }

    /**
     * The value of a computed field.
     *
     * @param values by name, at least those that the field is computed from
     * @throws Computation.Failed when the code fails or returns a value that the field cannot hold
     * @throws IllegalArgumentException when it is not computed
     */
    public @Nullable Object compute(FieldDefinition field, Map<String, @Nullable Object> values) {
        Computation computation = field.computed()
                .orElseThrow(() -> new IllegalArgumentException("field '" + field.name() + "' is not computed"));
        Map<String, @Nullable Object> given = new HashMap<>();
        computation.from().forEach(name -> given.put(name, values.get(name)));
        return computation.value(name(), field, Collections.unmodifiableMap(given));
    }

    /** The fields of the primary key, in order; none of a list without single records. */
    public List<FieldDefinition> key() {
        return key;
    }

    /** The fields that order records completely: the key, or without one every field that can order. */
    public List<FieldDefinition> totalOrder() {
        return totalOrder;
    }

    /**
     * Whether the default order decides among records that are equal in a field, in the direction in which an index of both
     * is read: managed tables have one for each filter and each field with {@code index}.
     */
    public boolean isFollowedByOrder(FieldDefinition field) {
        List<SortKey> order = definition.list().ordering();
        return field.stored()
                && !field.primaryKey()
                && !field.storage().unique()
                && (field.storage().index() || definition.list().filters().contains(field.name()))
                && !order.isEmpty()
                && !order.getFirst().field().equals(field.name());
    }

    public Optional<FieldDefinition> field(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The field with this name.
     *
     * @throws IllegalArgumentException when the field does not exist; the message has the nearest name
     */
    public FieldDefinition fieldNamed(String name) {
        @Nullable FieldDefinition field = byName.get(name);
        if (field == null) {
            throw new IllegalArgumentException(
                    "model '" + name() + "' has no field '" + name + "'" + Nearest.question(name, byName.keySet()));
        }
        return field;
    }

    /** The field of this name, and those that had it before; without such a field, also those with a column of this name. */
    public List<FieldDefinition> fieldsEverNamed(String name) {
        boolean present = byName.containsKey(name);
        return fields().stream()
                .filter(field -> field.name().equals(name)
                        || (!present && field.column().equals(name))
                        || field.storage().renamedFrom().filter(name::equals).isPresent())
                .toList();
    }

    /**
     * The model that a {@code reference} or {@code references} field points to.
     *
     * @throws IllegalArgumentException when the field is not a reference of this model
     */
    public Model target(FieldDefinition field) {
        @Nullable Model target = targets.get(field.name());
        if (target == null) {
            throw new IllegalArgumentException("field '" + field.name() + "' of '" + name() + "' is no reference");
        }
        return target;
    }

    /** The fields that {@code q} searches. */
    public List<FieldPath> searchPaths() {
        return searchPaths;
    }

    /** The fields of all models that reference this model. */
    public List<Inbound> inbound() {
        return inbound;
    }

    /** The references of several fields that this model has. */
    public List<Joint> joints() {
        return joints;
    }

    /** The references of several fields that lead to this model. */
    public List<Joint> jointInbound() {
        return jointInbound;
    }

    /** The models whose records are shown and saved with their parent, a record of this model. */
    public List<Children> children() {
        return children;
    }

    /** The children of this name. */
    public Optional<Children> children(String name) {
        for (Children one : children) {
            if (one.name().equals(name)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** How its fields are arranged on pages; it names all of them. */
    public Layout layout() {
        return layout;
    }

    /** How the display name of a record is made. */
    public Display display() {
        return display;
    }

    /** Whether clients can perform the operation on its records at all, regardless of their rights. */
    public boolean allows(Operation operation) {
        return definition.availability().operations().contains(operation);
    }

    /** Whether its records are read-only. */
    public boolean readOnly() {
        return definition.availability().operations().isEmpty();
    }

    public boolean builtIn() {
        return definition.availability().access() != ModelDefinition.Access.OPEN;
    }

    @Override
    public String toString() {
        return "Model[" + name() + "]";
    }
}
