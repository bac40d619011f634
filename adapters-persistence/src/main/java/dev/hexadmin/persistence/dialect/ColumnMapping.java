package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a database holds the values of one type of field.
 *
 * @param managedType the type of a column that Hexadmin makes
 * @param codec the codec of any column
 * @param literal a value as a constant of the database, in a column that Hexadmin makes
 * @param now the moment as an expression that a column of the type can have as its default; {@code ""} when it has none
 * @param names the types of columns, as the database names them, whose fields are of the type unless a model says otherwise
 * @param holds whether a column can hold values of the type
 * @param room whether a column that can do so has room for all values that the field declares
 * @param <C> what the database says of a column
 */
public record ColumnMapping<C>(
        Function<FieldDefinition, String> managedType,
        BiFunction<FieldDefinition, C, ColumnCodec> codec,
        BiFunction<FieldDefinition, Object, String> literal,
        String now,
        List<String> names,
        Predicate<C> holds,
        BiPredicate<FieldDefinition, C> room) {

    /** Managed columns are all of one type; constants are the quoted text of the value. */
    public static <C> ColumnMapping<C> of(String managedType, BiFunction<FieldDefinition, C, ColumnCodec> codec) {
        return of(field -> managedType, codec);
    }

    /** The same with managed columns of several types. */
    public static <C> ColumnMapping<C> of(
            Function<FieldDefinition, String> managedType, BiFunction<FieldDefinition, C, ColumnCodec> codec) {
        return new ColumnMapping<>(
                managedType,
                codec,
                (field, value) -> quoted(FieldText.write(value)),
                "",
                List.of(),
                column -> true,
                (field, column) -> true);
    }

    /** The same for numbers, whose constants have no quotes. */
    public static <C> ColumnMapping<C> ofNumber(String managedType, BiFunction<FieldDefinition, C, ColumnCodec> codec) {
        return ColumnMapping.<C>of(managedType, codec).literal(FieldText::write);
    }

    /** The same for points in time, whose constants are in UTC and have six digits of a second. */
    public static <C> ColumnMapping<C> ofMoment(String managedType, BiFunction<FieldDefinition, C, ColumnCodec> codec) {
        return ColumnMapping.<C>of(managedType, codec).literal(moment -> quoted(TimeText.fixed((Instant) moment)));
    }

    /** The same with constants of another form. */
    public ColumnMapping<C> literal(Function<Object, String> form) {
        return literal((field, value) -> form.apply(value));
    }

    /** The same with constants of another form. */
    public ColumnMapping<C> literal(BiFunction<FieldDefinition, Object, String> form) {
        return new ColumnMapping<>(managedType, codec, form, now, names, holds, room);
    }

    /** The same with an expression for the moment. */
    public ColumnMapping<C> now(String expression) {
        return new ColumnMapping<>(managedType, codec, literal, expression, names, holds, room);
    }

    /** The same with names of types of columns. */
    public ColumnMapping<C> named(String... names) {
        return new ColumnMapping<>(managedType, codec, literal, now, List.of(names), holds, room);
    }

    /** The same for some columns only. */
    public ColumnMapping<C> in(Predicate<C> columns) {
        return new ColumnMapping<>(managedType, codec, literal, now, names, columns, room);
    }

    /** The same with columns that have room for some fields only. */
    public ColumnMapping<C> room(BiPredicate<FieldDefinition, C> enough) {
        return new ColumnMapping<>(managedType, codec, literal, now, names, holds, enough);
    }

    /** A text as a constant. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
