package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a kind of database holds the values of every type of field but relations, which are stored as the keys that they lead
 * to. Immutable.
 *
 * @param <C> what the database says of a column
 */
public final class ColumnMappings<C> {
    private final Map<FieldType, ColumnMapping<C>> mappings;

    private ColumnMappings(Map<FieldType, ColumnMapping<C>> mappings) {
        this.mappings = mappings;
    }

    public static <C> Builder<C> builder() {
        return new Builder<>();
    }

    /** Collects the mapping of each type. */
    public static final class Builder<C> {
        private final Map<FieldType, ColumnMapping<C>> mappings = new EnumMap<>(FieldType.class);

        private Builder() {}

        /**
         * Adds a mapping.
         *
         * @throws IllegalStateException when the type has one
         */
        public Builder<C> with(FieldType type, ColumnMapping<C> mapping) {
            if (mappings.put(type, mapping) != null) {
                throw new IllegalStateException("two mappings of " + type);
            }
            return this;
        }

        /**
         * The mappings.
         *
         * @throws IllegalStateException when a type has none
         */
        public ColumnMappings<C> build() {
            for (FieldType type : FieldType.values()) {
                if (type.valueType().isRelation() == mappings.containsKey(type)) {
                    throw new IllegalStateException("no mapping of " + type);
                }
            }
            return new ColumnMappings<>(mappings);
        }
    }

    private ColumnMapping<C> mapping(FieldDefinition field) {
        return Objects.requireNonNull(mappings.get(field.type()), () -> "no column for the type " + field.type());
    }

    /** The type of a managed column. */
    public String managedType(FieldDefinition field) {
        return mapping(field).managedType().apply(field);
    }

    /** A value as a constant in a managed column. */
    public String literal(FieldDefinition field, Object value) {
        return mapping(field).literal().apply(field, value);
    }

    /** The moment as an expression that a managed column can have as its default; empty when the type has none. */
    public Optional<String> now(FieldDefinition field) {
        return Optional.of(mapping(field).now()).filter(expression -> !expression.isEmpty());
    }

    /** The codec of a column. */
    public ColumnCodec codec(FieldDefinition field, C column) {
        return mapping(field).codec().apply(field, column);
    }

    /**
     * What fields a column is for.
     *
     * @param declared its type as the database writes it
     * @param usual the type of fields of such columns
     */
    public StoredColumn stored(C column, String declared, Optional<FieldType> usual) {
        Set<FieldType> held = EnumSet.noneOf(FieldType.class);
        mappings.forEach((type, mapping) -> {
            if (mapping.holds().test(column)) {
                held.add(type);
            }
        });
        return new StoredColumn(
                declared, usual, held, field -> mapping(field).room().test(field, column));
    }

    /** The type of fields of columns of a type that the database names so; empty when none has that name. */
    public Optional<FieldType> typeOf(String name) {
        return mappings.entrySet().stream()
                .filter(entry -> entry.getValue().names().contains(name))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
