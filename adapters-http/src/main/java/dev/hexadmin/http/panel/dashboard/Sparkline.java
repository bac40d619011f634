package dev.hexadmin.http.panel.dashboard;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The course of a number as a small line of 92 by 36 pixels.
 *
 * @param x of the last point
 * @param y of the last point
 */
public record Sparkline(String under, String plot, String x, String y) {
    private static final double WIDTH = 88;
    private static final double TOP = 5;
    private static final double BOTTOM = 31;
    private static final int FLOOR = 36;

    /** The line, in the middle when all values are equal; empty for fewer than two values. */
    static Optional<Sparkline> of(List<BigDecimal> values) {
        BigDecimal least = values.stream().reduce(BigDecimal::min).orElse(BigDecimal.ZERO);
        BigDecimal most = values.stream().reduce(BigDecimal::max).orElse(BigDecimal.ZERO);
        if (values.size() < 2) {
            return Optional.empty();
        }
        BigDecimal span = most.subtract(least);
        StringBuilder path = new StringBuilder("M");
        String x = "";
        String y = "";
        for (int i = 0; i < values.size(); i++) {
            x = n(WIDTH * i / (values.size() - 1));
            double height = span.signum() == 0
                    ? 0.5
                    : values.get(i)
                            .subtract(least)
                            .divide(span, MathContext.DECIMAL64)
                            .doubleValue();
            y = n(BOTTOM - (BOTTOM - TOP) * height);
            path.append(i == 0 ? "" : " ").append(x).append(',').append(y);
        }
        return Optional.of(new Sparkline(path + " " + x + "," + FLOOR + " 0," + FLOOR + "z", path.toString(), x, y));
    }

    private static String n(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
