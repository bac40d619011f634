package dev.hexadmin.http.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldStyle;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.http.files.FileSize;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatsTest {
    private static FieldStyle style(String unit, String currency) {
        FieldDefinition.Builder field = FieldDefinition.builder("amount", FieldType.DECIMAL);
        if (!unit.isEmpty()) {
            field.unit(unit);
        }
        if (!currency.isEmpty()) {
            field.currency(currency);
        }
        return field.build("t").style();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-22|22 Nov 2026",
                "0001-01-01|1 Jan 0001",
                "2026-13-22|2026-13-22",
                "+10000-01-01|+10000-01-01"
            })
    void a_date_has_one_form_and_other_texts_stay(String iso, String shown) {
        assertThat(Formats.date(iso)).isEqualTo(shown);
    }

    @Test
    void a_moment_is_the_same_from_its_text_and_from_its_instant() {
        String text = "2026-11-02T09:05:59.5Z";
        assertThat(Formats.moment(text)).isEqualTo("2 Nov 2026, 09:05").isEqualTo(Formats.moment(Instant.parse(text)));
        assertThat(Formats.moment("tomorrow")).isEqualTo("tomorrow");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "999|999",
                "-999|-999",
                "7492.20|7,492.20",
                "-1000|-1,000",
                "12345|12,345",
                "-1234567.5|-1,234,567.5",
                "0.00001|0.00001",
                "1E+400|1E+400",
                "12345678E+3|12345678E+3"
            })
    void numbers_are_grouped_from_four_digits_on(String plain, String shown) {
        assertThat(Formats.number(plain)).isEqualTo(shown);
    }

    @Test
    void counts_and_shares_have_the_same_form() {
        assertThat(Formats.number(10_000L)).isEqualTo("10,000");
        assertThat(Formats.number(Long.MIN_VALUE)).isEqualTo("-9,223,372,036,854,775,808");
        assertThat(Formats.percent(new BigDecimal("3.14"))).isEqualTo("3.1\u00a0%");
        assertThat(Formats.percent(new BigDecimal("1234.56"))).isEqualTo("1,234.6\u00a0%");
    }

    @Test
    void a_moment_with_seconds_tells_two_changes_of_a_minute_apart() {
        assertThat(Formats.momentWithSeconds("2026-11-02T09:05:59.5Z")).isEqualTo("2 Nov 2026, 09:05:59.5");
        assertThat(Formats.momentWithSeconds("2026-11-02T09:05:07Z")).isEqualTo("2 Nov 2026, 09:05:07");
        assertThat(Formats.momentWithSeconds("never")).isEqualTo("never");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-02T09:05:00Z|2 Nov 2026, 09:05",
                "2026-11-02T09:05:00.5Z|2 Nov 2026, 09:05",
                "2026-11-02T09:05:07.5Z|2 Nov 2026, 09:05:07",
                "2026-11-02T09:05|2 Nov 2026, 09:05",
                "never|never"
            })
    void a_moment_of_a_record_has_seconds_where_they_are_not_0(String iso, String shown) {
        assertThat(Formats.momentOfRecord(iso)).isEqualTo(shown);
        FieldDefinition at = FieldDefinition.builder("at", FieldType.DATETIME).build("t");
        assertThat(FieldViews.of(at).cell(at, iso).text()).isEqualTo(shown);
        assertThat(FieldViews.of(at).listed(at, iso).text()).isEqualTo(shown.replace(":07", ""));
    }

    @ParameterizedTest
    @CsvSource({"09:05:00, 09:05", "09:05, 09:05", "09:05:07, 09:05:07", "09:05:07.25, 09:05:07", "noon, noon"})
    void a_time_has_seconds_where_they_are_not_0(String iso, String shown) {
        FieldDefinition opens = FieldDefinition.builder("opens", FieldType.TIME).build("t");
        assertThat(FieldViews.of(opens).cell(opens, iso).text()).isEqualTo(shown);
        assertThat(FieldViews.of(opens).filtered(opens, iso)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "PT1H30M, 1_h 30_min",
        "-PT1H, -1_h",
        "P1DT2H30M, 1_d 2_h 30_min",
        "PT0S, 0_s",
        "PT0.5S, 0.5_s",
        "P1234D, '1,234_d'",
        "-PT90M, -1_h 30_min"
    })
    void a_duration_is_shown_with_units(String iso, String shown) {
        FieldDefinition length =
                FieldDefinition.builder("length", FieldType.DURATION).build("t");
        FieldView view = FieldViews.of(length);
        String text = shown.replace('_', '\u00a0');
        assertThat(view.cell(length, Duration.parse(iso)).text()).isEqualTo(text);
        assertThat(view.filtered(length, iso)).isEqualTo(text);
        assertThat(view.formText(length, iso)).isEqualTo(iso);
        assertThat(view.filtered(length, "long")).isEqualTo("long");
        assertThat(view.note()).contains("P1DT2H30M", "1\u00a0d 2\u00a0h 30\u00a0min");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/pdf text/plain|PDF or text files",
                "image/jpeg image/png|JPEG or PNG",
                "image/*|images",
                "text/plain text/*|text files",
                "font/*|font files",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document application/msword text/csv|Word or CSV",
                "application/vnd.example|application/vnd.example"
            })
    void types_of_files_are_named_as_people_name_them(String types, String shown) {
        assertThat(FileSize.types(List.of(types.split(" ", -1)))).isEqualTo(shown);
    }

    @Test
    void a_number_stands_with_its_unit_or_its_currency() {
        assertThat(Formats.number("12.5", style("kg", ""))).isEqualTo("12.5\u00a0kg");
        assertThat(Formats.number("1284.50", style("", "EUR"))).isEqualTo("€1,284.50");
        assertThat(Formats.number("-1284.50", style("", "EUR"))).isEqualTo("-€1,284.50");
        assertThat(Formats.number("9.00", style("", "CHF"))).isEqualTo("CHF\u00a09.00");
        assertThat(Formats.amount("-1284.50", "JPY")).isEqualTo("-¥1,284.50");
        assertThat(Formats.amount("5.00", "CAD")).isEqualTo("CA$5.00");
    }

    @Test
    void a_value_of_an_enum_has_the_mark_of_its_colour() {
        FieldDefinition status = FieldDefinition.builder("status", FieldType.ENUM)
                .values(List.of("new", "in_transit", "lost"))
                .colours(Map.of("new", Hue.GREY, "lost", Hue.RED))
                .build("t");
        FieldView view = FieldViews.of(status);
        assertThat(view.cell(status, "new")).isEqualTo(FieldView.Content.of("dot grey ring", "New"));
        assertThat(view.cell(status, "lost")).isEqualTo(FieldView.Content.of("dot red stop", "Lost"));
        assertThat(view.cell(status, "in_transit")).isEqualTo(FieldView.Content.of("text", "In transit"));
    }

    @Test
    void a_key_and_a_year_are_not_grouped() {
        FieldDefinition year =
                FieldDefinition.builder("year", FieldType.INTEGER).build("t");
        assertThat(FieldViews.of(year).cell(year, 2026L).text()).isEqualTo("2026");
        assertThat(FieldViews.of(year).filtered(year, "2026")).isEqualTo("2026");
        FieldDefinition key =
                FieldDefinition.builder("id", FieldType.INTEGER).primaryKey().build("t");
        FieldDefinition stock =
                FieldDefinition.builder("stock", FieldType.DECIMAL).build("t");
        assertThat(FieldViews.of(key).cell(key, 123456L).text()).isEqualTo("123456");
        assertThat(FieldViews.of(stock).cell(stock, new BigDecimal("123456")).text())
                .isEqualTo("123,456");
    }
}
