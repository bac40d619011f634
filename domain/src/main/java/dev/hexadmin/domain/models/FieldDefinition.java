package dev.hexadmin.domain.models;

import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.domain.text.Label;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** One field of a model, complete and checked. Made by {@link #builder(String, FieldType)}. Immutable. */
public final class FieldDefinition {
    private final String name;
    private final FieldType type;
    private final Storage storage;
    private final Input input;
    private final FieldConstraints constraints;
    private final Presentation presentation;
    private final Optional<Reference> reference;
    private final Optional<Computation> computed;

    /**
     * Where and how a field is stored.
     *
     * @param column the name in the database; of no meaning for a many-to-many field
     * @param primaryKey part of the primary key
     * @param generated who makes the value of a primary key
     * @param nullable whether null may be stored
     * @param unique no two records share a value
     * @param index lists are often ordered or filtered by it, so a managed table has indexes for both
     * @param renamedFrom the column that a managed table had for it before, which is renamed
     */
    public record Storage(
            String column,
            boolean primaryKey,
            Generated generated,
            boolean nullable,
            boolean unique,
            boolean index,
            Optional<String> renamedFrom) {}

    /**
     * What clients may write into a field.
     *
     * @param required a create must give a value that is neither null nor a text without a visible character
     * @param readOnly clients cannot write it
     * @param writeOnly it leaves the server on no route and enters no audit row
     * @param defaultValue what a create that leaves it out stores
     * @param onUpdateNow whether the server sets it to the time of each create and change
     * @param files what uploads it takes, if values are files or images
     */
    public record Input(
            boolean required,
            boolean readOnly,
            boolean writeOnly,
            Optional<DefaultValue> defaultValue,
            boolean onUpdateNow,
            FileRules files) {}

    /**
     * What users read about a field.
     *
     * @param label its name for users
     * @param help a sentence about it
     * @param language of a {@code code}, such as {@code sql}
     * @param visibleIf when a form shows it
     * @param style how its values look
     */
    public record Presentation(
            Label label,
            Optional<Label> help,
            Optional<String> language,
            Optional<VisibleIf> visibleIf,
            FieldStyle style) {}

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    /** What generates the value of a primary key. */
    public enum Generated {
        /** The client gives it on create. */
        NO,
        /** The database generates the value on insert. */
        BY_DATABASE,
        /** The server generates a version 7 UUID (RFC 9562). */
        BY_SERVER
    }

    private FieldDefinition(
            String name,
            FieldType type,
            Storage storage,
            Input input,
            FieldConstraints constraints,
            Presentation presentation,
            Optional<Reference> reference,
            Optional<Computation> computed) {
        this.name = name;
        this.type = type;
        this.storage = storage;
        this.input = input;
        this.constraints = constraints;
        this.presentation = presentation;
        this.reference = reference;
        this.computed = computed;
        require(
                NAME.matcher(name).matches() && !name.contains("__"),
                name,
                "a field name is [a-z][a-z0-9_]*, at most 63 characters, without '__'");
        boolean key = storage.primaryKey();
        boolean isComputed = computed.isPresent();
        require(
                !isComputed
                        || (!key
                                && !storage.unique()
                                && !input.required()
                                && !input.writeOnly()
                                && input.defaultValue().isEmpty()),
                name,
                "a computed field is no primary key, and neither unique nor required nor write-only, without a"
                        + " default");
        require(
                !storage.index() || (!isComputed && type.isOrdered() && !input.writeOnly()),
                name,
                "an index is for a stored field that lists can be ordered by");
        require(!isComputed || !type.valueType().isRelation(), name, "a computed field is no reference");
        require(
                !isComputed || (input.readOnly() && storage.nullable()),
                name,
                "a computed field is read-only and may be null");
        require(
                type.valueType().isRelation() == reference.isPresent(),
                name,
                "'to' names the target of a reference, and only of one");
        if (reference.isPresent()) {
            require(
                    reference.get().through().isPresent() == (type == FieldType.REFERENCES),
                    name,
                    "a join table belongs to 'references', and only there");
            require(
                    reference.get().onDelete() != Reference.OnDelete.SET_NULL || storage.nullable(),
                    name,
                    "'onDelete' sets null, which the field cannot hold");
        }
        constraints.check(name, type.valueType());
        input.files().check(name, type);
        require(
                !holdsFile() || (!isComputed && input.defaultValue().isEmpty()),
                name,
                "a file is uploaded: it is neither" + " computed nor a default");
        if (input.defaultValue().orElse(null) instanceof DefaultValue.Constant(Object constant)) {
            require(
                    type.valueType().isRelation() || type.valueType().holds(this, constant),
                    name,
                    "the default " + constant + " (" + constant.getClass().getName() + ") is no value of the type "
                            + type.word());
        }
        presentation.style().check(name, type, constraints);
        require(!key || type.valueType().canBeKey(), name, "a primary key cannot be of type '" + type.word() + "'");
        require(!key || !storage.nullable(), name, "a primary key is never null");
        require(key || storage.generated() == Generated.NO, name, "only a primary key is generated");
        require(
                !input.onUpdateNow()
                        || (type.valueType().takes(Option.NOW)
                                && !key
                                && !isComputed
                                && !input.required()
                                && input.readOnly()
                                && !(input.defaultValue().orElse(null) instanceof DefaultValue.Constant)),
                name,
                "'onUpdate' is for dates and times that the server sets: they are read-only, neither required nor a key,"
                        + " and have no other default than 'now'");
        require(!input.required() || !input.readOnly() || key, name, "a field cannot be both required and read-only");
        require(!(input.readOnly() && input.writeOnly()), name, "a field cannot be both read-only and write-only");
        require(
                type.valueType().takes(Option.LANGUAGE)
                        || presentation.language().isEmpty(),
                name,
                "'language' is for code");
        require(
                presentation.visibleIf().isEmpty() || (!input.required() && !key),
                name,
                "a field with 'visibleIf' is neither required nor a primary key: a form that hides it leaves it out");
    }

    static void require(boolean holds, String name, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("field '" + name + "': " + rule);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof FieldDefinition that
                        && name.equals(that.name)
                        && type == that.type
                        && storage.equals(that.storage)
                        && input.equals(that.input)
                        && constraints.equals(that.constraints)
                        && presentation.equals(that.presentation)
                        && reference.equals(that.reference)
                        && computed.equals(that.computed));
    }

    /** Hashes the name only, which is cheap: fields are map keys on every write. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "FieldDefinition[" + name + ": " + type.word() + "]";
    }

    /** The API's name: {@code [a-z][a-z0-9_]*}, at most 63 characters, without {@code __}. */
    public String name() {
        return name;
    }

    /** What it holds. */
    public FieldType type() {
        return type;
    }

    /** Where and how it is stored. */
    public Storage storage() {
        return storage;
    }

    /** What clients may write. */
    public Input input() {
        return input;
    }

    /** What its values may be. */
    public FieldConstraints constraints() {
        return constraints;
    }

    /** What users read about it. */
    public Presentation presentation() {
        return presentation;
    }

    /** The target of a relation. */
    public Optional<Reference> reference() {
        return reference;
    }

    /** How its value is made, when it has no column and is made from others. */
    public Optional<Computation> computed() {
        return computed;
    }

    /** The name of its column; of no meaning for a many-to-many field. */
    public String column() {
        return storage.column();
    }

    /** Whether it is part of the primary key. */
    public boolean primaryKey() {
        return storage.primaryKey();
    }

    /** Who makes its value, when it is a primary key. */
    public Generated generated() {
        return storage.generated();
    }

    /** Whether null may be stored. */
    public boolean nullable() {
        return storage.nullable();
    }

    /** Whether a create must give a value. */
    public boolean required() {
        return input.required();
    }

    /** Whether clients cannot write it. */
    public boolean readOnly() {
        return input.readOnly();
    }

    /** Whether it leaves the server on no route. */
    public boolean writeOnly() {
        return input.writeOnly();
    }

    /** Its name for users. */
    public String label() {
        return presentation.label().text();
    }

    /** Its name for users, by language. */
    public Label labels() {
        return presentation.label();
    }

    /** The same field of a built-in model: what users read about it is translated like messages. */
    FieldDefinition asBuiltIn() {
        return new FieldDefinition(
                name,
                type,
                storage,
                input,
                constraints,
                new Presentation(
                        presentation.label().asMessage(),
                        presentation.help().map(Label::asMessage),
                        presentation.language(),
                        presentation.visibleIf(),
                        presentation.style()),
                reference,
                computed);
    }

    /** The object of its type. */
    public ValueType valueType() {
        return type.valueType();
    }

    /** The object of the type of its items, for a list; of its own type for all others. */
    public ValueType itemType() {
        return constraints.items().map(list -> list.of().valueType()).orElse(valueType());
    }

    /** Whether its value is an uploaded file. */
    public boolean holdsFile() {
        return type.valueType().takes(Option.FILES);
    }

    /** Which files it takes. */
    public FileRules files() {
        return input.files();
    }

    /** Whether a client may give it when it creates a record. */
    public boolean writableOnCreate() {
        return !readOnly() && generated() == Generated.NO;
    }

    /** Whether a client may change it later. */
    public boolean writableOnUpdate() {
        return !readOnly() && !primaryKey();
    }

    /** Whether it is stored in a column of the model's own table: it is neither many-to-many nor computed. */
    public boolean stored() {
        return type != FieldType.REFERENCES && computed.isEmpty();
    }

    /** Whether a client may filter and order by it. */
    public boolean queryable() {
        return !writeOnly() && computed.isEmpty();
    }

    /** The target's name. Only for {@code reference} and {@code references}. */
    public Reference target() {
        return reference.orElseThrow(() -> new IllegalStateException("field '" + name + "' is no reference"));
    }

    /** How its values look. */
    public FieldStyle style() {
        return presentation.style();
    }

    /** The value of an enum field that a constant of a Java enum stands for: its name in lower case, or as it is. */
    public String word(Enum<?> constant) {
        return constraints.values().contains(constant.name())
                ? constant.name()
                : constant.name().toLowerCase(Locale.ROOT);
    }

    /** The same field; of a reference, one that a delete of its target neither checks nor changes. */
    FieldDefinition withoutAction() {
        return type != FieldType.REFERENCE
                ? this
                : new FieldDefinition(
                        name,
                        type,
                        storage,
                        input,
                        constraints,
                        presentation,
                        Optional.of(new Reference(target().to(), Reference.OnDelete.NO_ACTION, Optional.empty())),
                        computed);
    }

    /** A builder for a field of this name and type. The column has the field's name unless set. */
    public static Builder builder(String name, FieldType type) {
        return new Builder(name, type);
    }

    /** Collects the options of one field. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final FieldType type;
        private String column;
        private boolean primaryKey;
        private Optional<Generated> generated = Optional.empty();
        private boolean required;
        private Optional<Boolean> nullable = Optional.empty();
        private boolean unique;
        private boolean index;
        private Optional<DefaultValue> defaultValue = Optional.empty();
        private boolean readOnly;
        private boolean writeOnly;
        private boolean onUpdateNow;
        private FieldConstraints constraints = FieldConstraints.NONE;
        private FileRules files = FileRules.NONE;
        private Optional<Label> label = Optional.empty();
        private Optional<Label> help = Optional.empty();
        private Optional<String> to = Optional.empty();
        private Reference.OnDelete onDelete = Reference.OnDelete.RESTRICT;
        private Optional<Reference.JoinTable> through = Optional.empty();
        private Optional<Computation> computed = Optional.empty();
        private Optional<String> renamedFrom = Optional.empty();
        private Optional<String> language = Optional.empty();
        private Optional<VisibleIf> visibleIf = Optional.empty();
        private FieldStyle style = FieldStyle.NONE;
        private Optional<Boolean> grouping = Optional.empty();

        String name() {
            return name;
        }

        private Builder(String name, FieldType type) {
            this.name = name;
            this.type = type;
            this.column = name;
        }

        /** The column's name, when it differs from the field's. */
        public Builder column(String column) {
            this.column = column;
            return this;
        }

        public Builder primaryKey() {
            this.primaryKey = true;
            return this;
        }

        /** Who makes the key. Unset: the database for an {@code integer}, the server for a {@code uuid}, else the client. */
        public Builder generated(Generated generated) {
            this.generated = Optional.of(generated);
            return this;
        }

        public Builder required() {
            this.required = true;
            return this;
        }

        /** Whether null may be stored. Default: true unless the field is required or a key. */
        public Builder nullable(boolean nullable) {
            this.nullable = Optional.of(nullable);
            return this;
        }

        public Builder unique() {
            this.unique = true;
            return this;
        }

        /** Lists are often ordered or filtered by the field: a managed table gets indexes for both. */
        public Builder index() {
            this.index = true;
            return this;
        }

        public Builder defaultValue(DefaultValue value) {
            this.defaultValue = Optional.of(
                    value instanceof DefaultValue.Constant(Integer number)
                            ? new DefaultValue.Constant(
                                    type == FieldType.DECIMAL ? BigDecimal.valueOf(number) : number.longValue())
                            : value);
            return this;
        }

        public Builder readOnly() {
            this.readOnly = true;
            return this;
        }

        /** The server sets it to the time of each create and change of a record; clients cannot write it. */
        public Builder onUpdateNow() {
            this.onUpdateNow = true;
            this.readOnly = true;
            return this;
        }

        public Builder writeOnly() {
            this.writeOnly = true;
            return this;
        }

        public Builder minLength(int characters) {
            this.constraints = constraints.withMinLength(characters);
            return this;
        }

        public Builder maxLength(int characters) {
            this.constraints = constraints.withMaxLength(characters);
            return this;
        }

        public Builder minimum(BigDecimal inclusive) {
            this.constraints = constraints.withMinimum(inclusive);
            return this;
        }

        public Builder maximum(BigDecimal inclusive) {
            this.constraints = constraints.withMaximum(inclusive);
            return this;
        }

        /**
         * A regular expression that must be found in the text.
         *
         * @throws IllegalArgumentException when the expression is not valid
         */
        public Builder pattern(String regularExpression) {
            try {
                this.constraints = constraints.withPattern(Pattern.compile(regularExpression));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "field '" + name + "': 'pattern' is no regular expression: " + e.getDescription(), e);
            }
            return this;
        }

        public Builder precision(int digits) {
            this.constraints =
                    constraints.withDigits(new FieldConstraints.Digits(OptionalInt.of(digits), constraints.scale()));
            return this;
        }

        public Builder scale(int digits) {
            this.constraints = constraints.withDigits(
                    new FieldConstraints.Digits(constraints.precision(), OptionalInt.of(digits)));
            return this;
        }

        public Builder values(List<String> names) {
            this.constraints = constraints.withValues(names);
            return this;
        }

        /** The type of a list's items. */
        public Builder of(FieldType items) {
            return items(items, least(), most());
        }

        /** How many items a list has at least; after {@link #of}. */
        public Builder minItems(int items) {
            return items(itemType(), OptionalInt.of(items), most());
        }

        /** How many items a list has at most; after {@link #of}. */
        public Builder maxItems(int items) {
            return items(itemType(), least(), OptionalInt.of(items));
        }

        private Builder items(FieldType of, OptionalInt least, OptionalInt most) {
            this.constraints = constraints.withItems(new FieldConstraints.Items(of, least, most));
            return this;
        }

        private FieldType itemType() {
            return constraints
                    .items()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "field '" + name + "': 'minItems' and 'maxItems' are for lists, after their 'of'"))
                    .of();
        }

        private OptionalInt least() {
            return constraints.items().map(FieldConstraints.Items::least).orElse(OptionalInt.empty());
        }

        private OptionalInt most() {
            return constraints.items().map(FieldConstraints.Items::most).orElse(OptionalInt.empty());
        }

        /** The media types of files that it takes, such as {@code image/png} or <code>image/&#42;</code>. Default: all. */
        public Builder accept(String... types) {
            this.files = files.withAccept(List.of(types));
            return this;
        }

        /** The maximum size of a file, in bytes. Default: 64 MiB, and 20 MiB for an image. */
        public Builder maxBytes(long bytes) {
            this.files = files.withMaxBytes(bytes);
            return this;
        }

        /**
         * The thumbnails of an image by name: {@code sizes(Map.of("small", new FileReference.Dimensions(160, 160)))}. An
         * image is scaled down into the box; it is never enlarged. Default: {@code thumbnail}, 160 × 160.
         */
        public Builder sizes(Map<String, FileReference.Dimensions> boxes) {
            this.files = files.withSizes(boxes);
            return this;
        }

        /** The language of a {@code code}, such as {@code sql}; a form names it. */
        public Builder language(String language) {
            this.language = Optional.of(language);
            return this;
        }

        /**
         * When a form shows the field: {@code visibleIf(Map.of("status", "shipped", "total__gt", "100"))}. Its value is
         * kept while it is hidden.
         *
         * @param conditions filters as lists take them, on fields of the same model, all of which have to hold
         */
        public Builder visibleIf(Map<String, String> conditions) {
            this.visibleIf = Optional.of(new VisibleIf(conditions));
            return this;
        }

        /**
         * What values of an enum are called: {@code valueLabels(Map.of("in_transit", Label.of("On its way")))}. A value
         * without one is called by its word, {@code In transit}.
         */
        public Builder valueLabels(Map<String, Label> labels) {
            this.style = style.withNames(labels);
            return this;
        }

        /** The colours of an enum's values: {@code colours(Map.of("paid", Hue.BLUE, "cancelled", Hue.RED))}. */
        public Builder colours(Map<String, Hue> colours) {
            this.style = style.withColours(colours);
            return this;
        }

        /**
         * The values of an enum that a record goes through one after the other: {@code steps(List.of("pending", "paid",
         * "sent"))}. The page of a record shows how far it has come; any other value ends its way.
         */
        public Builder steps(List<String> values) {
            this.style = style.withSteps(values);
            return this;
        }

        /** The widget of a plugin that shows and edits the values, by its name. */
        public Builder widget(String name) {
            this.style = style.withWidget(name);
            return this;
        }

        /** The unit of a number, such as {@code kg}; it stands behind each value. */
        public Builder unit(String unit) {
            this.style = style.withUnit(unit);
            return this;
        }

        /** The currency of an amount, a code of ISO 4217 such as {@code EUR}. */
        public Builder currency(String code) {
            this.style = style.withCurrency(code);
            return this;
        }

        /** The field of the same model that holds the currency of an amount, a string or an enum of codes of ISO 4217. */
        public Builder currencyField(String field) {
            this.style = style.withCurrencyField(field);
            return this;
        }

        /**
         * Whether the digits of a number stand in groups of three, {@code 1,284}. Default: true unless it is a key, or
         * an integer whose name ends in a word such as {@code year}, {@code number} or {@code code}.
         */
        public Builder grouping(boolean grouping) {
            this.grouping = Optional.of(grouping);
            return this;
        }

        public Builder label(String label) {
            return label(Label.of(label));
        }

        public Builder label(Label label) {
            this.label = Optional.of(label);
            return this;
        }

        public Builder help(String help) {
            return help(Label.of(help));
        }

        public Builder help(Label help) {
            this.help = Optional.of(help);
            return this;
        }

        /** The target of a reference. */
        public Builder to(String model) {
            this.to = Optional.of(model);
            return this;
        }

        public Builder onDelete(Reference.OnDelete onDelete) {
            this.onDelete = onDelete;
            return this;
        }

        /**
         * The join table of {@code references}. Default: {@code <table>_<field>} with {@code source_id}, {@code
         * target_id}.
         */
        public Builder through(Reference.JoinTable joinTable) {
            this.through = Optional.of(joinTable);
            return this;
        }

        /**
         * Makes the field computed: it has no column, is read-only, and its value is calculated from other fields of
         * the record.
         *
         * @param from names of stored fields of the same model
         * @param code see {@link Computation}
         */
        public Builder computed(List<String> from, Function<Map<String, @Nullable Object>, @Nullable Object> code) {
            try {
                this.computed = Optional.of(new Computation(from, code));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("field '" + name + "': " + e.getMessage(), e);
            }
            this.readOnly = true;
            return this;
        }

        /** The previous column name in a managed table; the start renames the column. */
        public Builder renamedFrom(String column) {
            this.renamedFrom = Optional.of(column);
            return this;
        }

        /** Applies options from a function. */
        public Builder with(UnaryOperator<Builder> options) {
            return options.apply(this);
        }

        /**
         * The field, for a model stored in {@code table}.
         *
         * @throws IllegalArgumentException when options do not fit together; the message names field and rule
         */
        public FieldDefinition build(String table) {
            Optional<Reference> reference = to.map(model -> new Reference(
                    model,
                    onDelete,
                    type == FieldType.REFERENCES
                            ? Optional.of(through.orElseGet(
                                    () -> new Reference.JoinTable(table + "_" + column, "source_id", "target_id")))
                            : Optional.empty()));
            return new FieldDefinition(
                    name,
                    type,
                    new Storage(
                            column,
                            primaryKey,
                            generated.orElseGet(this::usualGenerated),
                            nullable.orElse(!required && !primaryKey),
                            unique,
                            index,
                            renamedFrom),
                    new Input(required, readOnly, writeOnly, defaultValue, onUpdateNow, files),
                    constraints,
                    new Presentation(
                            label.orElseGet(() -> Label.of(Naming.label(name))),
                            help,
                            language,
                            visibleIf,
                            style.withGrouped(isGrouped())),
                    reference,
                    computed);
        }

        private boolean isGrouped() {
            return grouping.orElseGet(() -> FieldStyle.usuallyGrouped(name, type, primaryKey, style));
        }

        private Generated usualGenerated() {
            if (!primaryKey || defaultValue.isPresent()) {
                return Generated.NO;
            }
            return type.valueType().usualGenerated();
        }
    }
}
