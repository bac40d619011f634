package dev.hexadmin.http.texts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.text.MessageBundles;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Panel;
import gg.jte.Content;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkupTest {
    private static final String EDIT = "You have hidden all. <layout>Edit the layout</layout> to show them.";

    @Test
    void elements_and_links_stand_where_the_text_has_them() {
        assertThat(html(Message.of("<strong>{who}</strong> ran <code>{what}</code>")
                        .with("who", "Ann")
                        .with("what", "ls")))
                .isEqualTo("<strong>Ann</strong> ran <code>ls</code>");
        assertThat(html(Message.of(EDIT).with("layout", "/admin/layout?a=1&b=2")))
                .isEqualTo(
                        "You have hidden all. <a href=\"/admin/layout?a=1&amp;b=2\">Edit the layout</a> to show them.");
    }

    @Test
    void a_translation_moves_a_link() {
        Localization german = german(EDIT, "Über <layout>Anordnung</layout> wieder zeigen.");
        assertThat(Localized.where(() -> german, () -> html(Message.of(EDIT).with("layout", "/l"))))
                .isEqualTo("Über <a href=\"/l\">Anordnung</a> wieder zeigen.");
    }

    @Test
    void content_stands_in_place_of_its_argument_as_often_as_the_text_names_it() {
        Content time = output -> output.writeContent("<time>now</time>");
        assertThat(html(Message.of("{when}, {n, plural, one {# day} other {# days}}, {when}")
                        .with("when", time)
                        .with("n", 2)))
                .isEqualTo("<time>now</time>, 2 days, <time>now</time>");
    }

    @Test
    void arguments_are_escaped_and_never_markup() {
        assertThat(html(Message.of("<strong>{who}</strong> & <layout>it</layout>")
                        .with("who", "<strong>x</strong><layout>\uE001 {n}")
                        .with("layout", "/l")))
                .isEqualTo(
                        "<strong>&lt;strong&gt;x&lt;/strong&gt;&lt;layout&gt;\uFFFD {n}</strong> &amp; <a href=\"/l\">it</a>");
        assertThat(html(Message.of("{inner}")
                        .with("inner", Message.of("a <code>{x}</code>").with("x", 1))))
                .isEqualTo("a &lt;code&gt;1&lt;/code&gt;");
    }

    @Test
    void unknown_elements_are_text_and_scripts_are_no_addresses() {
        assertThat(html(Message.of("<script>{x}</script> <go>there</go>")
                        .with("x", "1")
                        .with("go", "javascript:alert(1)")))
                .isEqualTo("&lt;script&gt;1&lt;/script&gt; <a href=\"\">there</a>");
    }

    private static String html(Message message) {
        return new String(
                Panel.html((output, interceptor, shown) -> Markup.markup(shown).writeTo(output), message),
                StandardCharsets.UTF_8);
    }

    private static Localization german(String english, String translation) {
        Language german = new Language("de");
        Texts texts = new Texts(
                new MessageBundles() {
                    @Override
                    public List<Language> languages() {
                        return List.of(german);
                    }

                    @Override
                    public Map<String, String> bundle(Language language) {
                        return Map.of(english, translation);
                    }
                },
                new IcuLanguageRules());
        return new Localization(german, ZoneOffset.UTC, texts);
    }
}
