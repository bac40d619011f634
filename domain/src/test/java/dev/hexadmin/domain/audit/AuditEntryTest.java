package dev.hexadmin.domain.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry.Change;
import dev.hexadmin.domain.models.JsonText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditEntryTest {
    private static String json(Change... changes) {
        return new AuditEntry(Instant.EPOCH, new Actor.Operator("test"), "update", "m", "1", List.of(changes))
                .changesJson();
    }

    @Test
    void values_are_written_as_the_json_api_writes_them() {
        assertThat(json()).isEqualTo("{}");
        assertThat(json(
                        new Change("a", null, 9007199254740993L),
                        new Change("b", new BigDecimal("1E+2"), 1.5),
                        new Change("c", true, Double.NaN),
                        new Change("d", LocalDate.of(2026, 11, 20), Instant.EPOCH),
                        new Change("e", new JsonText("{\"x\":[1]}"), new byte[] {1, 2}),
                        new Change("f", List.of(), List.of(1L, "x")),
                        new Change("g", Map.of("*", List.of("view")), new UUID(0, 1))))
                .isEqualTo("{\"a\":[null,9007199254740993],\"b\":[\"100\",1.5],\"c\":[true,\"NaN\"],"
                        + "\"d\":[\"2026-11-20\",\"1970-01-01T00:00:00Z\"],\"e\":[{\"x\":[1]},\"AQI=\"],"
                        + "\"f\":[[],[1,\"x\"]],\"g\":[{\"*\":[\"view\"]},\"00000000-0000-0000-0000-000000000001\"]}");
    }

    @Test
    void text_is_escaped_and_what_cannot_be_stored_is_replaced() {
        assertThat(json(new Change("q\"", "\\ \n\r\t\u0001\u001f\u007f\u2028", "\u0000 \ud83d\ude00 \ud83d \ude00 é")))
                .isEqualTo("{\"q\\\"\":[\"\\\\ \\n\\r\\t\\u0001\\u001f\u007f\u2028\","
                        + "\"\ufffd \ud83d\ude00 \ufffd \ufffd é\"]}");
    }
}
