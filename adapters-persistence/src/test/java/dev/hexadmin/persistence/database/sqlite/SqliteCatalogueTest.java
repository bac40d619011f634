package dev.hexadmin.persistence.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqliteCatalogueTest {
    @Test
    void declared_types_are_read_as_people_mean_them() {
        Map<String, FieldType> types = Map.ofEntries(
                Map.entry("NVARCHAR(160)", FieldType.STRING),
                Map.entry("character varying(20)", FieldType.STRING),
                Map.entry("CLOB", FieldType.TEXT),
                Map.entry("text", FieldType.TEXT),
                Map.entry("", FieldType.TEXT),
                Map.entry("whatever", FieldType.TEXT),
                Map.entry("BIGINT UNSIGNED", FieldType.INTEGER),
                Map.entry("tinyint(1)", FieldType.INTEGER),
                Map.entry("bool", FieldType.BOOLEAN),
                Map.entry("datetime", FieldType.DATETIME),
                Map.entry("TIMESTAMP WITH TIME ZONE", FieldType.DATETIME),
                Map.entry("date", FieldType.DATE),
                Map.entry("time", FieldType.TIME),
                Map.entry("DOUBLE PRECISION", FieldType.FLOAT),
                Map.entry("REAL", FieldType.FLOAT),
                Map.entry("NUMERIC", FieldType.DECIMAL),
                Map.entry("DECIMAL(10,5)", FieldType.DECIMAL),
                Map.entry("BLOB", FieldType.BINARY),
                Map.entry("uuid", FieldType.UUID),
                Map.entry("JSON", FieldType.JSON));
        types.forEach((declared, type) ->
                assertThat(SqliteCatalogue.type(declared)).as(declared).isEqualTo(type));
    }
}
