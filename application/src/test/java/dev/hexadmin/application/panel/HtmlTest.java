package dev.hexadmin.application.panel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTest {
    private static final String HOSTILE = "<script>alert('1')</script>\" onclick=\"x & \0";

    @Test
    void a_text_is_never_markup() {
        assertThat(Html.text(HOSTILE).markup())
                .isEqualTo("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&#34; onclick=&#34;x &amp; \uFFFD");
        assertThat(Html.element("p", Map.of("title", HOSTILE), Html.text(HOSTILE))
                        .markup())
                .doesNotContain("<script", "\" onclick");
    }

    @Test
    void elements_are_put_together_in_the_order_of_their_parts() {
        assertThat(Html.element(
                                "p",
                                Map.of("class", "a", "aria-label", "b"),
                                Html.text("One "),
                                Html.link("/admin/products/1", "Lamp"),
                                Html.element("br"),
                                Html.element("input", Map.of("name", "n", "required", "", "value", "")))
                        .markup())
                .isEqualTo("<p aria-label=\"b\" class=\"a\">One <a href=\"/admin/products/1\">Lamp</a><br>"
                        + "<input name=\"n\" required value=\"\"></p>");
        assertThat(Html.of(Html.NOTHING, Html.trusted("<i>a</i>")).markup()).isEqualTo("<i>a</i>");
        assertThat(Html.NOTHING.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"script", "SCRIPT", "style", "iframe", "object", "base", "link", "meta", "p onclick=x", "", "p>"
            })
    void an_element_that_runs_or_loads_something_is_rejected(String name) {
        assertThatThrownBy(() -> Html.element(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onclick", "onClick", "style", "srcdoc", "hx-get", "a b", "a=b", "\"", ""})
    void an_attribute_that_runs_something_is_rejected(String name) {
        assertThatThrownBy(() -> Html.element("p", Map.of(name, "x"))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JavaScript:alert(1)",
                " javascript:alert(1)",
                "java\nscript:alert(1)",
                "\u0001javascript:alert(1)",
                "data:text/html,<script>",
                "vbscript:x",
            })
    void an_address_that_runs_something_is_rejected(String address) {
        assertThatThrownBy(() -> Html.link(address, "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Html.element("button", Map.of("formaction", address)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/products/1?a=b:c",
                "https://example.com/",
                "HTTP://example.com",
                "mailto:a@example.com",
                "tel:+15017122661",
                "?page=2",
                "#part",
                "products/a:b",
                "report",
            })
    void an_address_of_a_page_is_taken(String address) {
        assertThat(Html.link(address, "x").markup()).startsWith("<a href=\"");
    }

    @Test
    void an_element_without_content_takes_none() {
        assertThatThrownBy(() -> Html.element("br", Html.text("x"))).hasMessage("the element 'br' has no content");
    }

    @ParameterizedTest
    @CsvSource({"Stock", "stock_take", "/stock", "stock/", "api", "api/stock", "static", "stock..take", "''"})
    void a_path_of_a_page_has_a_form(String path) {
        assertThatThrownBy(() -> PanelPage.at(path)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_file_has_a_name_and_is_there() {
        assertThatThrownBy(() -> new PanelFile("../a.css", new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PanelFile("a.html", new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PanelFile.of("a.css", null)).hasMessage("there is no resource 'a.css'");
    }
}
