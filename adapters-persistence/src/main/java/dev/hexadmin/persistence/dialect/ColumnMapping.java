package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a database holds the values of one type of field.
 *
 * @param managedType the type of a column that Hexadmin makes
 * @param codec the codec of any column
 * @param <F> what the database says of a column
 */
record ColumnMapping<F>(
        Function<FieldDefinition, String> managedType, BiFunction<FieldDefinition, F, ColumnCodec> codec) {

    /** A mapping whose managed columns are all of one type. */
    static <F> ColumnMapping<F> of(String managedType, BiFunction<FieldDefinition, F, ColumnCodec> codec) {
        return new ColumnMapping<>(field -> managedType, codec);
    }

    /** The mapping of a field that is no relation. */
    static <F> ColumnMapping<F> of(Map<FieldType, ColumnMapping<F>> table, FieldDefinition field) {
        @Nullable ColumnMapping<F> mapping = table.get(field.type());
        if (mapping == null) {
            throw new IllegalArgumentException("no type of a column: " + field.type());
        }
        return mapping;
    }

    /**
     * The mappings of a database.
     *
     * @throws IllegalStateException when a type has none or several; relations have none, they are stored as the keys that
     *     they lead to
     */
    static <F> Map<FieldType, ColumnMapping<F>> table(List<Map.Entry<FieldType, ColumnMapping<F>>> entries) {
        Map<FieldType, ColumnMapping<F>> table = new EnumMap<>(FieldType.class);
        for (Map.Entry<FieldType, ColumnMapping<F>> entry : entries) {
            if (table.put(entry.getKey(), entry.getValue()) != null) {
                throw new IllegalStateException("two mappings of " + entry.getKey());
            }
        }
        for (FieldType type : FieldType.values()) {
            if (type.valueType().isRelation() == table.containsKey(type)) {
                throw new IllegalStateException("no mapping of " + type);
            }
        }
        return table;
    }
}
