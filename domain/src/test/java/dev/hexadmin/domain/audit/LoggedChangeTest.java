package dev.hexadmin.domain.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry.Change;
import dev.hexadmin.domain.models.JsonText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoggedChangeTest {
    private static List<LoggedChange> logged(Change... changes) {
        return LoggedChange.read(
                new AuditEntry(Instant.EPOCH, new Actor.Operator("test"), "update", "m", "1", List.of(changes))
                        .changesJson());
    }

    private static Object plain(String json) {
        return LoggedChange.plain(new JsonText(json));
    }

    @Test
    void what_was_written_is_read() {
        Object[] values = {
            "a \"b\" \\ \n\t\u0001 ü 😀 {[,:]}",
            9_007_199_254_740_993L,
            new BigDecimal("19.90"),
            true,
            1.5,
            LocalDate.of(2026, 11, 20),
            new JsonText("{\"x\":[1,null,\"]}\"],\"y\":{}}"),
            List.of(1L, "x,y"),
            List.of(),
            Map.of("*", List.of("view")),
            new byte[] {1, 2}
        };
        for (Object value : values) {
            assertThat(logged(new Change("a\"b", value, null), new Change("c", null, value)))
                    .as(String.valueOf(value))
                    .containsExactly(
                            new LoggedChange("a\"b", LoggedChange.written(value), Optional.empty()),
                            new LoggedChange("c", Optional.empty(), LoggedChange.written(value)));
        }
        assertThat(logged()).isEmpty();
    }

    @Test
    void what_was_read_is_written_again() {
        String changes = "{\"a\\\"b\":[null,{\"x\":[1,null]}],\"c\":[\"\u00fc\\n\",1.50]}";
        assertThat(LoggedChange.write(LoggedChange.read(changes))).isEqualTo(changes);
        assertThat(LoggedChange.write(List.of())).isEqualTo("{}");
    }

    @Test
    void values_are_plain_again() {
        assertThat(plain("\"a \\\"b\\\" \\n \\u00fc\"")).isEqualTo("a \"b\" \n ü");
        assertThat(plain("12")).isEqualTo(12L);
        assertThat(plain("-12.50")).isEqualTo(new BigDecimal("-12.50"));
        assertThat(plain("12345678901234567890")).isEqualTo(new BigDecimal("12345678901234567890"));
        assertThat(plain("true")).isEqualTo(true);
        assertThat(plain("[1, \"x\",[2]]")).isEqualTo(List.of(1L, "x", List.of(2L)));
        assertThat(plain("[]")).isEqualTo(List.of());
        assertThat(plain("[1,null]")).isEqualTo(new JsonText("[1,null]"));
        assertThat(plain("{\"a\":1}")).isEqualTo(new JsonText("{\"a\":1}"));
    }

    @Test
    void documents_are_indented() {
        assertThat(LoggedChange.indented(new JsonText("{\"a\":[1,{\"b\":\"{,}\"}],\"c\":{},\"d\":[ ],\"e\":null}")))
                .isEqualTo("""
                        {
                          "a": [
                            1,
                            {
                              "b": "{,}"
                            }
                          ],
                          "c": {},
                          "d": [],
                          "e": null
                        }""");
        assertThat(LoggedChange.indented(new JsonText("\"x\""))).isEqualTo("\"x\"");
    }

    @Test
    void what_is_no_changes_is_refused() {
        for (String wrong : List.of(
                "",
                "[]",
                "{",
                "{\"a\"}",
                "{\"a\":1}",
                "{\"a\":[1]}",
                "{\"a\":[1,2",
                "{\"a\":[1,2]",
                "{\"a\":[,]}",
                "{\"a\":[1,2]}{\"b\":[1,2]}",
                "{\"a")) {
            assertThatThrownBy(() -> LoggedChange.read(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_file_is_told_from_other_values() {
        assertThat(LoggedFile.of(new JsonText("{\"id\":\"a\",\"name\":\"\\u00fc.txt\",\"size\":5,\"sha256\":null}")))
                .contains(new LoggedFile("a", "ü.txt", 5));
        for (String other : List.of("{}", "{\"id\":\"a\"}", "\"a\"", "[1]", "{\"id\":1,\"name\":\"n\",\"size\":2}")) {
            assertThat(LoggedFile.of(new JsonText(other))).as(other).isEmpty();
        }
    }
}
