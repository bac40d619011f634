package dev.hexadmin.http.panel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.panel.dashboard.Drawing.Bar;
import dev.hexadmin.http.panel.dashboard.Drawing.Value;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawingTest {
    private static Value value(String label, String number) {
        return new Value(label, new BigDecimal(number), number);
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }

    private static void everythingIsInside(Drawing drawing) {
        for (Bar bar : drawing.bars()) {
            assertThat(number(bar.x())).isNotNegative();
            assertThat(number(bar.y())).isNotNegative();
            assertThat(number(bar.x()) + number(bar.width())).isLessThanOrEqualTo(drawing.width());
            assertThat(number(bar.y()) + number(bar.height())).isLessThanOrEqualTo(drawing.height());
        }
        drawing.dots().forEach(dot -> {
            assertThat(number(dot.x())).isBetween(0.0, (double) drawing.width());
            assertThat(number(dot.y())).isBetween(0.0, (double) drawing.height());
        });
        drawing.rules().forEach(rule -> assertThat(number(rule.y())).isBetween(0.0, (double) drawing.height()));
    }

    @Test
    void bars_are_as_long_as_their_values_and_say_what_they_are() {
        Drawing lying = Drawing.lying(List.of(value("Tools & more than eighteen letters", "40"), value("Toys", "10")));
        everythingIsInside(lying);
        assertThat(number(lying.bars().get(0).width()))
                .isEqualTo(4 * number(lying.bars().get(1).width()));
        assertThat(lying.bars().getFirst().title()).isEqualTo("Tools & more than eighteen letters: 40");
        assertThat(lying.labels().getFirst().text()).isEqualTo("Tools & more than…");
        Drawing standing =
                Drawing.standing(List.of(value("a", "4"), value("b", "1"), value("c", "0")), false, "4", "0");
        everythingIsInside(standing);
        assertThat(number(standing.bars().get(0).height()))
                .isCloseTo(4 * number(standing.bars().get(1).height()), org.assertj.core.data.Offset.offset(0.3));
        assertThat(number(standing.bars().get(2).height())).isZero();
    }

    @Test
    void values_below_zero_hang_from_the_zero_line() {
        List<Value> values = List.of(value("a", "5"), value("b", "-5"), value("c", "0"));
        Drawing standing = Drawing.standing(values, false, "5", "-5");
        everythingIsInside(standing);
        assertThat(standing.rules()).extracting(Drawing.Rule::label).containsExactly("5", "0", "-5");
        double zero = number(standing.rules().get(1).y());
        assertThat(number(standing.bars().get(0).y())
                        + number(standing.bars().get(0).height()))
                .isEqualTo(zero);
        assertThat(number(standing.bars().get(1).y())).isEqualTo(zero);
        everythingIsInside(Drawing.lying(values));
        everythingIsInside(Drawing.standing(values, true, "5", "-5"));
    }

    @Test
    void nothing_and_nothing_but_zeros_can_be_drawn() {
        List<Value> zeros =
                IntStream.range(0, 30).mapToObj(i -> value("day " + i, "0")).toList();
        for (boolean line : new boolean[] {true, false}) {
            everythingIsInside(Drawing.standing(zeros, line, "0", "0"));
            everythingIsInside(Drawing.standing(List.of(), line, "0", "0"));
        }
        everythingIsInside(Drawing.lying(zeros));
        everythingIsInside(Drawing.lying(List.of()));
        Drawing one = Drawing.standing(List.of(value("only", "3")), true, "3", "0");
        everythingIsInside(one);
        assertThat(one.line()).startsWith("M").doesNotContain("L", "NaN");
    }
}
