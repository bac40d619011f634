package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.type.ListType;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.dialect.WireForm;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A list in an array of PostgreSQL. An array of several dimensions, one that does not begin at 1, and one with a null is
 * no value of the field.
 */
final class PostgresqlArrayCodec extends PostgresqlCodec<String> {
    private final ValueType items;
    private final PostgresqlColumn column;

    PostgresqlArrayCodec(FieldDefinition field, PostgresqlColumn column) {
        super(WireForm.JSON, "", Types.OTHER);
        this.items = field.itemType();
        this.column = column;
    }

    /** The server's text: the driver's depends on the type of the elements. */
    @Override
    public String selected(String name) {
        return name + "::text";
    }

    @Override
    public @Nullable String value(ResultSet rows, int index) throws SQLException {
        @Nullable String array = rows.getString(index);
        return array == null ? null : list(array).map(JsonText::text).orElse(null);
    }

    private Optional<JsonText> list(String array) {
        Optional<List<String>> elements = PostgresqlArrayText.read(array);
        if (elements.isEmpty()) {
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>();
        for (String element : elements.get()) {
            Optional<Object> value = items.parse(column.elementText(element));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(ListType.array(values));
    }

    @Override
    public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        List<Object> values = new ArrayList<>((List<?>) LoggedChange.plain((JsonText) value));
        if (values.stream().allMatch(column::holdsElement)) {
            // without a type: PostgreSQL uses that of the column
            statement.setObject(
                    parameter,
                    PostgresqlArrayText.write(
                            values.stream().map(FieldText::write).toList()),
                    Types.OTHER);
        } else {
            statement.setNull(parameter, Types.OTHER); // of a comparison: no array has the element
        }
    }

    @Override
    public void store(PreparedStatement statement, int parameter, @Nullable Object value) throws SQLException {
        if (value instanceof JsonText list
                && !((List<?>) LoggedChange.plain(list)).stream().allMatch(column::holdsElement)) {
            throw new UnstorableValueException("an item that is too large for its column");
        }
        super.store(statement, parameter, value);
    }

    @Override
    public String readable(String array) {
        String name = column.hasOwnElements() ? array : array + "::text::text[]"; // some types have no equality
        String unreadable = column.unreadableElements();
        return "CASE WHEN cardinality(" + name + ") = 0 THEN TRUE WHEN array_ndims(" + name + ") = 1 AND array_lower("
                + name + ", 1) = 1 THEN array_position(" + name + ", NULL) IS NULL"
                + (unreadable.isEmpty() ? "" : " AND NOT " + name + " && '" + unreadable + "'") + " ELSE FALSE END";
    }

    /** An index of the type GIN covers it. */
    @Override
    public String contains(String name) {
        return column.hasOwnElements() && column.labels().isEmpty()
                ? name + " @> ?"
                : name + "::text::text[] @> ?::text[]";
    }
}
