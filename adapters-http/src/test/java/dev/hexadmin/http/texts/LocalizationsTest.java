package dev.hexadmin.http.texts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalizationsTest {
    private static final Localizations LOCALIZATIONS = new Localizations(new Texts(
            new GivenBundles(Map.of(
                    new Language("de"), Map.of(), new Language("ar"), Map.of(), new Language("zh-Hans"), Map.of())),
            new IcuLanguageRules()));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de | de",
                "de-AT | de",
                "zh-CN | zh-Hans",
                "DE | de",
                "ar, de;q=0.5 | ar",
                "de;q=0.3, ar;q=0.8 | ar",
                "fr, de;q=0.1 | de",
                "en-GB, de;q=0.9 | en",
                "fr | en",
                "tlh | en",
                "* | en",
                "'' | en",
                "de;q=much | en",
                ";;;=, | en",
            })
    void a_request_gets_the_best_language_for_its_header_and_english_otherwise(String header, String language) {
        assertThat(LOCALIZATIONS
                        .of(Optional.empty(), Optional.empty(), Optional.of(header))
                        .language()
                        .tag())
                .isEqualTo(language);
    }

    @Test
    void a_header_that_is_too_long_is_not_read() {
        assertThat(LOCALIZATIONS
                        .of(Optional.empty(), Optional.empty(), Optional.of("de" + ",fr".repeat(1_000)))
                        .language())
                .isEqualTo(Language.ENGLISH);
    }

    @Test
    void the_choice_of_the_user_is_stronger_than_the_header() {
        assertThat(LOCALIZATIONS
                        .of(Optional.of(new Language("ar")), Optional.empty(), Optional.of("de"))
                        .language()
                        .tag())
                .isEqualTo("ar");
    }
}
