package dev.hexadmin.http.server.json;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
    private final Model model = ModelRegistry.of(List.of(ModelDefinition.builder("notes")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("title", FieldType.STRING)
                    .field("data", FieldType.JSON)
                    .build()))
            .model("notes")
            .orElseThrow();

    private static RequestRejectedException refusal(byte[] body) {
        return catchThrowableOfType(RequestRejectedException.class, () -> JsonBody.value(body));
    }

    private static RequestRejectedException refusal(String body) {
        return refusal(body.getBytes(UTF_8));
    }

    @Test
    void values_have_the_classes_that_the_application_takes() {
        assertThat(JsonBody.object("""
                        {"a":"é\\u0041😀","b":1,"c":-9223372036854775808,"d":9223372036854775808,"e":1.50,"f":1e3,
                         "g":true,"h":false,"i":null,"j":[1,"x",{"k":[]}]}""".getBytes(UTF_8)))
                .containsEntry("a", "éA😀")
                .containsEntry("b", 1L)
                .containsEntry("c", Long.MIN_VALUE)
                .containsEntry("d", new BigInteger("9223372036854775808"))
                .containsEntry("e", new BigDecimal("1.50"))
                .containsEntry("f", new BigDecimal("1e3"))
                .containsEntry("g", true)
                .containsEntry("h", false)
                .containsEntry("i", null)
                .containsEntry("j", List.of(1L, "x", Map.of("k", List.of())));
    }

    @Test
    void a_byte_order_mark_is_ignored() {
        assertThat(JsonBody.object("\uFEFF{\"a\":1}".getBytes(UTF_8))).containsExactly(Map.entry("a", 1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "{\"a\":}",
                "{'a':1}",
                "{a:1}",
                "{\"a\":1}}",
                "{\"a\":1} x",
                "1 2",
                "nul",
                "NaN",
                "01",
                "+1",
                "1.",
                ".5",
                "\"\t\"",
                "\"\\x\"",
                "\"\\ud83d",
                "/**/1",
                "{\"a\":1e99999999999}",
                "\uFEFF",
                "{}\uFEFF",
                "{\"a\" 1}",
                "[1 2]",
                "\u0000"
            })
    void what_is_no_json_is_malformed(String body) {
        assertThat(refusal(body).category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
        assertThat(refusal(body).code()).isEqualTo("malformed_json");
    }

    @Test
    void the_place_is_named() {
        assertThat(refusal("{\n  \"a\": oops }").detail()).contains("line 2, column");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":2}", "[{\"b\":{\"a\":1,\"\\u0061\":2}}]"})
    void a_member_named_twice_is_refused_and_named(String body) {
        assertThat(refusal(body).code()).isEqualTo("malformed_json");
        assertThat(refusal(body).detail()).contains("'a'");
    }

    @Test
    void a_member_named_twice_inside_a_json_field_is_refused_too() {
        assertThatThrownBy(() -> JsonBody.record("{\"data\":[{\"x\":1,\"x\":1}]}".getBytes(UTF_8), model))
                .hasMessageContaining("'x'");
    }

    @Test
    void nesting_ends_at_64() {
        assertThat(JsonBody.value(("[".repeat(64) + "]".repeat(64)).getBytes(UTF_8)))
                .isInstanceOf(List.class);
        assertThat(refusal("[".repeat(65) + "]".repeat(65)).code()).isEqualTo("nesting_too_deep");
        assertThat(refusal("{\"a\":".repeat(100_000)).code()).isEqualTo("nesting_too_deep");
        assertThatThrownBy(() ->
                        JsonBody.record(("{\"data\":" + "[".repeat(64) + "]".repeat(64) + "}").getBytes(UTF_8), model))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        r -> assertThat(r.code()).isEqualTo("nesting_too_deep"));
    }

    @Test
    void numbers_are_bounded() {
        assertThat(JsonBody.value("9".repeat(1_000).getBytes(UTF_8))).isEqualTo(new BigInteger("9".repeat(1_000)));
        assertThat(refusal("9".repeat(2_000)).code()).isEqualTo("malformed_json");
        assertThat(JsonBody.value("1e400".getBytes(UTF_8))).isEqualTo(new BigDecimal("1e400"));
    }

    @Test
    void only_utf_8_is_read() {
        assertThat(refusal(new byte[] {'"', (byte) 0xC3, '"'}).detail()).contains("UTF-8");
        assertThat(refusal(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'})
                        .detail())
                .contains("UTF-8"); // a surrogate
        assertThat(refusal(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'}).detail())
                .contains("UTF-8"); // overlong
        assertThat(refusal("{\"a\":1}".getBytes(UTF_16)).category())
                .isEqualTo(RequestRejectedException.Category.MALFORMED);
        assertThat(JsonBody.value("\"\uFFFD\"".getBytes(UTF_8))).isEqualTo("\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "\"x\"", "null", "true"})
    void a_document_that_is_no_object_is_invalid(String body) {
        assertThatThrownBy(() -> JsonBody.object(body.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        r -> assertThat(r.category()).isEqualTo(RequestRejectedException.Category.INVALID));
    }

    @Test
    void a_json_field_keeps_its_document_as_compact_text() {
        Map<String, Object> record = JsonBody.record(
                "{ \"title\": {\"x\": 1}, \"data\": { \"b\" : [ 1.10, 1E+2, 12345678901234567890 , \"é\\n\" ], \"data\": null } }"
                        .getBytes(UTF_8),
                model);
        assertThat(record)
                .containsEntry("title", Map.of("x", 1L))
                .containsEntry("data", new JsonText("{\"b\":[1.10,1E+2,12345678901234567890,\"é\\n\"],\"data\":null}"));
        assertThat(JsonBody.record("{\"data\":null}".getBytes(UTF_8), model)).containsEntry("data", null);
        assertThat(JsonBody.record("{\"data\":\"x\"}".getBytes(UTF_8), model))
                .containsEntry("data", new JsonText("\"x\""));
        assertThat(JsonBody.records("{\"data\":[1],\"create\":[{\"data\":[1, 2]}]}".getBytes(UTF_8), model))
                .isEqualTo(Map.of("data", List.of(1L), "create", List.of(Map.of("data", new JsonText("[1,2]")))));
    }

    @RepeatedTest(2_000)
    void any_bytes_are_read_or_refused(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        byte[] body = new byte[random.nextInt(64)];
        random.nextBytes(body);
        try {
            JsonBody.value(body);
        } catch (RequestRejectedException refused) {
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
        }
    }

    @RepeatedTest(500)
    void any_text_survives_writing_and_reading(RepetitionInfo seed) {
        String text = text(new SplittableRandom(seed.getCurrentRepetition()), 250);
        byte[] written = JsonDocument.bytes(json -> json.writeString(text));
        // a lone surrogate has no UTF-8 form
        String expected = new String(text.getBytes(UTF_8), UTF_8);
        if (expected.equals(text)) {
            assertThat(JsonBody.value(written)).isEqualTo(text);
        }
    }

    /** A text of at most that many characters: ASCII, or any, lone surrogates too. */
    private static String text(SplittableRandom random, int most) {
        return random.ints(random.nextInt(most + 1), 0, random.nextBoolean() ? 0x80 : 0x10000)
                .collect(StringBuilder::new, (text, c) -> text.append((char) c), StringBuilder::append)
                .toString();
    }
}
