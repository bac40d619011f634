package dev.hexadmin.domain.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.text.Language;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final TemplatePart SMS = new TemplatePart("sms_body", TemplatePart.Format.TEXT);
    private static final TemplatePart SUBJECT = new TemplatePart("email_subject", TemplatePart.Format.LINE);
    private static final TemplatePart HTML = new TemplatePart("email_html", TemplatePart.Format.HTML);
    private static final String EVIL = "<script>alert(\"1\")</script> & 'x'\r\nBcc: all@example.com";

    private static String fill(String text, Map<String, String> values) {
        return TemplateText.parse(text).fill(values::get);
    }

    @Test
    void places_are_filled_and_doubled_braces_are_braces() {
        assertThat(fill("Order {order_id} of {_x1}: {{literal}} {{{order_id}}}", Map.of("order_id", "7", "_x1", "Ada")))
                .isEqualTo("Order 7 of Ada: {literal} {7}");
        assertThat(TemplateText.parse("{b}{a}{b}").placeholders()).containsExactly("b", "a");
        assertThat(fill("", Map.of())).isEmpty();
    }

    @Test
    void values_are_never_read_as_templates() {
        assertThat(fill("{a}", Map.of("a", "{b} }} {"))).isEqualTo("{b} }} {");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            abc {x          | at character 5
            a } b           | at character 3
            {}              | at character 1
            ab{1x}          | at character 3
            {a b}           | at character 1
            {{{a}}          | at character 6
            {ä}             | at character 1
            {a!r}           | at character 1
            {a.b}           | at character 1
            """)
    void what_cannot_be_read_is_refused_with_its_position(String text, String position) {
        assertThatThrownBy(() -> TemplateText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(position);
        assertThatThrownBy(() -> Template.parse("t", "b", Map.of(SMS, text)))
                .hasMessageContaining("'sms_body'")
                .hasMessageContaining(position);
    }

    /** For any text, literal braces are unescaped, and values are inserted unchanged. */
    @Test
    void any_text_survives_being_escaped_and_filled() {
        Random random = new Random(11);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                if (random.nextInt(3) == 0) {
                    text.append("{v}");
                    expected.append("{v}<\n");
                } else {
                    char c = "{}ab\n<€".charAt(random.nextInt(7));
                    text.append(c == '{' || c == '}' ? String.valueOf(c).repeat(2) : String.valueOf(c));
                    expected.append(c);
                }
            }
            assertThat(fill(text.toString(), Map.of("v", "{v}<\n")))
                    .as("round " + round + ": " + text)
                    .isEqualTo(expected.toString());
        }
    }

    @Test
    void values_are_escaped_in_html_and_nowhere_else_and_titles_stay_on_their_line() {
        Template template = Template.parse(
                "Hello {name}",
                "Body {name}",
                Map.of(SMS, "SMS {name}", SUBJECT, "Subject {name}", HTML, "<p title=\"{name}\">{name}</p>"));
        Content content = template.fill(name -> EVIL, Optional.empty());
        assertThat(content.part(HTML).orElseThrow())
                .isEqualTo("<p title=\"ESC\">ESC</p>"
                        .replace(
                                "ESC",
                                "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;\r\nBcc:"
                                        + " all@example.com"));
        assertThat(content.body()).isEqualTo("Body " + EVIL);
        assertThat(content.part(SMS)).contains("SMS " + EVIL);
        assertThat(content.headline(SUBJECT)).startsWith("Subject <script>").doesNotContain("\r", "\n");
        assertThat(content.part(SUBJECT)).contains(content.headline(SUBJECT));
        assertThat(content.title()).doesNotContain("\r", "\n");
        assertThat(template.fill(name -> "x", Optional.of("Mine")).title()).isEqualTo("Mine");
    }

    @Test
    void a_headline_is_one_short_line_and_never_empty() {
        assertThat(Content.of("", "a\u2028b\u0085c\u0000d").headline(SUBJECT)).isEqualTo("a b c d");
        assertThat(Content.of("", "").headline(SUBJECT)).isEqualTo("Notification");
        assertThat(Content.of("", "x".repeat(199) + "😀").headline(SUBJECT)).isEqualTo("x".repeat(199));
        assertThat(Content.of("t", "b").part(SMS)).isEmpty();
    }

    @Test
    void a_language_has_its_own_texts_and_the_parts_that_it_lacks_from_the_template() {
        Template template = Template.parse(
                        "Order {id}", "On the way", Map.of(SMS, "Order {id} is coming", SUBJECT, "About {id}"))
                .with(new Language("de"), Template.parse("Bestellung {id}", "Unterwegs", Map.of(SUBJECT, "Zu {id}")))
                .with(new Language("de-CH"), Template.parse("Bestellig {id}", "Underwägs"));
        Function<String, Content> in = tag -> template.in(new Language(tag)).fill(name -> "7", Optional.empty());
        assertThat(in.apply("de-AT").title()).isEqualTo("Bestellung 7");
        assertThat(in.apply("de-AT").part(SUBJECT)).contains("Zu 7");
        assertThat(in.apply("de-AT").part(SMS)).contains("Order 7 is coming");
        assertThat(in.apply("de-CH").part(SUBJECT)).contains("About 7");
        assertThat(in.apply("de-CH").body()).isEqualTo("Underwägs");
        assertThat(in.apply("fr").title()).isEqualTo("Order 7");
    }

    @Test
    void a_language_needs_no_value_that_the_template_does_not_need() {
        Template template = Template.parse("Order {id}", "Dear {name}");
        Language german = new Language("de");
        assertThat(template.with(german, Template.parse("Bestellung", "{name}"))
                        .in(german)
                        .placeholders())
                .containsExactly("name");
        assertThatThrownBy(() -> template.with(german, Template.parse("Bestellung {nr}", "Guten Tag")))
                .hasMessage("'de': '{nr}' is not a placeholder of the template itself");
        Template once = template.with(german, Template.parse("a", "b"));
        assertThatThrownBy(() -> once.with(new Language("DE"), Template.parse("a", "b")))
                .hasMessage("the language 'de' is given twice");
        assertThatThrownBy(() -> template.with(german, once)).hasMessageContaining("cannot have languages");
    }
}
