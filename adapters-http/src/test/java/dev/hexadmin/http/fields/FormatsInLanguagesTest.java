package dev.hexadmin.http.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.files.FileSize;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localized;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatsInLanguagesTest {
    private static final FieldDefinition AT = ModelDefinition.builder("things")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("at", FieldType.DATETIME)
            .build()
            .fields()
            .get(1);

    private static <T> T in(String language, String zone, Supplier<T> work) {
        Localization localization =
                new Localization(new Language(language), ZoneId.of(zone), Localization.ENGLISH.texts());
        return Localized.where(() -> localization, work);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en      | 1,284.5  | -1,284 | 12,345.67 | 3.1_%  | €1,284.50    | -CHF_9.00
            de      | 1.284,5  | -1.284 | 12.345,67 | 3,1_%  | 1.284,50_€   | -9,00_CHF
            fr      | 1~284,5  | -1~284 | 12~345,67 | 3,1_%  | 1~284,50_€   | -9,00_CHF
            es      | 1284,5   | -1284  | 12.345,67 | 3,1_%  | 1284,50_€    | -9,00_CHF
            pt      | 1.284,5  | -1.284 | 12.345,67 | 3,1%   | €_1.284,50   | -CHF_9,00
            ja      | 1,284.5  | -1,284 | 12,345.67 | 3.1%   | €1,284.50    | -CHF_9.00
            zh-Hans | 1,284.5  | -1,284 | 12,345.67 | 3.1%   | €1,284.50    | -CHF_9.00
            """)
    void numbers_have_the_separators_of_the_language(
            String language,
            String number,
            String negative,
            String large,
            String percent,
            String euros,
            String francs) {
        assertThat(in(
                        language,
                        "UTC",
                        () -> List.of(
                                Formats.number("1284.5"),
                                Formats.number(-1284),
                                Formats.number("12345.67"),
                                Formats.percent(new BigDecimal("3.1")),
                                Formats.amount("1284.50", "EUR"),
                                Formats.amount("-9.00", "CHF"))))
                .containsExactly(
                        spaced(number),
                        spaced(negative),
                        spaced(large),
                        spaced(percent),
                        spaced(euros),
                        spaced(francs));
    }

    /** Spaces that do not break: wide as {@code _}, narrow as {@code ~}. */
    private static String spaced(String text) {
        return text.replace('_', '\u00a0').replace('~', '\u202f');
    }

    @Test
    void arabic_has_the_digits_0_to_9() {
        assertThat(in("ar", "UTC", () -> Formats.number("1284.5"))).isEqualTo("1,284.5");
        assertThat(in("ar", "UTC", () -> Formats.date("2026-11-22"))).isEqualTo("22\u200f/11\u200f/2026");
        assertThat(in("ar", "UTC", () -> Formats.moment("2026-11-22T15:04:05Z")))
                .startsWith("22\u200f/11\u200f/2026")
                .contains("3:04")
                .endsWith("م");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en      | 2 Nov 2026         | 2 Nov 2026, 09:04         | 2 Nov      | Nov 2026
            de      | 02.11.2026         | 02.11.2026, 09:04         | 2. Nov.    | Nov. 2026
            fr      | 2 nov. 2026        | 2 nov. 2026, 09:04        | 2 nov.     | nov. 2026
            es      | 2 nov 2026         | 2 nov 2026, 9:04          | 2 nov      | nov 2026
            pt      | 2 de nov. de 2026  | 2 de nov. de 2026, 09:04  | 2 de nov.  | nov. de 2026
            ja      | 2026/11/02         | 2026/11/02 9:04           | 11月2日    | 2026年11月
            zh-Hans | 2026年11月2日      | 2026年11月2日 09:04       | 11月2日    | 2026年11月
            """)
    void dates_have_the_medium_form_of_the_language(
            String language, String date, String moment, String day, String month) {
        LocalDate second = LocalDate.of(2026, 11, 2);
        assertThat(in(
                        language,
                        "UTC",
                        () -> List.of(
                                Formats.date("2026-11-02"),
                                Formats.moment("2026-11-02T09:04:05Z"),
                                Formats.moment(Instant.parse("2026-11-02T09:04:05Z")),
                                DateLabel.day(second),
                                DateLabel.month(second))))
                .containsExactly(date, moment, moment, day, month);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            de      | 13:38   | 13:38:07    | 1 Std., 30 Min.
            fr      | 13:38   | 13:38:07    | 1 h et 30 min
            ja      | 13:38   | 13:38:07    | 1 時間 30 分
            ar      | 1:38 م  | 1:38:07 م   | 1 س و30 د
            """)
    void times_and_durations_have_the_short_form_of_the_language(
            String language, String time, String seconds, String duration) {
        assertThat(in(
                        language,
                        "UTC",
                        () -> List.of(
                                plainSpaces(Formats.time("13:38:00.5")),
                                plainSpaces(Formats.time("13:38:07")),
                                plainSpaces(Formats.duration(Duration.ofMinutes(90))))))
                .containsExactly(time, seconds, duration);
        assertThat(in(language, "UTC", () -> Formats.duration(Duration.ofHours(-1))))
                .contains("-");
        assertThat(in(language, "UTC", () -> Formats.duration(Duration.ZERO))).contains("0");
    }

    private static String plainSpaces(String text) {
        return text.replace('\u00a0', ' ').replace('\u202f', ' ');
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "de", "es", "fr", "ja", "pt", "zh-Hans"})
    void scripts_know_the_names_in_the_patterns_of_dates(String language) {
        Map<String, List<String>> patterns = Formats.patterns(new Language(language));
        assertThat(patterns.get("months")).hasSize(12);
        assertThat(patterns.get("halves")).hasSize(2);
        assertThat(Stream.of("date", "moment", "time")
                        .flatMap(kind -> Objects.requireNonNull(patterns.get(kind)).stream())
                        .map(pattern -> pattern.replaceAll("'[^']*'", "").replaceAll("[^A-Za-z]", "")))
                .hasSize(5)
                .allMatch(letters -> letters.matches("(y|M{1,3}|[dHhms]{1,2}|[abB])+"));
        assertThat(Formats.patterns(Language.ENGLISH)).isEmpty();
    }

    @Test
    void moments_are_shown_in_the_zone_of_the_user() {
        assertThat(in("en", "Asia/Tokyo", () -> Formats.moment("2026-11-22T20:42:07Z")))
                .isEqualTo("23 Nov 2026, 05:42");
        assertThat(in("de", "Europe/Berlin", () -> Formats.momentWithSeconds("2026-07-22T22:42:07.125Z")))
                .isEqualTo("23.07.2026, 00:42:07,125");
        assertThat(in("en", "Europe/Berlin", () -> Formats.momentWithSeconds("2026-07-22T22:42:07Z")))
                .isEqualTo("23 Jul 2026, 00:42:07");
        assertThat(in("de", "UTC", () -> Formats.moment("no moment at all, but a text")))
                .startsWith("no moment");
    }

    @Test
    void sizes_and_ranges_follow_the_language() {
        assertThat(in("de", "UTC", () -> FileSize.of(1_229))).isEqualTo("1,2 KiB");
        assertThat(in("en", "UTC", () -> FileSize.of(1_229))).isEqualTo("1.2 KiB");
        LocalDate from = LocalDate.of(2026, 10, 24);
        assertThat(in("en", "UTC", () -> DateLabel.range(from, from.plusDays(6))))
                .isEqualTo("24 to 30 Oct 2026");
        assertThat(in("fr", "UTC", () -> DateLabel.range(from, from.plusDays(6))))
                .contains("24 oct. 2026")
                .contains("30 oct. 2026");
    }

    private static Object typed(String zone, String text, List<Violation> wrong) {
        return in("en", zone, () -> FieldViews.of(AT).typed(AT, text, wrong));
    }

    @Test
    void forms_show_and_read_moments_in_the_zone_of_the_user() {
        List<Violation> wrong = new ArrayList<>();
        assertThat(in("en", "Europe/Berlin", () -> FieldViews.of(AT).formText(AT, "2026-07-22T22:42:00Z")))
                .isEqualTo("2026-07-23T00:42");
        assertThat(typed("Europe/Berlin", "2026-07-23T00:42", wrong)).isEqualTo("2026-07-22T22:42:00Z");
        assertThat(typed("Europe/Berlin", "2026-07-23", wrong)).isEqualTo("2026-07-22T22:00:00Z");
        assertThat(typed("Europe/Berlin", "2026-07-23T00:42:01.5", wrong)).isEqualTo("2026-07-22T22:42:01.500Z");
        assertThat(typed("Europe/Berlin", "2026-07-23T00:42Z", wrong)).isEqualTo("2026-07-23T00:42Z");
        assertThat(typed("UTC", "2026-07-23T00:42", wrong)).isEqualTo("2026-07-23T00:42:00Z");
        assertThat(typed("Europe/Berlin", "tomorrow", wrong)).isEqualTo("tomorrow");
        assertThat(wrong).isEmpty();
        assertThat(in("en", "Europe/Berlin", () -> FieldViews.of(AT).note()))
                .isEqualTo("In the time zone Europe/Berlin.");
        assertThat(in("en", "UTC", () -> FieldViews.of(AT).note())).isEqualTo("In UTC.");
    }

    @Test
    void a_time_that_the_clocks_skip_is_refused_and_names_the_field() {
        List<Violation> wrong = new ArrayList<>();
        typed("Europe/Berlin", "2026-03-29T02:30", wrong);
        assertThat(wrong).singleElement().satisfies(violation -> {
            assertThat(violation.pointer()).isEqualTo("/at");
            assertThat(violation.code()).isEqualTo("no_such_time");
            assertThat(violation.text().english()).contains("Europe/Berlin");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-29T02:30", "2026-03-29 02:30:00", "29.03.2026 02:30"})
    void a_time_that_the_clocks_skip_is_refused_in_files(String cell) {
        List<Violation> wrong = new ArrayList<>();
        in("de", "Europe/Berlin", () -> FieldViews.of(AT).imported(AT, cell, NumberNotation.PLAIN, wrong));
        assertThat(wrong).extracting(Violation::code).containsExactly("no_such_time");
    }

    @Test
    void of_a_time_that_the_clocks_repeat_the_first_is_meant() {
        assertThat(typed("Europe/Berlin", "2026-10-25T02:30", new ArrayList<>()))
                .isEqualTo("2026-10-25T00:30:00Z");
        assertThat(typed("America/New_York", "2026-11-01T01:30", new ArrayList<>()))
                .isEqualTo("2026-11-01T05:30:00Z");
    }

    @Test
    void arabic_keeps_the_order_of_symbols_with_latin_letters() {
        assertThat(in("ar", "UTC", () -> Formats.amount("1284.50", "AUD"))).contains("\u2066AU$\u2069");
        assertThat(in("ar", "UTC", () -> Formats.sign("GBP"))).isEqualTo("\u2066UK£\u2069");
        assertThat(in("ar", "UTC", () -> Formats.amount("1284.50", "EUR"))).doesNotContain("\u2066");
        assertThat(in("de", "UTC", () -> Formats.sign("AUD"))).isEqualTo("AU$");
    }

    @Test
    void large_numbers_are_short_as_in_the_language() {
        Optional<String> euro = Optional.of("EUR");
        assertThat(in("ja", "UTC", () -> Formats.brief(new BigDecimal("25000"), Optional.empty())))
                .contains("2.5万");
        assertThat(in("de", "UTC", () -> Formats.brief(new BigDecimal("2500000"), euro)))
                .contains("2,5\u00a0Mio.\u00a0€");
        assertThat(Formats.brief(new BigDecimal("25000"), euro)).isEmpty();
    }

    @Test
    void a_number_of_a_widget_is_as_in_the_api_in_every_language() {
        Model model = ModelRegistry.of(List.of(ModelDefinition.builder("places")
                        .field("id", FieldType.INTEGER, field -> field.primaryKey())
                        .field("latitude", FieldType.DECIMAL, field -> field.widget("map"))
                        .field("height", FieldType.DECIMAL)
                        .build()))
                .model("places")
                .orElseThrow();
        BigDecimal value = new BigDecimal("52.520");
        List<Violation> wrong = new ArrayList<>();
        List<String> texts = in(
                "de",
                "UTC",
                () -> List.of(
                        FormFields.texts(model.fieldNamed("latitude"), value).getFirst(),
                        FormFields.texts(model.fieldNamed("height"), value).getFirst(),
                        String.valueOf(
                                FormFields.typed(model, model.fieldNamed("latitude"), List.of("52.520"), wrong))));
        assertThat(texts).containsExactly("52.520", "52,520", "52.520");
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "fr", "es", "pt", "zh-Hans", "ja", "ar"})
    void years_have_four_digits_as_imports_require(String language) {
        assertThat(in(language, "UTC", () -> Formats.date("0987-12-31"))).contains("0987");
        assertThat(in(language, "UTC", () -> Formats.moment("0001-01-02T03:04:05Z")))
                .contains("0001");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            de | PT0.000001S  | 0,000001 Sek.
            de | PT0.25S      | 0,25 Sek.
            de | PT1M1.5S     | 1 Min., 1,5 Sek.
            fr | PT0.25S      | 0,25 s
            """)
    void durations_have_the_fraction_of_their_seconds(String language, String duration, String text) {
        assertThat(in(language, "UTC", () -> plainSpaces(Formats.duration(Duration.parse(duration)))))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "pt", "zh-Hans", "ja", "ar"})
    void the_note_of_durations_has_one_full_stop(String language) {
        assertThat(in(language, "UTC", () -> new MomentViews.OfDuration().note()))
                .doesNotContain("..");
    }
}
