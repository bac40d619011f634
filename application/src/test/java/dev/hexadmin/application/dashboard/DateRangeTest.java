package dev.hexadmin.application.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.dashboard.DateRange.Bucket;
import dev.hexadmin.application.dashboard.DateRange.Preset;
import dev.hexadmin.domain.models.Violation;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DateRangeTest {
    private static final LocalDate LEAP_DAY = LocalDate.of(2024, 2, 29);

    private static DateRange range(String from, String to) {
        return new DateRange(LocalDate.parse(from), LocalDate.parse(to));
    }

    private static List<String> texts(List<LocalDate> days) {
        return days.stream().map(LocalDate::toString).toList();
    }

    @Test
    void presets_end_on_the_last_day() {
        assertThat(Preset.DAYS_7.endingOn(LEAP_DAY).from()).isEqualTo("2024-02-23");
        assertThat(Preset.DAYS_30.endingOn(LEAP_DAY).days()).isEqualTo(30);
        assertThat(Preset.DAYS_90.endingOn(LEAP_DAY).from()).isEqualTo("2023-12-02");
        assertThat(Preset.MONTHS_12.endingOn(LEAP_DAY))
                .isEqualTo(new DateRange(
                        LocalDate.of(2023, 3, 1), LEAP_DAY, Optional.of(Preset.MONTHS_12), ZoneOffset.UTC));
    }

    @Test
    void the_length_decides_the_buckets() {
        assertThat(range("2026-01-01", "2026-02-14").bucket()).isEqualTo(Bucket.DAY);
        assertThat(range("2026-01-01", "2026-02-15").bucket()).isEqualTo(Bucket.WEEK);
        assertThat(range("2026-01-01", "2026-07-19").bucket()).isEqualTo(Bucket.WEEK);
        assertThat(range("2026-01-01", "2026-07-20").bucket()).isEqualTo(Bucket.MONTH);
    }

    @Test
    void weeks_begin_on_monday_and_the_ends_are_cut() {
        DateRange weeks = range("2026-01-01", "2026-02-20"); // from a Thursday to a Friday
        assertThat(texts(weeks.starts()))
                .startsWith("2026-01-01", "2026-01-05", "2026-01-12")
                .endsWith("2026-02-16");
        assertThat(weeks.starts()).hasSameSizeAs(weeks.previousStarts());
        assertThat(weeks.previousStarts().getFirst()).isEqualTo("2025-11-11");
        assertThat(weeks.previous()).isEqualTo(range("2025-11-11", "2025-12-31"));
    }

    @Test
    void every_day_of_february_in_a_leap_year_has_a_bucket() {
        assertThat(texts(range("2024-02-27", "2024-03-01").starts()))
                .containsExactly("2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01");
        assertThat(range("2024-02-29", "2024-02-29").previous()).isEqualTo(range("2024-02-28", "2024-02-28"));
    }

    @Test
    void twelve_months_are_compared_with_the_same_months_a_year_before() {
        DateRange year = Preset.MONTHS_12.endingOn(LEAP_DAY);
        assertThat(texts(year.starts())).hasSize(12).startsWith("2023-03-01").endsWith("2024-02-01");
        assertThat(texts(year.previousStarts()))
                .hasSize(12)
                .startsWith("2022-03-01")
                .endsWith("2023-02-01");
        assertThat(year.previous()).isEqualTo(range("2022-03-01", "2023-02-28"));
    }

    @Test
    void a_range_that_is_backwards_or_too_long_is_refused() {
        assertThatThrownBy(() -> range("2026-01-02", "2026-01-01")).isInstanceOf(IllegalArgumentException.class);
        assertThat(range("2021-01-01", "2026-01-01").days()).isEqualTo(DateRange.MOST_DAYS);
        assertThatThrownBy(() -> range("2021-01-01", "2026-01-02")).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> wrong(String... pairs) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            parameters.put(pairs[i], pairs[i + 1]);
        }
        try {
            RangeRequest.of(parameters);
            return List.of();
        } catch (RequestRejectedException refused) {
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
            return refused.violations().stream().map(Violation::pointer).toList();
        }
    }

    @Test
    void a_request_names_a_preset_or_days() {
        assertThat(RangeRequest.of(Map.of()).resolve(Preset.DAYS_7, LEAP_DAY))
                .isEqualTo(Preset.DAYS_7.endingOn(LEAP_DAY));
        assertThat(RangeRequest.of(Map.of("period", "12m")).resolve(Preset.DAYS_7, LEAP_DAY))
                .isEqualTo(Preset.MONTHS_12.endingOn(LEAP_DAY));
        assertThat(RangeRequest.of(Map.of("from", "2026-01-01", "to", "2026-01-01"))
                        .resolve(Preset.DAYS_7, LEAP_DAY))
                .isEqualTo(range("2026-01-01", "2026-01-01"));
        assertThat(wrong("period", "30d")).isEmpty();
    }

    @Test
    void a_request_names_a_time_zone_which_the_range_before_has_too() {
        DateRange range =
                RangeRequest.of(Map.of("period", "7d", "tz", "Asia/Tokyo")).resolve(Preset.DAYS_30, LEAP_DAY);
        assertThat(range).isEqualTo(Preset.DAYS_7.endingOn(LEAP_DAY).in(ZoneId.of("Asia/Tokyo")));
        assertThat(range.previous().zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(wrong("tz", "Mars/Base")).containsExactly("?tz");
    }

    @Test
    void each_error_of_a_request_names_its_parameter() {
        assertThat(wrong("period", "31d")).containsExactly("?period");
        assertThat(wrong("period", "")).containsExactly("?period");
        assertThat(wrong("from", "2026-02-30", "to", "x")).containsExactly("?from", "?to");
        assertThat(wrong("from", "+10000-01-01", "to", "0999-12-31")).containsExactly("?from", "?to");
        assertThat(wrong("from", "2026-01-01")).containsExactly("?to");
        assertThat(wrong("to", "2026-01-01")).containsExactly("?from");
        assertThat(wrong("from", "2026-01-02", "to", "2026-01-01")).containsExactly("?to");
        assertThat(wrong("from", "2020-01-01", "to", "2026-01-01")).containsExactly("?to");
        assertThat(wrong("from", "2026-01-01", "to", "2026-01-02", "period", "7d"))
                .containsExactly("?period");
        assertThat(wrong("until", "2026-01-01")).containsExactly("?until");
    }
}
