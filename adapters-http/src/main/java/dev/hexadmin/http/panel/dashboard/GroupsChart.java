package dev.hexadmin.http.panel.dashboard;

import dev.hexadmin.http.fields.Formats;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Groups as bars or as a ring, with their numbers as a table. */
public record GroupsChart(boolean ring, String total, String of, String by, String description, List<Part> parts) {
    /** The tone of all other groups together. Their bar is cut where it is longer than all others, which it would dwarf. */
    static final String OTHER = "others";

    private static final double RADIUS = 58;
    private static final double ROUND = 2 * Math.PI * RADIUS;
    private static final double GAP = 2.5;
    private static final int SHADES = 7;

    /**
     * A group.
     *
     * @param href the list of its records, or {@code ""}
     * @param share of the total, such as {@code 3.1 %}, or {@code ""}
     * @param length of its bar, of 100
     * @param cut whether the bar is longer than it is drawn
     * @param arc its part of the ring
     */
    public record Part(
            String label, String href, String number, String share, Look look, String length, boolean cut, Arc arc) {}

    /**
     * The colour of a group.
     *
     * @param tone the class of its colour: that of the value, or a shade
     * @param mark the class of the value's mark, or {@code ""} without colours
     */
    public record Look(String tone, String mark) {}

    /**
     * A part of a ring.
     *
     * @param dashes its length and the rest of the ring, or {@code ""} for nothing to draw
     * @param offset where it begins
     */
    public record Arc(String dashes, String offset) {}

    /**
     * A group to draw.
     *
     * @param tone the class of the value's colour, or {@code ""}
     */
    record Slice(String label, String href, BigDecimal value, String number, String tone, String mark) {}

    static List<Part> parts(List<Slice> slices, boolean ring) {
        BigDecimal total = slices.stream()
                .map(Slice::value)
                .filter(value -> value.signum() > 0)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal most = slices.stream()
                .filter(slice -> !slice.tone().equals(OTHER))
                .map(slice -> slice.value().abs())
                .reduce(BigDecimal.ZERO, BigDecimal::max);
        boolean shared = slices.stream().allMatch(slice -> slice.value().signum() >= 0) && total.signum() > 0;
        List<Part> parts = new ArrayList<>();
        double start = 0;
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            double share =
                    shared ? slice.value().divide(total, MathContext.DECIMAL64).doubleValue() : 0;
            double dash = Math.max(share * ROUND - GAP, 0.6);
            parts.add(new Part(
                    slice.label(),
                    slice.href(),
                    slice.number(),
                    shared ? Formats.percent(BigDecimal.valueOf(share * 100)) : "",
                    new Look(
                            slice.tone().isEmpty() ? "shade-" + (Math.min(i, SHADES - 1) + 1) : slice.tone(),
                            slice.mark()),
                    most.signum() == 0
                            ? "0"
                            : n(slice.value()
                                            .abs()
                                            .min(most)
                                            .divide(most, MathContext.DECIMAL64)
                                            .doubleValue()
                                    * 100),
                    slice.value().abs().compareTo(most) > 0,
                    new Arc(ring && share > 0 ? n(dash) + " " + n(ROUND - dash) : "", n(-start))));
            start += share * ROUND;
        }
        return parts;
    }

    private static String n(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
