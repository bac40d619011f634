package dev.hexadmin.http.panel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScaleTest {
    private static Scale scale(boolean whole, String... values) {
        return Scale.of(Stream.of(values).map(BigDecimal::new).toList(), whole);
    }

    private static List<String> ticks(Scale scale) {
        return scale.ticks().stream()
                .map(tick -> tick.stripTrailingZeros().toPlainString())
                .toList();
    }

    @Test
    void lines_are_at_round_numbers() {
        assertThat(ticks(scale(false, "4412", "1900"))).containsExactly("0", "1000", "2000", "3000", "4000", "5000");
        assertThat(ticks(scale(false, "0.7"))).containsExactly("0", "0.2", "0.4", "0.6", "0.8");
        assertThat(ticks(scale(false, "12"))).containsExactly("0", "2.5", "5", "7.5", "10", "12.5");
        assertThat(ticks(scale(true, "12"))).containsExactly("0", "5", "10", "15");
        assertThat(ticks(scale(true, "1"))).containsExactly("0", "1");
    }

    @Test
    void negative_values_are_below_a_line_at_zero() {
        assertThat(ticks(scale(false, "8", "-3"))).containsExactly("-5", "0", "5", "10");
        assertThat(scale(false, "8", "-3").at(BigDecimal.ZERO)).isEqualTo(1 / 3.0);
    }

    @Test
    void nothing_but_zeros_has_a_scale() {
        assertThat(ticks(scale(false, "0", "0.00"))).containsExactly("0", "1");
        assertThat(ticks(scale(false))).containsExactly("0", "1");
    }

    @Test
    void there_are_never_more_than_five_lines_and_every_value_is_between_them() {
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            BigDecimal value = BigDecimal.valueOf(random.nextLong(-1_000_000, 1_000_000), random.nextInt(-12, 13));
            BigDecimal other = BigDecimal.valueOf(random.nextLong(1_000), random.nextInt(-3, 4));
            Scale scale = Scale.of(List.of(value, other), i % 2 == 0);
            assertThat(scale.lines()).isBetween(1, 5);
            assertThat(scale.at(value)).as("%s and %s", value, other).isBetween(0.0, 1.0);
            assertThat(scale.at(other)).isBetween(0.0, 1.0);
            assertThat(scale.at(BigDecimal.ZERO)).isBetween(0.0, 1.0);
        }
    }
}
