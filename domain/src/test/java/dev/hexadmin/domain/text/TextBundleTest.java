package dev.hexadmin.domain.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TextBundleTest {
    private static final Language GERMAN = new Language("de");
    private static final Language CHINESE = new Language("zh-Hans");
    private static final MessageRules IN_GERMAN = new MessageRules() {
        @Override
        public Language language() {
            return GERMAN;
        }

        @Override
        public String plural(Number number) {
            return ENGLISH.plural(number);
        }

        @Override
        public String number(Number number) {
            return ENGLISH.number(number);
        }

        @Override
        public String translated(String text) {
            throw new AssertionError("a text of a program is not one of the product");
        }
    };

    private final Locale machine = Locale.getDefault();

    /** ResourceBundle falls back to the language of the machine, which has texts here. */
    @BeforeEach
    void speak_german() {
        Locale.setDefault(Locale.GERMANY);
    }

    @AfterEach
    void restore() {
        Locale.setDefault(machine);
    }

    private static TextBundle shop() {
        return TextBundle.of(locale -> ResourceBundle.getBundle("dev.hexadmin.domain.text.shop", locale));
    }

    @Test
    void a_label_has_the_text_of_each_language_that_has_a_file() {
        assertThat(shop().label("product"))
                .isEqualTo(new Label("Product", Map.of(GERMAN, "Gerät für Größe", CHINESE, "商品")));
    }

    @Test
    void a_language_without_the_text_shows_that_without_a_language() {
        Label help = shop().label("product.help");

        assertThat(help.in(GERMAN)).isEqualTo("It's sold");
        assertThat(help.in(CHINESE)).isEqualTo("It's sold");
        assertThat(help.in(new Language("fr"))).isEqualTo("It's sold");
    }

    @Test
    void a_message_has_arguments_and_plural_forms_in_each_language() {
        Message left = shop().message("left").with("left", 1);

        assertThat(left.english()).isEqualTo("1 is left.");
        assertThat(MessageSyntax.render(left, IN_GERMAN)).isEqualTo("Noch 1 Stück.");
        assertThat(Message.of("{left} !").with("left", left).english()).isEqualTo("1 is left. !");
    }

    @Test
    void a_misspelt_key_is_refused_with_the_nearest_one() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shop().label("produkt"))
                // a bundle of a named module does not say what it is called
                .withMessageMatching(
                        "there is no text 'produkt' in (the texts|dev\\.hexadmin.*\\.shop); did you mean 'product'\\?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shop().message("lefd"))
                .withMessageContaining("did you mean 'left'?");
    }

    @Test
    void a_translation_that_could_not_be_shown_is_refused_when_the_message_is_made() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shop().message("wrong"))
                .withMessageContaining(" (de) has the argument {lefft}, which that in ")
                .withMessageEndingWith(" does not have; did you mean 'left'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shop().message("broken"))
                .withMessageStartingWith("the text 'broken' in ");
    }

    @Test
    void there_has_to_be_a_bundle_without_a_language() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        TextBundle.of(locale -> ResourceBundle.getBundle("dev.hexadmin.domain.text.german", locale)))
                .withMessageEndingWith(" (de), but none without a language, such as messages.properties");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> TextBundle.of(locale -> ResourceBundle.getBundle("dev.hexadmin.domain.text.shp", locale)))
                .withMessageContaining("dev.hexadmin.domain.text.shp");
    }

    @Test
    void a_program_may_make_its_bundles_itself() {
        TextBundle own = TextBundle.of(locale -> switch (locale.getLanguage()) {
            case "" -> read("k = Root");
            case "ja" -> read("k = 根");
            default -> throw new MissingResourceException("none", "own", locale.toLanguageTag());
        });

        assertThat(own.label("k")).isEqualTo(new Label("Root", Map.of(new Language("ja"), "根")));
    }

    private static ResourceBundle read(String properties) {
        try {
            return new PropertyResourceBundle(new StringReader(properties));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
