package dev.hexadmin.domain.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    @Test
    void java_values_become_a_document() {
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("text", "a \"b\"\n\u0001é");
        value.put("numbers", List.of(1, 2L, new BigDecimal("1.50"), 2.5, BigInteger.TWO));
        value.put("none", null);
        value.put("maybe", Optional.of(true));
        value.put("day", LocalDate.of(2026, 11, 20));
        value.put("nested", new JsonText("{\"a\": 1}"));
        assertThat(JsonText.of(value).text())
                .isEqualTo("{\"text\":\"a \\\"b\\\"\\n\\u0001é\",\"numbers\":[1,2,1.50,2.5,2],\"none\":null,"
                        + "\"maybe\":true,\"day\":\"2026-11-20\",\"nested\":{\"a\": 1}}");
        assertThat(JsonText.of(value).isWellFormed()).isTrue();
        assertThat(JsonText.of(null).text()).isEqualTo("null");
        for (Object other : List.of(Double.NaN, new Object(), new JsonText("{"))) {
            assertThatThrownBy(() -> JsonText.of(List.of(other)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("has no form in JSON");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\": [1,  25]} | {\"a\":[1,25]}",
                "{\"url\":\"https:\\/\\/example.com\\/\"} | {\"url\":\"https://example.com/\"}",
                "\"\\u00e9\\uD83D\\ude00\\t\" | \"é😀\\u0009\"",
                "[1.50, 1e3, -0, 0.0] | [1.5,1000,0,0]",
                "{\"b\":1,\"a\":{\"d\":[ ],\"c\":{ }}} | {\"a\":{\"c\":{},\"d\":[]},\"b\":1}",
                "[true,false,null] | [ true , false , null ]",
                "1e99999999999 | 1e99999999999",
            })
    void documents_that_a_client_reads_as_the_same_values_are_the_same(String one, String other) {
        assertThat(new JsonText(one).sameAs(new JsonText(other))).isTrue();
        assertThat(new JsonText(other).sameAs(new JsonText(one))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1} | {\"a\":\"1\"}",
                "{\"a\":1} | {\"a\":1,\"b\":null}",
                "[1,2] | [2,1]",
                "[] | {}",
                "[[],[]] | [[[]]]",
                "\"a b\" | \"ab\"",
                "\"\\\\u0061\" | \"a\"",
                "{\"a\":1,\"a\":2} | {\"a\":2}",
                "12345678901234567890.1 | 12345678901234567890.2",
            })
    void others_differ(String one, String other) {
        assertThat(new JsonText(one).sameAs(new JsonText(other))).isFalse();
        assertThat(new JsonText(other).sameAs(new JsonText(one))).isFalse();
    }

    @Test
    void documents_of_any_depth_are_compared() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThat(new JsonText(deep).sameAs(new JsonText(deep + " "))).isFalse();
        assertThat(new JsonText(deep).sameAs(new JsonText(deep))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                " [ ] ",
                "null",
                "true",
                "false",
                "0",
                "-0",
                "-12.50e+3",
                "1E9",
                "\"\"",
                "\"\\u00e9\\n\\/\"",
                "{\"a\":[1,{\"b\":null}],\"c\":\"d\"}",
                "[[],[[]]]\n"
            })
    void a_document_is_well_formed(String document) {
        assertThat(new JsonText(document).isWellFormed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{bad",
                "1}, {\"a\":true",
                "[1,]",
                "[,1]",
                "{\"a\":1,}",
                "{\"a\"}",
                "{a:1}",
                "01",
                "+1",
                ".5",
                "1.",
                "1e",
                "-",
                "nul",
                "True",
                "\"a",
                "\"\\x\"",
                "\"\\u00g0\"",
                "\"a\nb\"",
                "[1 2]",
                "{} {}",
                "'a'",
                "NaN",
                "\u0661",
                "[1]\u00a0"
            })
    void another_text_is_not(String text) {
        assertThat(new JsonText(text).isWellFormed()).isFalse();
    }

    @Test
    void a_document_that_is_nested_deeper_than_parsers_go_is_not() {
        assertThat(new JsonText("[".repeat(400) + "]".repeat(400)).isWellFormed())
                .isTrue();
        assertThat(new JsonText("[".repeat(100_000)).isWellFormed()).isFalse();
    }
}
