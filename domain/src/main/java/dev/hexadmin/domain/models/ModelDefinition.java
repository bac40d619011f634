package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Nearest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A model as it is registered: from YAML, from Java, or by introspection. Names in it that point to other models or
 * through them are checked when a {@link ModelRegistry} is made of all definitions. Immutable.
 *
 * <p>Made by {@link #builder}, or of a record with {@code @AdminModel}.
 */
public final class ModelDefinition {
    private final String name;
    private final Storage storage;
    private final Labels labels;
    private final List<FieldDefinition> fields;
    private final List<Inline> inlines;
    private final Presentation presentation;
    private final Availability availability;
    private final ChangeNotices notices;

    /**
     * Where a model's records are stored.
     *
     * @param table its table's name
     * @param uniqueTogether sets of fields that no two records share
     * @param renamedFrom the name that its managed table had before, which is renamed
     * @param references those of several fields
     */
    public record Storage(
            String table,
            List<List<String>> uniqueTogether,
            Optional<String> renamedFrom,
            List<JointReference> references) {
        public Storage {
            uniqueTogether = uniqueTogether.stream().map(List::copyOf).toList();
            references = List.copyOf(references);
        }
    }

    /**
     * Fields that point to a record of a model with a composite key together.
     *
     * @param fields one for each field of the key, in key order
     * @param to the target model's name
     */
    public record JointReference(List<String> fields, String to) {
        public JointReference {
            fields = List.copyOf(fields);
        }
    }

    /**
     * A model's names for users.
     *
     * @param one one record
     * @param many many records
     * @param display how a record is named, with {@code {field}} placeholders
     * @param help what its records are
     */
    public record Labels(Label one, Label many, String display, Optional<Label> help) {}

    /**
     * How a model is shown in the panel.
     *
     * @param list how its records are listed
     * @param layout how the fields of a record are arranged
     * @param navigation where it is in the sidebar
     */
    public record Presentation(ListOptions list, Layout layout, Navigation navigation) {
        Presentation withList(ListOptions other) {
            return new Presentation(other, layout, navigation);
        }
    }

    /**
     * Where a model is in the sidebar.
     *
     * @param group the sidebar's group
     * @param order position in it
     * @param icon beside its name
     */
    public record Navigation(Optional<Label> group, int order, Icon icon) {}

    /**
     * Who can do what with a model at most, whatever their rights.
     *
     * @param exposure through which routers it is reached
     * @param operations what can be done to its records; without one it is read-only
     * @param grants operations for which roles can have the right although its records have none: other routes ask for it
     * @param access what the product itself allows
     * @param requireIfMatch whether changes need {@code If-Match}
     * @param comments whether its records have comments
     * @param feature the feature flag that must be on for it to exist
     */
    public record Availability(
            Exposure exposure,
            Set<Operation> operations,
            Set<Operation> grants,
            Access access,
            boolean requireIfMatch,
            boolean comments,
            Optional<String> feature) {
        public Availability {
            operations = Set.copyOf(operations);
            grants = Set.copyOf(grants);
        }

        Availability withOperations(Set<Operation> other) {
            return new Availability(exposure, other, grants, access, requireIfMatch, comments, feature);
        }
    }

    /**
     * Names reserved for paths of Hexadmin. A server derives them from its routes and rejects a model whose name is
     * missing from this set; introspection reads them before routes exist.
     */
    public static final Set<String> RESERVED = Set.of(
            "setup",
            "theme",
            "design",
            "api",
            "dashboard",
            "auth",
            "login",
            "logout",
            "oidc",
            "roles",
            "saved_views",
            "users",
            "search",
            "schema",
            "profile",
            "audit",
            "settings",
            "static",
            "notifications",
            "docs",
            "files");

    /** Which rights cover a model. */
    public enum Access {
        /** A model of the application: only rights decide. */
        OPEN,
        /** A built-in model: {@code *} does not cover it, rights must name it. */
        BUILT_IN
    }

    private ModelDefinition(
            String name,
            Storage storage,
            Labels labels,
            List<FieldDefinition> fields,
            List<Inline> inlines,
            Presentation presentation,
            Availability availability,
            ChangeNotices notices) {
        this.name = name;
        this.storage = storage;
        this.labels = labels;
        this.fields = List.copyOf(fields);
        this.inlines = List.copyOf(inlines);
        this.presentation = presentation;
        this.availability = availability;
        this.notices = notices;
        ModelRules.check(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ModelDefinition that
                        && name.equals(that.name)
                        && storage.equals(that.storage)
                        && labels.equals(that.labels)
                        && fields.equals(that.fields)
                        && inlines.equals(that.inlines)
                        && presentation.equals(that.presentation)
                        && availability.equals(that.availability)
                        && notices.equals(that.notices));
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "ModelDefinition[" + name + "]";
    }

    /** Its name: {@code [a-z][a-z0-9_]*}, at most 63 characters, not reserved. */
    public String name() {
        return name;
    }

    /** Where its records are stored. */
    public Storage storage() {
        return storage;
    }

    /** Its names for users. */
    public Labels labels() {
        return labels;
    }

    /** The fields in order. Without a primary key the model is a list without single records. */
    public List<FieldDefinition> fields() {
        return fields;
    }

    /** The models whose records are saved with their parent, a record of this model. */
    public List<Inline> inlines() {
        return inlines;
    }

    /** How its records are listed and laid out, and where it is in the sidebar. */
    public Presentation presentation() {
        return presentation;
    }

    /** Who can do what with it at most, whatever their rights. */
    public Availability availability() {
        return availability;
    }

    /** Who is notified of changes. */
    public ChangeNotices notices() {
        return notices;
    }

    /** The name of its table. */
    public String table() {
        return storage.table();
    }

    /** The name of one record for users. */
    public String label() {
        return labels.one().text();
    }

    /** The name of many records for users. */
    public String labelPlural() {
        return labels.many().text();
    }

    /** How its records are listed. */
    public ListOptions list() {
        return presentation.list();
    }

    /** Where it is in the sidebar. */
    public Navigation navigation() {
        return presentation.navigation();
    }

    /** Through which routers it is reached. */
    public Exposure exposure() {
        return availability.exposure();
    }

    /** Whether changes need {@code If-Match}. */
    public boolean requireIfMatch() {
        return availability.requireIfMatch();
    }

    /** Whether users who may view a record read and write comments on it. */
    public boolean comments() {
        return availability.comments();
    }

    /**
     * The same model with computed fields appended; they are shown in lists, too.
     *
     * @param computed fields built with {@link FieldDefinition.Builder#computed}
     * @throws IllegalArgumentException when a rule is broken; the message names model, field and rule
     */
    public ModelDefinition withComputed(List<FieldDefinition> computed) {
        List<FieldDefinition> all = new ArrayList<>(fields);
        List<String> columns = new ArrayList<>(list().columns());
        for (FieldDefinition field : computed) {
            ModelRules.require(field.computed().isPresent(), name, "field '" + field.name() + "' is not computed");
            all.add(field);
            columns.add(field.name());
        }
        return new ModelDefinition(
                name,
                storage,
                labels,
                all,
                inlines,
                presentation.withList(list().withColumns(columns)),
                availability,
                notices);
    }

    /** The same model without the inlines of models that do not exist in this installation. */
    public ModelDefinition withoutInlines(Set<String> models) {
        return inlines.stream().noneMatch(inline -> models.contains(inline.model()))
                ? this
                : new ModelDefinition(
                        name,
                        storage,
                        labels,
                        fields,
                        inlines.stream()
                                .filter(inline -> !models.contains(inline.model()))
                                .toList(),
                        presentation,
                        availability,
                        notices);
    }

    /** The same model of a view, whose rows hold no record: no reference of it prevents a delete or changes with one. */
    public ModelDefinition ofView() {
        List<FieldDefinition> free =
                fields.stream().map(FieldDefinition::withoutAction).toList();
        return new ModelDefinition(name, storage, labels, free, inlines, presentation, availability, notices);
    }

    /** The same model, restricted to these operations. */
    public ModelDefinition limitedTo(Set<Operation> possible) {
        if (possible.containsAll(availability.operations())) {
            return this;
        }
        Set<Operation> left = new HashSet<>(availability.operations());
        left.retainAll(possible);
        return new ModelDefinition(
                name, storage, labels, fields, inlines, presentation, availability.withOperations(left), notices);
    }

    /** A builder for a model of this name, stored in a table of the same name. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Collects one model. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private String table;
        private Optional<Label> label = Optional.empty();
        private Optional<Label> labelPlural = Optional.empty();
        private Optional<String> display = Optional.empty();
        private Optional<Label> help = Optional.empty();
        private final List<FieldDefinition.Builder> fields = new ArrayList<>();
        private final List<List<String>> uniqueTogether = new ArrayList<>();
        private final List<JointReference> references = new ArrayList<>();
        private final List<Inline> inlines = new ArrayList<>();
        private Layout layout = Layout.NONE;
        private Optional<List<String>> listDisplay = Optional.empty();
        private List<String> searchFields = List.of();
        private List<String> listFilter = List.of();
        private List<SortKey> ordering = List.of();
        private int pageSize = 20;
        private Optional<Label> navGroup = Optional.empty();
        private int navOrder;
        private Optional<Icon> icon = Optional.empty();
        private Exposure exposure = Exposure.EVERYWHERE;
        private boolean requireIfMatch;
        private boolean comments;
        private Optional<String> feature = Optional.empty();
        private Access access = Access.OPEN;
        private ChangeNotices notices = ChangeNotices.NONE;
        private Set<Operation> operations = EnumSet.allOf(Operation.class);
        private Set<Operation> grants = Set.of();
        private Optional<String> renamedFrom = Optional.empty();
        private Optional<List<String>> key = Optional.empty();

        private Builder(String name) {
            this.name = name;
            this.table = name;
        }

        /** The table's name, when it differs from the model's. */
        public Builder table(String table) {
            this.table = table;
            return this;
        }

        public Builder label(String label) {
            return label(Label.of(label));
        }

        public Builder label(Label label) {
            this.label = Optional.of(label);
            return this;
        }

        public Builder labelPlural(String labelPlural) {
            return labelPlural(Label.of(labelPlural));
        }

        public Builder labelPlural(Label labelPlural) {
            this.labelPlural = Optional.of(labelPlural);
            return this;
        }

        /** What its records are; the list and the API document say so. */
        public Builder help(String help) {
            return help(Label.of(help));
        }

        public Builder help(Label help) {
            this.help = Optional.of(help);
            return this;
        }

        public Builder display(String display) {
            this.display = Optional.of(display);
            return this;
        }

        /** Adds a field without options. */
        public Builder field(String name, FieldType type) {
            return field(name, type, UnaryOperator.identity());
        }

        /** Adds a field: {@code .field("name", STRING, f -> f.required().maxLength(80))}. */
        public Builder field(String name, FieldType type, UnaryOperator<FieldDefinition.Builder> options) {
            try {
                fields.add(options.apply(FieldDefinition.builder(name, type)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("model '" + this.name + "': " + e.getMessage(), e);
            }
            return this;
        }

        /**
         * The fields that identify a record, in place of {@link FieldDefinition.Builder#primaryKey} on each of them. Of a
         * view or an existing table without a primary key; without fields, the model is a read-only list without single
         * records.
         */
        public Builder key(String... fields) {
            this.key = Optional.of(List.of(fields));
            return this;
        }

        /**
         * Adds a computed field: it has no column, and code calculates its value from other fields of the same record:
         *
         * <pre>{@code
         * .computed("margin", FieldType.DECIMAL, List.of("price", "cost"),
         *         values -> values.get("price") instanceof BigDecimal price && values.get("cost") instanceof BigDecimal
         * cost
         *                 ? price.subtract(cost)
         *                 : null,
         *         f -> f.label("Margin"))
         * }</pre>
         *
         * <p>Users who may view every field that it is computed from see it like any other field. It cannot be written,
         * stored, searched, filtered or ordered by. An exception of the code ends the request with a 500.
         *
         * @param from names of stored fields of this model
         * @param code see {@link Computation}
         * @param options such as label and help
         */
        public Builder computed(
                String name,
                FieldType type,
                List<String> from,
                Function<Map<String, @Nullable Object>, @Nullable Object> code,
                UnaryOperator<FieldDefinition.Builder> options) {
            return field(name, type, f -> options.apply(f.computed(from, code)));
        }

        /** {@link #computed(String, FieldType, List, Function, UnaryOperator)} without options. */
        public Builder computed(
                String name,
                FieldType type,
                List<String> from,
                Function<Map<String, @Nullable Object>, @Nullable Object> code) {
            return computed(name, type, from, code, UnaryOperator.identity());
        }

        public Builder uniqueTogether(String... fields) {
            uniqueTogether.add(List.of(fields));
            return this;
        }

        /** Fields that point to a record of a model with a composite key together, in the order of that key. */
        public Builder referencesTogether(List<String> fields, String to) {
            references.add(new JointReference(fields, to));
            return this;
        }

        /** The models whose records are shown and saved with their parent, a record of this model. */
        public Builder inlines(String... models) {
            for (String model : models) {
                inlines.add(Inline.of(model));
            }
            return this;
        }

        /** Adds a model whose records are shown and saved with their parent, a record of this model. */
        public Builder inline(Inline inline) {
            inlines.add(inline);
            return this;
        }

        /** How the fields of a record are arranged; fields that it does not name follow. */
        public Builder layout(Layout layout) {
            this.layout = layout;
            return this;
        }

        public Builder listDisplay(List<String> fields) {
            this.listDisplay = Optional.of(List.copyOf(fields));
            return this;
        }

        public Builder searchFields(List<String> fields) {
            this.searchFields = List.copyOf(fields);
            return this;
        }

        public Builder listFilter(List<String> fields) {
            this.listFilter = List.copyOf(fields);
            return this;
        }

        /** The default order, such as {@code "-created_at", "name"}. */
        public Builder ordering(List<String> keys) {
            this.ordering = keys.stream().map(SortKey::parse).toList();
            return this;
        }

        public Builder pageSize(int records) {
            this.pageSize = records;
            return this;
        }

        public Builder navGroup(String group) {
            return navGroup(Label.of(group));
        }

        public Builder navGroup(Label group) {
            this.navGroup = Optional.of(group);
            return this;
        }

        public Builder navOrder(int order) {
            this.navOrder = order;
            return this;
        }

        /** The picture beside the model's name; without it, one that suits the name. */
        public Builder icon(Icon icon) {
            this.icon = Optional.of(icon);
            return this;
        }

        public Builder exposure(Exposure exposure) {
            this.exposure = exposure;
            return this;
        }

        public Builder requireIfMatch() {
            this.requireIfMatch = true;
            return this;
        }

        /** Whether users who may view a record read and write comments on it. Default: no. */
        public Builder comments(boolean comments) {
            this.comments = comments;
            return this;
        }

        public Builder feature(String flag) {
            this.feature = Optional.of(flag);
            return this;
        }

        public Builder access(Access access) {
            this.access = access;
            return this;
        }

        /** The previous name of its managed table; the start renames the table and the join tables. */
        public Builder renamedFrom(String table) {
            this.renamedFrom = Optional.of(table);
            return this;
        }

        /** Makes the model read-only for clients. */
        public Builder readOnly() {
            return operations(Set.of());
        }

        /** The operations allowed on its records, regardless of rights. Default: all. */
        public Builder operations(Set<Operation> operations) {
            this.operations = Set.copyOf(operations);
            return this;
        }

        /**
         * Operations for which roles can have the right although its records have none, because other routes ask for it.
         * Default: none.
         */
        public Builder grants(Operation... operations) {
            this.grants = Set.of(operations);
            return this;
        }

        /** Which users are notified of changes. Default: none. */
        public Builder notices(ChangeNotices notices) {
            this.notices = notices;
            return this;
        }

        /**
         * The definition.
         *
         * @throws IllegalArgumentException when a rule is broken; the message names model, field and rule
         */
        public ModelDefinition build() {
            List<FieldDefinition> built = new ArrayList<>();
            Set<String> unknown = new LinkedHashSet<>(key.orElse(List.of()));
            boolean keyless = key.isPresent() && key.get().isEmpty();
            for (FieldDefinition.Builder field : fields) {
                if (unknown.remove(field.name())) {
                    field.primaryKey();
                    if (key.orElseThrow().size() > 1 || operations.isEmpty()) {
                        field.generated(FieldDefinition.Generated.NO);
                    }
                }
                try {
                    FieldDefinition one = field.build(table);
                    built.add(keyless ? one.withoutAction() : access == Access.OPEN ? one : one.asBuiltIn());
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("model '" + name + "': " + e.getMessage(), e);
                }
            }
            ModelRules.require(
                    unknown.isEmpty(),
                    name,
                    "'key' names the unknown field '" + String.join("', '", unknown) + "'"
                            + (unknown.size() == 1
                                    ? Nearest.question(
                                            unknown.iterator().next(),
                                            built.stream()
                                                    .map(FieldDefinition::name)
                                                    .toList())
                                    : ""));
            ModelRules.require(
                    key.isEmpty()
                            || built.stream()
                                            .filter(FieldDefinition::primaryKey)
                                            .count()
                                    == key.get().size(),
                    name,
                    "'key' lacks a field that is marked with 'primaryKey'");
            ModelRules.require(
                    !(keyless && comments), name, "'comments' needs a primary key, by which they name their record");
            ModelRules.require(
                    keyless || built.stream().anyMatch(FieldDefinition::primaryKey),
                    name,
                    "it needs a primary key: mark one field with 'primaryKey'; of a view, name it with 'key'");
            UnaryOperator<Label> own = access == Access.OPEN ? UnaryOperator.identity() : Label::asMessage;
            Label one = label.orElseGet(() -> Label.of(Naming.label(name)));
            return new ModelDefinition(
                    name,
                    new Storage(table, uniqueTogether, renamedFrom, references),
                    new Labels(
                            own.apply(one),
                            own.apply(labelPlural.orElse(one)),
                            display.orElseGet(() -> usualDisplay(built)),
                            help.map(own)),
                    built,
                    inlines,
                    new Presentation(
                            new ListOptions(
                                    listDisplay.orElseGet(() -> usualColumns(built)),
                                    searchFields,
                                    listFilter,
                                    ordering,
                                    pageSize),
                            layout,
                            new Navigation(navGroup.map(own), navOrder, icon.orElseGet(() -> Icon.usual(name)))),
                    new Availability(
                            exposure,
                            keyless ? Set.of() : operations,
                            grants,
                            access,
                            requireIfMatch,
                            comments,
                            feature),
                    notices);
        }

        private static String usualDisplay(List<FieldDefinition> fields) {
            for (String usual : List.of("name", "title", "label", "email", "code")) {
                for (FieldDefinition field : fields) {
                    if (field.name().equals(usual) && field.type().isText() && field.queryable()) {
                        return "{" + usual + "}";
                    }
                }
            }
            StringBuilder key = new StringBuilder();
            boolean keyed = fields.stream().anyMatch(FieldDefinition::primaryKey);
            for (FieldDefinition field : fields) {
                if (field.primaryKey() || (!keyed && key.isEmpty() && field.stored() && field.queryable())) {
                    key.append(key.isEmpty() ? "{" : ", {").append(field.name()).append('}');
                }
            }
            return key.toString();
        }

        private static List<String> usualColumns(List<FieldDefinition> fields) {
            return fields.stream()
                    .filter(f -> !f.writeOnly() && !f.valueType().isLong() && f.type() != FieldType.REFERENCES)
                    .limit(8)
                    .map(FieldDefinition::name)
                    .toList();
        }
    }
}
