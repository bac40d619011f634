package dev.hexadmin.domain.models;

import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * One field of a model, complete and checked. Made by {@link #builder(String, FieldType)}.
 *
 * @param name the API's name, {@code [a-z][a-z0-9_]*}, at most 63 characters, without {@code __}
 * @param column the name in the database; of no meaning for a many-to-many field
 * @param type what it holds
 * @param primaryKey part of the primary key
 * @param generated who makes the value of a primary key
 * @param required a create must give a value that is neither null nor {@code ""}
 * @param nullable whether null may be stored
 * @param unique no two records share a value
 * @param defaultValue what a create that leaves it out stores
 * @param readOnly clients cannot write it
 * @param writeOnly it leaves the server on no route and enters no audit row
 * @param minLength in characters (code points), for text types
 * @param maxLength in characters (code points), for text types; in bytes for {@code binary}
 * @param minimum inclusive, for types that take {@link Option#RANGE}, in the unit that the type says
 * @param maximum the same
 * @param pattern must be found in the text ({@link java.util.regex.Matcher#find()})
 * @param precision total decimal digits, for {@code decimal}
 * @param scale decimal digits after the point, for {@code decimal}
 * @param values the allowed names, for {@code enum}
 * @param label for people
 * @param help a sentence for people
 * @param reference the target of a relation
 * @param computed how its value is made, when it has no column and is made from others
 * @param renamedFrom the column that a managed table had for it before, which is renamed
 */
public record FieldDefinition(
        String name,
        String column,
        FieldType type,
        boolean primaryKey,
        Generated generated,
        boolean required,
        boolean nullable,
        boolean unique,
        Optional<DefaultValue> defaultValue,
        boolean readOnly,
        boolean writeOnly,
        OptionalInt minLength,
        OptionalInt maxLength,
        Optional<BigDecimal> minimum,
        Optional<BigDecimal> maximum,
        Optional<Pattern> pattern,
        OptionalInt precision,
        OptionalInt scale,
        List<String> values,
        String label,
        Optional<String> help,
        Optional<Reference> reference,
        Optional<Computation> computed,
        Optional<String> renamedFrom) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    /** Who makes the value of a primary key. */
    public enum Generated {
        /** Nobody: the client gives it on create. */
        NO,
        /** The database, on insert. */
        BY_DATABASE,
        /** The server: a version 7 UUID (RFC 9562). */
        BY_SERVER
    }

    public FieldDefinition {
        require(
                NAME.matcher(name).matches() && !name.contains("__"),
                name,
                "a field name is [a-z][a-z0-9_]*, at most 63 characters, without '__'");
        values = List.copyOf(values);
        boolean isComputed = computed.isPresent();
        require(
                !isComputed || (!primaryKey && !unique && !required && !writeOnly && defaultValue.isEmpty()),
                name,
                "a computed field is no primary key, and neither unique nor required nor write-only, without a default");
        require(!isComputed || !type.valueType().isRelation(), name, "a computed field is no reference");
        require(!isComputed || (readOnly && nullable), name, "a computed field is read-only and may be null");
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
                    reference.get().onDelete() != Reference.OnDelete.SET_NULL || nullable,
                    name,
                    "on_delete 'set_null' needs a field that may be null");
        }
        require(
                type.valueType().takes(Option.VALUES) == !values.isEmpty(),
                name,
                "'values' lists the names of an enum, and only of one");
        require(new LinkedHashSet<>(values).size() == values.size(), name, "'values' repeats a name");
        ValueType valueType = type.valueType();
        boolean sized = valueType.takes(Option.LENGTH);
        require(
                sized || (minLength.isEmpty() && maxLength.isEmpty()),
                name,
                "'min_length' and 'max_length' are for text and binary");
        require(
                minLength.orElse(0) >= 0 && maxLength.orElse(1) >= 1,
                name,
                "a length cannot be negative, nor a maximum below 1");
        require(minLength.orElse(0) <= maxLength.orElse(Integer.MAX_VALUE), name, "'min_length' is above 'max_length'");
        require(
                valueType.takes(Option.RANGE) || (minimum.isEmpty() && maximum.isEmpty()),
                name,
                "'minimum' and 'maximum' are for numbers");
        require(
                minimum.isEmpty() || maximum.isEmpty() || minimum.get().compareTo(maximum.get()) <= 0,
                name,
                "'minimum' is above 'maximum'");
        require(valueType.takes(Option.PATTERN) || pattern.isEmpty(), name, "'pattern' is for text");
        require(
                valueType.takes(Option.DIGITS) || (precision.isEmpty() && scale.isEmpty()),
                name,
                "'precision' and 'scale' are for decimals");
        require(precision.orElse(1) >= 1 && precision.orElse(1) <= 1000, name, "'precision' is 1 to 1000");
        require(scale.orElse(0) >= 0 && scale.orElse(0) <= precision.orElse(1000), name, "'scale' is 0 to 'precision'");
        require(!primaryKey || valueType.canBeKey(), name, "a primary key cannot be of type '" + type.word() + "'");
        require(!primaryKey || !nullable, name, "a primary key is never null");
        require(primaryKey || generated == Generated.NO, name, "only a primary key is generated");
        require(!required || !readOnly || primaryKey, name, "a field cannot be both required and read-only");
        require(!(readOnly && writeOnly), name, "a field cannot be both read-only and write-only");
    }

    private static void require(boolean holds, String name, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("field '" + name + "': " + rule);
        }
    }

    /** By name: cheap, as fields key maps on every write. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** What is known of its type. */
    public ValueType valueType() {
        return type.valueType();
    }

    /** Whether a client may give it when it creates a record. */
    public boolean writableOnCreate() {
        return !readOnly && generated == Generated.NO;
    }

    /** Whether a client may change it later. */
    public boolean writableOnUpdate() {
        return !readOnly && !primaryKey;
    }

    /** Whether it is stored in a column of the model's own table: it is neither many-to-many nor computed. */
    public boolean stored() {
        return type != FieldType.REFERENCES && computed.isEmpty();
    }

    /** Whether a client may filter and order by it. */
    public boolean queryable() {
        return !writeOnly && computed.isEmpty();
    }

    /** The target's name. Only for {@code reference} and {@code references}. */
    public Reference target() {
        return reference.orElseThrow(() -> new IllegalStateException("field '" + name + "' is no reference"));
    }

    /** A builder for a field of this name and type, whose column is called like the field. */
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
        private Optional<DefaultValue> defaultValue = Optional.empty();
        private boolean readOnly;
        private boolean writeOnly;
        private OptionalInt minLength = OptionalInt.empty();
        private OptionalInt maxLength = OptionalInt.empty();
        private Optional<BigDecimal> minimum = Optional.empty();
        private Optional<BigDecimal> maximum = Optional.empty();
        private Optional<Pattern> pattern = Optional.empty();
        private OptionalInt precision = OptionalInt.empty();
        private OptionalInt scale = OptionalInt.empty();
        private List<String> values = List.of();
        private Optional<String> label = Optional.empty();
        private Optional<String> help = Optional.empty();
        private Optional<String> to = Optional.empty();
        private Reference.OnDelete onDelete = Reference.OnDelete.RESTRICT;
        private Optional<Reference.JoinTable> through = Optional.empty();
        private Optional<Computation> computed = Optional.empty();
        private Optional<String> renamedFrom = Optional.empty();

        private Builder(String name, FieldType type) {
            this.name = name;
            this.type = type;
            this.column = name;
        }

        /** The column's name, when it is not the field's. */
        public Builder column(String column) {
            this.column = column;
            return this;
        }

        public Builder primaryKey() {
            this.primaryKey = true;
            return this;
        }

        /** Who makes the key. Unset: the database for an {@code integer}, the server for a {@code uuid}, else nobody. */
        public Builder generated(Generated generated) {
            this.generated = Optional.of(generated);
            return this;
        }

        public Builder required() {
            this.required = true;
            return this;
        }

        /** Whether null may be stored. Unset: unless it is required or a key. */
        public Builder nullable(boolean nullable) {
            this.nullable = Optional.of(nullable);
            return this;
        }

        public Builder unique() {
            this.unique = true;
            return this;
        }

        public Builder defaultValue(DefaultValue value) {
            this.defaultValue = Optional.of(value);
            return this;
        }

        public Builder readOnly() {
            this.readOnly = true;
            return this;
        }

        public Builder writeOnly() {
            this.writeOnly = true;
            return this;
        }

        public Builder minLength(int characters) {
            this.minLength = OptionalInt.of(characters);
            return this;
        }

        public Builder maxLength(int characters) {
            this.maxLength = OptionalInt.of(characters);
            return this;
        }

        public Builder minimum(BigDecimal inclusive) {
            this.minimum = Optional.of(inclusive);
            return this;
        }

        public Builder maximum(BigDecimal inclusive) {
            this.maximum = Optional.of(inclusive);
            return this;
        }

        /**
         * A regular expression that must be found in the text.
         *
         * @throws IllegalArgumentException when it is none
         */
        public Builder pattern(String regularExpression) {
            try {
                this.pattern = Optional.of(Pattern.compile(regularExpression));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "field '" + name + "': 'pattern' is no regular expression: " + e.getDescription(), e);
            }
            return this;
        }

        public Builder precision(int digits) {
            this.precision = OptionalInt.of(digits);
            return this;
        }

        public Builder scale(int digits) {
            this.scale = OptionalInt.of(digits);
            return this;
        }

        public Builder values(List<String> names) {
            this.values = List.copyOf(names);
            return this;
        }

        public Builder label(String label) {
            this.label = Optional.of(label);
            return this;
        }

        public Builder help(String help) {
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

        /** The join table of {@code references}. Unset: {@code <table>_<field>} with {@code source_id}, {@code target_id}. */
        public Builder through(Reference.JoinTable joinTable) {
            this.through = Optional.of(joinTable);
            return this;
        }

        /**
         * Makes it a field without a column, whose value is code over other fields of the record; read-only.
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

        /** The column that a managed table had for the field before it was called so; the start renames it. */
        public Builder renamedFrom(String column) {
            this.renamedFrom = Optional.of(column);
            return this;
        }

        /** Applies options collected elsewhere. */
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
                    column,
                    type,
                    primaryKey,
                    generated.orElseGet(this::usualGenerated),
                    required,
                    nullable.orElse(!required && !primaryKey),
                    unique,
                    defaultValue,
                    readOnly,
                    writeOnly,
                    minLength,
                    maxLength,
                    minimum,
                    maximum,
                    pattern,
                    precision,
                    scale,
                    values,
                    label.orElseGet(() -> Naming.label(name)),
                    help,
                    reference,
                    computed,
                    renamedFrom);
        }

        private Generated usualGenerated() {
            if (!primaryKey || defaultValue.isPresent()) {
                return Generated.NO;
            }
            return type.valueType().usualGenerated();
        }
    }
}
