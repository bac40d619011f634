package dev.hexadmin.domain.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTest {
    @ParameterizedTest
    @CsvSource({
        "de, de",
        "DE-at, de-AT",
        "zh-hans, zh-Hans",
        "iw, he",
        "sl-rozaj-biske, sl-rozaj-biske",
        "i-klingon, tlh"
    })
    void a_tag_is_stored_in_its_canonical_form(String tag, String canonical) {
        assertThat(new Language(tag).tag()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "de_AT",
                "de-",
                "de--AT",
                "de-!!",
                "d",
                "english-language-x",
                "und",
                "x-private",
                "de-a",
                "de\n",
                "de-x-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaa"
            })
    void other_texts_are_not_tags(String tag) {
        assertThat(Language.isTag(tag)).isFalse();
        assertThatThrownBy(() -> new Language(tag)).isInstanceOf(IllegalArgumentException.class);
    }

    /** RFC 4647, section 3.4: subtags are removed from the end, and a single letter with the one that it begins. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            de              | de
            de-AT           | de
            de-CH-1996      | de-CH
            zh-Hant-CN-x-a  | zh-Hant
            zh-Hans         | zh
            en-u-ca-gregory | en
            pt              |
            fr              |
            """)
    void the_most_specific_language_is_found(String wanted, String found) {
        Map<Language, String> offered = new HashMap<>();
        for (String tag : new String[] {"de", "de-CH", "zh", "zh-Hant", "en", "pt-BR"}) {
            offered.put(new Language(tag), tag);
        }
        assertThat(new Language(wanted).lookup(offered).orElse(null)).isEqualTo(found);
        assertThat(new Label("own", offered).in(new Language(wanted))).isEqualTo(found == null ? "own" : found);
    }
}
