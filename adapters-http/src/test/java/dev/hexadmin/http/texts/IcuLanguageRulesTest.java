package dev.hexadmin.http.texts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.MessageTime;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IcuLanguageRulesTest {
    private static final String FILES = "{n, plural, one {# file} other {# files}}";
    private static final String ARABIC =
            "{n, plural, zero {zero #} one {one #} two {two #} few {few #} many {many #} other {other #}}";

    @ParameterizedTest
    @CsvSource({"0,zero 0", "1,one 1", "2,two 2", "3,few 3", "11,many 11", "100,other 100", "103,few 103"})
    void arabic_has_six_plural_forms(int n, String expected) {
        assertThat(GivenBundles.texts("ar", Map.of(FILES, ARABIC))
                        .in(new Language("ar"), Message.of(FILES).with("n", n)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"en | 1,234,567", "de | 1.234.567", "ar | 1,234,567"})
    void numbers_have_the_separators_of_the_language_and_digits_that_everyone_reads(String language, String expected) {
        assertThat(GivenBundles.texts(language.equals("en") ? "de" : language, Map.of())
                        .in(new Language(language), Message.of("{n}").with("n", 1_234_567)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | 28 Nov 2026, 08:49",
                "de | 28.11.2026, 08:49",
                "ja | 2026/11/28 8:49",
                "pt | 28 de nov. de 2026, 08:49"
            })
    void times_have_the_form_of_the_language(String language, String expected) {
        MessageTime at =
                new MessageTime(Instant.parse("2026-11-28T13:49:00Z").atZone(ZoneId.of("America/New_York")), false);

        assertThat(GivenBundles.texts(language.equals("en") ? "de" : language, Map.of())
                        .in(new Language(language), Message.of("{at}").with("at", at)))
                .isEqualTo(expected);
    }

    @Test
    void a_time_in_a_zone_that_is_not_the_readers_names_it() {
        MessageTime at = new MessageTime(Instant.parse("2026-11-28T13:49:00Z").atZone(ZoneId.of("UTC")), true);

        assertThat(Message.of("{at}").with("at", at).english()).isEqualTo("28 Nov 2026, 13:49 UTC");
    }
}
