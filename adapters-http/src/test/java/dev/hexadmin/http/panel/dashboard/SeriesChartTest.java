package dev.hexadmin.http.panel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.panel.dashboard.SeriesChart.Point;
import dev.hexadmin.http.panel.dashboard.SeriesChart.Size;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeriesChartTest {
    private static SeriesChart chart(Size size, boolean bars, boolean compared, String... values) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            BigDecimal value = new BigDecimal(values[i]);
            points.add(new Point(value, value.add(BigDecimal.ONE), "day " + i, "day " + i + ": " + value, value + "!"));
        }
        return SeriesChart.of(size, points, bars, compared, false, BigDecimal::toPlainString);
    }

    private static void everythingIsInside(SeriesChart chart) {
        Stream<String> pairs = Stream.of(
                        chart.paths().plot(),
                        chart.paths().then(),
                        chart.paths().under())
                .flatMap(path -> Pattern.compile("[-0-9.]+,[-0-9.]+")
                        .matcher(path)
                        .results()
                        .map(found -> found.group()));
        pairs.forEach(pair -> {
            assertThat(Double.parseDouble(pair.split(",")[0])).as(pair).isBetween(0.0, (double) chart.width());
            assertThat(Double.parseDouble(pair.split(",")[1])).as(pair).isBetween(0.0, (double) chart.height());
        });
        for (SeriesChart.Bar bar : chart.bars()) {
            double left = Double.parseDouble(bar.x());
            double top = Double.parseDouble(bar.y());
            assertThat(left).isNotNegative();
            assertThat(left + Double.parseDouble(bar.width())).isLessThanOrEqualTo(chart.width());
            assertThat(top).isNotNegative();
            assertThat(top + Double.parseDouble(bar.height())).isLessThanOrEqualTo(chart.height());
        }
        assertThat(chart.lines().size()).isBetween(2, 6);
        assertThat(chart.lines().stream().filter(SeriesChart.GridLine::base)).hasSize(1);
    }

    @Test
    void lines_and_bars_of_any_values_are_inside_of_both_sizes() {
        String[] many = Stream.iterate(0, i -> i + 1)
                .limit(45)
                .map(i -> Integer.toString(i % 7 - 2))
                .toArray(String[]::new);
        for (Size size : List.of(Size.NARROW, Size.of(3), Size.of(8), Size.of(12))) {
            for (boolean bars : new boolean[] {true, false}) {
                everythingIsInside(chart(size, bars, true, many));
                everythingIsInside(chart(size, bars, false, "5"));
                everythingIsInside(chart(size, bars, true, "-5", "-6"));
                everythingIsInside(chart(size, bars, false, "0", "0"));
                assertThat(chart(size, bars, true, many).labels().size()).isLessThanOrEqualTo(size.labels());
            }
        }
    }

    @Test
    void the_range_before_is_a_second_line() {
        SeriesChart line = chart(Size.of(8), false, true, "1", "2", "3");
        assertThat(line.paths().plot())
                .startsWith("M")
                .isNotEqualTo(line.paths().then());
        assertThat(line.paths().then().split(" ", -1)).hasSize(3);
        assertThat(line.bars()).isEmpty();
        SeriesChart bars = chart(Size.of(8), true, false, "1", "2", "3");
        assertThat(bars.paths().plot()).isEmpty();
        assertThat(bars.paths().then()).isEmpty();
        assertThat(bars.bars()).extracting(SeriesChart.Bar::title).containsExactly("day 0: 1", "day 1: 2", "day 2: 3");
    }

    @Test
    void the_peak_is_labelled_and_its_label_stays_inside() {
        assertThat(chart(Size.of(8), false, false, "1", "9", "3")
                        .peak()
                        .orElseThrow()
                        .label())
                .extracting(SeriesChart.Label::text, SeriesChart.Label::anchor)
                .containsExactly("9!", "middle");
        assertThat(chart(Size.of(8), false, false, "9", "1")
                        .peak()
                        .orElseThrow()
                        .label()
                        .anchor())
                .isEqualTo("start");
        assertThat(chart(Size.of(8), false, false, "1", "1000000000")
                        .peak()
                        .orElseThrow()
                        .label()
                        .anchor())
                .isEqualTo("end");
        assertThat(chart(Size.of(8), false, false, "0", "0").peak()).isEmpty();
    }

    @Test
    void groups_have_shares_and_arcs_that_make_a_ring() {
        List<GroupsChart.Slice> slices = Stream.of("812", "153", "0", "35")
                .map(value -> new GroupsChart.Slice("x", "", new BigDecimal(value), value, "", ""))
                .toList();
        List<GroupsChart.Part> parts = GroupsChart.parts(slices, true);
        assertThat(parts)
                .extracting(GroupsChart.Part::share)
                .containsExactly("81.2\u00A0%", "15.3\u00A0%", "0.0\u00A0%", "3.5\u00A0%");
        assertThat(parts.get(2).arc().dashes()).as("nothing to draw").isEmpty();
        assertThat(parts).extracting(GroupsChart.Part::length).containsExactly("100.0", "18.8", "0.0", "4.3");
        assertThat(parts.getLast().arc().offset()).isEqualTo("-351.7");
        List<GroupsChart.Part> negative = GroupsChart.parts(
                List.of(
                        new GroupsChart.Slice("a", "", new BigDecimal("4"), "4", "green", "green"),
                        new GroupsChart.Slice("b", "", new BigDecimal("-2"), "-2", "", "")),
                true);
        assertThat(negative).extracting(part -> part.arc().dashes()).containsOnly("");
        assertThat(negative).extracting(part -> part.look().tone()).containsExactly("green", "shade-2");
    }

    @Test
    void the_bar_of_all_others_has_the_scale_of_the_rest_and_is_cut_where_it_would_dwarf_them() {
        List<GroupsChart.Part> parts = GroupsChart.parts(
                List.of(
                        new GroupsChart.Slice("a", "", new BigDecimal("40"), "40", "", ""),
                        new GroupsChart.Slice("b", "", new BigDecimal("10"), "10", "", ""),
                        new GroupsChart.Slice("Other", "", new BigDecimal("900"), "900", GroupsChart.OTHER, "")),
                false);
        assertThat(parts).extracting(GroupsChart.Part::length).containsExactly("100.0", "25.0", "100.0");
        assertThat(parts).extracting(GroupsChart.Part::cut).containsExactly(false, false, true);
        List<GroupsChart.Part> small = GroupsChart.parts(
                List.of(
                        new GroupsChart.Slice("a", "", new BigDecimal("40"), "40", "", ""),
                        new GroupsChart.Slice("Other", "", new BigDecimal("20"), "20", GroupsChart.OTHER, "")),
                false);
        assertThat(small).extracting(GroupsChart.Part::length).containsExactly("100.0", "50.0");
        assertThat(small).extracting(GroupsChart.Part::cut).containsOnly(false);
    }

    @Test
    void a_chart_that_is_not_as_wide_as_the_page_has_one_that_is() {
        assertThat(List.of(3, 4, 5, 6, 8, 12))
                .extracting(Size::hasMiddle)
                .containsExactly(false, false, true, true, false, true);
    }

    @Test
    void a_sparkline_needs_two_values() {
        assertThat(Sparkline.of(List.of(BigDecimal.ONE, BigDecimal.TEN)).orElseThrow())
                .extracting(Sparkline::plot, Sparkline::x, Sparkline::y)
                .containsExactly("M0.0,31.0 88.0,5.0", "88.0", "5.0");
        assertThat(Sparkline.of(List.of(BigDecimal.ONE))).isEmpty();
        assertThat(Sparkline.of(List.of(BigDecimal.ZERO, BigDecimal.ZERO))
                        .orElseThrow()
                        .plot())
                .as("a level line")
                .isEqualTo("M0.0,18.0 88.0,18.0");
    }
}
