package dev.hexadmin.http.panel.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gg.jte.html.HtmlContent;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageOutputTest {
    private static HtmlContent value(String tag, @Nullable String attribute, String value) {
        return output -> {
            output.setContext(tag, attribute);
            output.writeUserContent(value);
        };
    }

    private static String html(HtmlContent content) {
        return new String(PageOutput.html(content), StandardCharsets.UTF_8);
    }

    private static String owasp(HtmlContent content) {
        StringOutput text = new StringOutput();
        content.writeTo((gg.jte.TemplateOutput) new OwaspHtmlTemplateOutput(text));
        return text.toString();
    }

    @Test
    void values_are_escaped_as_the_output_of_the_template_library_escapes_them() {
        Random random = new Random(7);
        String characters = "&<>\"'aé–漢😀\u0000\t =/:;#";
        int[] points = characters.codePoints().toArray();
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(60), 0, points.length).forEach(at -> text.appendCodePoint(points[at]));
            for (String attribute : new String[] {null, "title", "href"}) {
                HtmlContent content = value("a", attribute, text.toString());
                assertThat(html(content)).isEqualTo(owasp(content));
            }
        }
    }

    @Test
    void a_page_longer_than_the_one_before_is_whole() {
        for (int length : new int[] {1, 100_000, 3, 400_000, 5}) {
            String text = "ab<ü".repeat(length);
            assertThat(html(value("p", null, text))).isEqualTo("ab&lt;ü".repeat(length));
        }
    }

    @Test
    void a_page_that_is_made_within_another_one_does_not_change_it() {
        HtmlContent outer = output -> {
            output.writeContent("before ");
            output.writeBinaryContent(PageOutput.html(value("p", null, "within")));
            output.writeContent(" after");
        };
        assertThat(html(outer)).isEqualTo("before within after");
        assertThat(html(outer)).isEqualTo("before within after");
    }

    @Test
    void half_of_a_character_becomes_a_question_mark() {
        assertThat(html(value("p", null, "a\uD83Db\uDE00"))).isEqualTo("a?b?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "\u0001javascript:x"})
    void no_link_leads_to_a_script(String address) {
        assertThat(html(value("a", "href", address))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a?b=javascript:", "https://example.com/javascript:x", "mailto:x@example.com", "?q=a:b"})
    void other_links_stay(String address) {
        assertThat(html(value("a", "href", address))).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({"script,", "style,", "p, onclick", "p, style"})
    void places_with_other_rules_take_no_values(String tag, @Nullable String attribute) {
        assertThatThrownBy(() -> PageOutput.html(value(tag, attribute, "x"))).isInstanceOf(IllegalStateException.class);
    }
}
