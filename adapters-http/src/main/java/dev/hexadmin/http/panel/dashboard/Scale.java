package dev.hexadmin.http.panel.dashboard;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A vertical axis from 0, or from the smallest negative value, with at most five grid lines at round numbers besides its
 * first line.
 *
 * @param least the first line
 * @param step between two lines
 * @param lines number of steps
 */
record Scale(BigDecimal least, BigDecimal step, int lines) {
    private static final int MOST_LINES = 5;
    private static final List<BigDecimal> ROUND =
            List.of(BigDecimal.ONE, BigDecimal.TWO, new BigDecimal("2.5"), new BigDecimal("5"));

    /** @param whole whether the values are whole numbers */
    static Scale of(Collection<BigDecimal> values, boolean whole) {
        BigDecimal most = values.stream().reduce(BigDecimal.ZERO, BigDecimal::max);
        BigDecimal least = values.stream().reduce(BigDecimal.ZERO, BigDecimal::min);
        if (most.signum() == 0 && least.signum() == 0) {
            return new Scale(BigDecimal.ZERO, BigDecimal.ONE, 1);
        }
        BigDecimal span = most.subtract(least);
        int power = span.precision() - span.scale() - 2;
        while (true) {
            for (BigDecimal round : ROUND) {
                BigDecimal step = round.scaleByPowerOfTen(power);
                boolean fits = !whole || step.stripTrailingZeros().scale() <= 0;
                int above = steps(most, step);
                int below = steps(least.negate(), step);
                if (fits && above + below <= MOST_LINES) {
                    return new Scale(step.negate().multiply(BigDecimal.valueOf(below)), step, above + below);
                }
            }
            power++;
        }
    }

    private static int steps(BigDecimal value, BigDecimal step) {
        return value.divide(step, 0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(MOST_LINES + 1L))
                .intValue();
    }

    /** The values of the lines, the first line included. */
    List<BigDecimal> ticks() {
        List<BigDecimal> ticks = new ArrayList<>();
        for (int i = 0; i <= lines; i++) {
            ticks.add(least.add(step.multiply(BigDecimal.valueOf(i))));
        }
        return ticks;
    }

    /** The place of a value: 0 at the first line, 1 at the last. */
    double at(BigDecimal value) {
        return value.subtract(least)
                .divide(step.multiply(BigDecimal.valueOf(lines)), MathContext.DECIMAL64)
                .doubleValue();
    }
}
