package dev.hexadmin.http.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedNumberTest {
    private static final Map<String, TypedNumber> LANGUAGES = Map.of(
            "en", new TypedNumber(".", ","),
            "de", new TypedNumber(",", "."),
            "fr", new TypedNumber(",", "\u202f"),
            "ch", new TypedNumber(".", "\u2019"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "en|2.5|2.5",
                "en|1234|1234",
                "en|1,234.50|1234.50",
                "en|-1,234,567|-1234567",
                "en|2,5|2,5",
                "en|1,23,456|1,23,456",
                "en|1e3|1e3",
                "en|2.5e-7|2.5e-7",
                "de|2,5|2.5",
                "de|-0,125|-0.125",
                "de|2.5|2.5",
                "de|1.2345|1.2345",
                "de|1234.567|1234.567",
                "de|1.234,5|1234.5",
                "de|1.234.567|1234567",
                "de|2,5E-7|2.5E-7",
                "de|\u22122,5|-2.5",
                "de|1,234.5|1,234.5",
                "de|2,|2,",
                "de|zwei|zwei",
                "fr|1 234,5|1234.5",
                "fr|1\u00a0234|1234",
                "fr|1.234|1.234",
                "ch|1'234.5|1234.5",
                "ch|1\u2019234|1234",
                "en|\u0663\u066b\u0665|3.5",
                "en|\u0661\u066c\u0662\u0663\u0664\u066b\u0665|1234.5",
                "en|\u061c-\u0663|-3"
            })
    void a_number_is_read_as_its_language_writes_it(String language, String typed, String canonical) {
        assertThat(LANGUAGES.get(language).read(typed, false)).hasValue(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"en|1,234|1234", "de|1.234|1234", "de|-12.345|-12345"})
    void a_separator_that_may_be_either_is_that_of_groups_in_whole_numbers_only(
            String language, String typed, String whole) {
        assertThat(LANGUAGES.get(language).read(typed, true)).hasValue(whole);
        assertThat(LANGUAGES.get(language).read(typed, false)).isEmpty();
    }
}
