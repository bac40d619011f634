package dev.hexadmin.http.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
    private static final int HOSTILE = Markdown.LONGEST;

    @Test
    void a_page_has_paragraphs_lists_tables_and_tasks() {
        assertThat(Markdown.rendered("A **solid** ~~old~~ *crate*."))
                .contains("<strong>solid</strong>", "<del>old</del>");
        assertThat(Markdown.rendered("- one\n- two")).contains("<ul>", "<li>two</li>");
        assertThat(Markdown.rendered("|a|b|\n|-|-:|\n|1|2|")).contains("<table>", "<td align=\"right\">2</td>");
        assertThat(Markdown.rendered("- [x] sand\n- [ ] oil"))
                .contains("<span class=\"task\" role=\"img\" aria-label=\"Done\">☑</span>", "aria-label=\"To do\"")
                .doesNotContain("<input");
    }

    @Test
    void headings_go_down_one_level_at_a_time_below_that_of_the_page() {
        assertThat(Markdown.rendered("### Oiled\n# Built\n###### Deep\n###### Deeper"))
                .contains("<h2>Oiled</h2>", "<h2>Built</h2>", "<h3>Deep</h3>", "<h4>Deeper</h4>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "a <img src=x onerror=alert(1)> b",
                "<b onclick='x'>",
                "```<b>\n<script>\n```",
                "[a](<javascript:alert(1)>)",
                "[a](https://example.com/\"onmouseover=alert(1))",
                "[a](https://example.com 'x\" onclick=\"alert(1)')",
                "![a\"><script>](https://example.com/<script>)",
                "| <script> |\n|-|\n| <i hx-get='/'> |"
            })
    void html_is_text(String source) {
        assertThat(Markdown.rendered(source))
                .doesNotContainPattern("<(script|img|b |i |iframe)")
                .doesNotContain("\" on");
    }

    @ParameterizedTest
    @CsvSource({
        "[a](https://example.com/x), https://example.com/x",
        "[a](HTTP://example.com), HTTP://example.com",
        "[a](mailto:a@example.com), mailto:a@example.com",
        "<https://example.com>, https://example.com",
        "see https://example.com/y now, https://example.com/y",
        "![a](https://example.com/a.png), https://example.com/a.png"
    })
    void links_lead_to_the_web_and_to_mail_without_a_trace_of_the_panel(String source, String address) {
        assertThat(Markdown.rendered(source))
                .contains("<a href=\"" + address + "\" rel=\"noopener noreferrer nofollow\">")
                .doesNotContain("<img");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[a](javascript:alert(1))",
                "[a](JaVaScRiPt:alert(1))",
                "[a](&#106;avascript:alert(1))",
                "[a](data:text/html,x)",
                "[a](vbscript:x)",
                "[a](file:///etc/passwd)",
                "[a](/admin/logout)",
                "[a](//example.com)",
                "[a](\\\\example.com)",
                "![a](javascript:x)",
                "[a]: javascript:x\n\n[a]",
                "<javascript:x>"
            })
    void other_links_are_their_text(String source) {
        assertThat(Markdown.rendered(source)).doesNotContain("<a ").doesNotContain("href");
    }

    @Test
    void an_image_in_a_link_is_its_text() {
        assertThat(Markdown.rendered("[![logo](https://a.example/a.png)](https://b.example)"))
                .contains("rel=\"noopener noreferrer nofollow\">logo</a>")
                .containsOnlyOnce("<a ");
    }

    private static String comment(String source) {
        return Markdown.rendered(source, Map.of("ada", "Ada \"L\" <b>", "bob@example.com", "Bob"))
                .strip();
    }

    @Test
    void a_comment_marks_the_mentions_of_users() {
        assertThat(comment("Hello @Ada, **@ada**."))
                .isEqualTo("<p>Hello <bdi class=\"mention\" title=\"Ada &quot;L&quot; &lt;b&gt;\">@Ada</bdi>,"
                        + " <strong><bdi class=\"mention\" title=\"Ada &quot;L&quot;"
                        + " &lt;b&gt;\">@ada</bdi></strong>.</p>");
        assertThat(comment("|a|\n|-|\n|@ada|\n\n> ~~@ada~~\n\n- [x] @ada").split("class=\"mention\"", -1))
                .hasSize(4);
    }

    @Test
    void a_mention_with_a_whole_address_is_no_link() {
        assertThat(comment("@bob@example.com, write to bob@example.com"))
                .isEqualTo("<p><bdi class=\"mention\" title=\"Bob\">@bob@example.com</bdi>, write to <a"
                        + " href=\"mailto:bob@example.com\" rel=\"noopener noreferrer"
                        + " nofollow\">bob@example.com</a></p>");
        assertThat(comment("@eve@example.com.")).isEqualTo("<p>@eve@example.com.</p>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@eve",
                "x@ada",
                "\\@ada",
                "`@ada`",
                "```\n@ada\n```",
                "    @ada",
                "https://example.com/@ada",
                "<https://example.com/@ada>",
                "[a](https://example.com/@ada)"
            })
    void a_comment_marks_nothing_else(String source) {
        assertThat(comment(source)).doesNotContain("mention").contains("@");
    }

    @Test
    void an_image_of_a_comment_is_its_text_with_mentions() {
        assertThat(comment("![of @ada](https://example.com/a.png)")).contains(">of @ada</a>");
    }

    @Test
    void a_list_shows_one_line_without_marks() {
        assertThat(Markdown.plain("### Built\n\nA **solid**\n[crate](https://example.com).\n\n- one\n- two\n\n`x`"))
                .isEqualTo("Built A solid crate. one two x");
        assertThat(Markdown.plain("word ".repeat(1_000))).hasSizeLessThan(1_002).endsWith("…");
        assertThat(Markdown.plain("")).isEmpty();
    }

    @Test
    void a_long_text_is_shown_as_text() {
        String longest = "*".repeat(Markdown.LONGEST);
        FieldDefinition field =
                FieldDefinition.builder("story", FieldType.MARKDOWN).build("stories");
        assertThat(FieldViews.of(field).cell(field, longest).kind()).isEqualTo("markdown");
        assertThat(FieldViews.of(field).cell(field, longest + "a").kind()).isEqualTo("text");
        assertThatThrownBy(() -> Markdown.rendered(longest + "a")).isInstanceOf(IllegalArgumentException.class);
        String tasks = "- [ ] <b>\n".repeat(500);
        assertThat(FieldViews.of(field).cell(field, tasks).kind()).isEqualTo("markdown");
        assertThat(FieldViews.of(field).cell(field, tasks + "[").kind()).isEqualTo("text");
    }

    static Stream<String> hostile() {
        return Stream.of(
                        ">",
                        "> ",
                        "- ",
                        "1. ",
                        "[",
                        "![",
                        "![a](",
                        "[a](<b",
                        "]",
                        "*",
                        "**a ",
                        "*a _b ",
                        "*a **b ",
                        "~~a *",
                        "_",
                        "`",
                        "<",
                        "<!--",
                        "<?",
                        "<a b=\"",
                        "&",
                        "a@",
                        "@",
                        " @a",
                        "http://",
                        "www.",
                        "|",
                        "|\n|-",
                        "[a]: <b\n",
                        "[a]: b 'c\n",
                        "# ",
                        "\\",
                        "\t",
                        "- [ ] ")
                .flatMap(piece -> Stream.of(
                        repeated(piece, HOSTILE),
                        repeated(piece, (HOSTILE - 1) / 2) + "a" + repeated(mirrored(piece), (HOSTILE - 1) / 2)));
    }

    /** As often as it fits, within the limit of brackets. */
    private static String repeated(String piece, int length) {
        int each = (int) piece.chars().filter(one -> one == '[' || one == '<').count();
        return piece.repeat(Math.min(length / piece.length(), each == 0 ? length : Markdown.MOST_OPENINGS / each));
    }

    private static String mirrored(String piece) {
        return new StringBuilder(piece.replace('[', ']').replace('<', '>').replace('(', ')'))
                .reverse()
                .toString();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    @Timeout(120) // without the bounds it takes hours; a busy machine takes a while with them
    void hostile_texts_are_rendered_in_bounded_time_and_depth(String source) {
        assertThat(Markdown.rendered(source)).isNotNull();
        assertThat(comment(source)).isNotNull();
        assertThat(Markdown.plain(source.repeat(50))).isNotNull();
    }

    @Test
    void what_is_nested_too_deeply_keeps_its_text() {
        String rendered = Markdown.rendered("*a **b ".repeat(500) + "end" + "** *".repeat(500));
        assertThat(rendered).contains("end");
        assertThat(rendered.split("<em>|<strong>", -1)).hasSizeLessThan(110);
    }
}
