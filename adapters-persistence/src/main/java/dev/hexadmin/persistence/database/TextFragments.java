package dev.hexadmin.persistence.database;

import dev.hexadmin.domain.models.JsonText;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The fragments of a database that has no arrays, and no types of its own for UUIDs and JSON: both are text. */
public abstract class TextFragments implements SqlFragments {
    @Override
    public Object parameter(UUID uuid) {
        return uuid.toString();
    }

    @Override
    public void setUuid(PreparedStatement statement, int at, Optional<UUID> uuid) throws SQLException {
        statement.setString(at, uuid.map(UUID::toString).orElse(null));
    }

    @Override
    public void setJson(PreparedStatement statement, int at, Optional<JsonText> json) throws SQLException {
        statement.setString(at, json.map(JsonText::text).orElse(null));
    }

    @Override
    public String json(String text) {
        return text;
    }

    @Override
    public String uuid(String text) {
        return text;
    }

    @Override
    public String oneOf(int size) {
        return "IN (?" + ", ?".repeat(places(size) - 1) + ")";
    }

    @Override
    public int setOneOf(PreparedStatement statement, int at, String type, List<? extends Object> values)
            throws SQLException {
        int places = places(values.size());
        for (int i = 0; i < places; i++) {
            // repeats the last value, since every parameter needs one
            Object value = values.get(Math.min(i, values.size() - 1));
            statement.setObject(at + i, value instanceof UUID uuid ? uuid.toString() : value);
        }
        return at + places;
    }

    private static int places(int size) {
        return size <= 1 ? 1 : Integer.highestOneBit(size - 1) << 1;
    }

    @Override
    public Optional<String> rowsOfArrays(List<String> types) {
        return Optional.empty();
    }
}
