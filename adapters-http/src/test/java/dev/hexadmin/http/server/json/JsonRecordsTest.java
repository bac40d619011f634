package dev.hexadmin.http.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JsonRecordsTest {
    private final ModelRegistry registry = ModelRegistry.of(List.of(
            ModelDefinition.builder("tags")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING)
                    .build(),
            ModelDefinition.builder("things")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING)
                    .field("price", FieldType.DECIMAL)
                    .field("weight", FieldType.FLOAT)
                    .field("on", FieldType.BOOLEAN)
                    .field("data", FieldType.JSON)
                    .field("image", FieldType.BINARY)
                    .field("tag_id", FieldType.REFERENCE, f -> f.to("tags"))
                    .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                    .build()));
    private final Model things = registry.model("things").orElseThrow();
    private final Model tags = registry.model("tags").orElseThrow();
    private final JsonRecords records = new JsonRecords();

    @Test
    void every_kind_of_value_has_its_form() {
        Shape shape = Shape.full(things);
        try (JsonDocument document = JsonDocument.open()) {
            RecordSink sink = records.sink(document.json(), shape);
            document.write(json -> json.writeStartArray());
            sink.begin();
            sink.whole(0, Long.MAX_VALUE);
            sink.text(1, "a\"\u2028é\n");
            sink.decimal(2, new BigDecimal("1E+3"));
            sink.real(3, 0.1);
            sink.flag(4, true);
            sink.json(5, "{\"x\":[1]}");
            sink.binary(6, new byte[] {(byte) 0xff, (byte) 0xfe, 1, 2});
            sink.none(7);
            sink.keys(8, List.of(1L, 2L));
            sink.end();
            document.write(json -> json.writeEndArray());
            assertThat(new String(document.bytes(), UTF_8))
                    .isEqualTo("[{\"id\":9223372036854775807,\"name\":\"a\\\"\u2028é\\n\",\"price\":\"1000\","
                            + "\"weight\":0.1,\"on\":true,\"data\":{\"x\":[1]},\"image\":\"//4BAg==\","
                            + "\"tag_id\":null,\"tags\":[1,2]}]");
        }
    }

    @Test
    void related_records_stand_in_place_of_their_keys() {
        Shape tag = Shape.full(tags);
        Shape shape = new Shape(
                things,
                List.of(things.fieldNamed("id"), things.fieldNamed("tag_id"), things.fieldNamed("tags")),
                Map.of(
                        "tag_id", new Shape.Expansion(tag, Condition.always()),
                        "tags", new Shape.Expansion(tag, Condition.always())));
        try (JsonDocument document = JsonDocument.open()) {
            RecordSink sink = records.sink(document.json(), shape);
            sink.begin();
            sink.whole(0, 1);
            tag(sink.related(1), 7, "seven");
            RecordSink list = sink.relatedList(2);
            tag(list, 8, "eight");
            tag(list, 9, "nine");
            sink.endRelatedList(2);
            sink.end();
            assertThat(new String(document.bytes(), UTF_8))
                    .isEqualTo("{\"id\":1,\"tag_id\":{\"id\":7,\"name\":\"seven\"},"
                            + "\"tags\":[{\"id\":8,\"name\":\"eight\"},{\"id\":9,\"name\":\"nine\"}]}");
        }
    }

    private static void tag(RecordSink sink, long id, String name) {
        sink.begin();
        sink.whole(0, id);
        sink.text(1, name);
        sink.end();
    }

    @Test
    void values_are_written_by_their_class() {
        byte[] body = JsonDocument.bytes(json -> {
            json.writeStartArray();
            for (Object value : new Object[] {
                null,
                1L,
                0.5,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                new BigDecimal("19.90"),
                LocalDate.of(2026, 11, 20),
                Instant.parse("2026-11-20T17:30:00.5Z"),
                UUID.fromString("01931a2b-0000-7000-8000-000000000000"),
                new JsonText("{}"),
                List.of("x", 2L)
            }) {
                JsonRecords.writeValue(json, value);
            }
            json.writeEndArray();
        });
        assertThat(new String(body, UTF_8))
                .isEqualTo("[null,1,0.5,null,null,\"19.90\",\"2026-11-20\",\"2026-11-20T17:30:00.500Z\","
                        + "\"01931a2b-0000-7000-8000-000000000000\",{},[\"x\",2]]");
    }

    @Test
    void long_documents_are_whole() {
        byte[] body = JsonDocument.bytes(json -> {
            json.writeStartArray();
            for (int i = 0; i < 50_000; i++) {
                json.writeNumber(i);
            }
            json.writeEndArray();
        });
        assertThat(JsonBody.value(body))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(50_000)
                .endsWith(49_999L);
    }
}
