package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a database holds the values of one type of field.
 *
 * @param managedType the type of a column that Hexadmin makes
 * @param codec the codec of any column
 * @param literal a value as a constant of the database, in a column that Hexadmin makes
 * @param now the moment as an expression that a column of the type can have as its default; {@code ""} when it has none
 * @param names the types of columns, as the database names them, whose fields are of the type unless a model says otherwise
 * @param <F> what the database says of a column
 */
public record ColumnMapping<F>(
        Function<FieldDefinition, String> managedType,
        BiFunction<FieldDefinition, F, ColumnCodec> codec,
        BiFunction<FieldDefinition, Object, String> literal,
        String now,
        List<String> names) {

    /** A mapping whose managed columns are all of one type, with constants that are the quoted text of the value. */
    public static <F> ColumnMapping<F> of(String managedType, BiFunction<FieldDefinition, F, ColumnCodec> codec) {
        return of(field -> managedType, codec);
    }

    /** The same with managed columns of several types. */
    public static <F> ColumnMapping<F> of(
            Function<FieldDefinition, String> managedType, BiFunction<FieldDefinition, F, ColumnCodec> codec) {
        return new ColumnMapping<>(managedType, codec, (field, value) -> quoted(FieldText.write(value)), "", List.of());
    }

    /** The same with constants of another form. */
    public ColumnMapping<F> literal(Function<Object, String> form) {
        return literal((field, value) -> form.apply(value));
    }

    /** The same with constants of another form. */
    public ColumnMapping<F> literal(BiFunction<FieldDefinition, Object, String> form) {
        return new ColumnMapping<>(managedType, codec, form, now, names);
    }

    /** The same with an expression for the moment. */
    public ColumnMapping<F> now(String expression) {
        return new ColumnMapping<>(managedType, codec, literal, expression, names);
    }

    /** The same with names of types of columns. */
    public ColumnMapping<F> named(String... names) {
        return new ColumnMapping<>(managedType, codec, literal, now, List.of(names));
    }

    /** A text as a constant. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** The type of fields of columns of a type that the database names so; empty when none fits. */
    public static <F> Optional<FieldType> typeOf(Map<FieldType, ColumnMapping<F>> table, String name) {
        return table.entrySet().stream()
                .filter(entry -> entry.getValue().names().contains(name))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The mapping of a field that is no relation. */
    public static <F> ColumnMapping<F> of(Map<FieldType, ColumnMapping<F>> table, FieldDefinition field) {
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
    public static <F> Map<FieldType, ColumnMapping<F>> table(List<Map.Entry<FieldType, ColumnMapping<F>>> entries) {
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
