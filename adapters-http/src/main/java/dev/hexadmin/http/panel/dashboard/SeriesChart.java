package dev.hexadmin.http.panel.dashboard;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A course over time as shapes, in pixels: the line or bars of the range, and a dashed line of the range before.
 *
 * @param lines of the axis, with their values
 * @param labels of the buckets
 * @param paths lines through all buckets
 * @param bars of the range; none for a line
 * @param peak the largest value; empty when all are 0
 */
public record SeriesChart(
        int width,
        int height,
        List<GridLine> lines,
        List<Label> labels,
        Paths paths,
        List<Bar> bars,
        Optional<Peak> peak) {
    private static final int TOP = 26;
    private static final int BOTTOM = 26;
    private static final int RIGHT = 8;
    private static final int LETTER = 7;
    private static final int ROOM_FOR_LABEL = 110;
    private static final double BAR_SHARE = 0.68;

    /** A horizontal line. */
    public record GridLine(
            String from, String to, String y, String labelX, String labelY, String label, boolean base) {}

    /**
     * Text.
     *
     * @param anchor {@code start}, {@code middle} or {@code end}
     */
    public record Label(String x, String y, String anchor, String text) {}

    /**
     * Paths.
     *
     * @param under the area below the line, or {@code ""}
     * @param plot the line of the range, or {@code ""} for bars
     * @param then the line of the range before, or {@code ""}
     */
    public record Paths(String under, String plot, String then) {}

    /** A rectangle. */
    public record Bar(String x, String y, String width, String height, String title) {}

    /** The largest value, with its label. */
    public record Peak(String x, String y, Label label) {}

    /**
     * A bucket.
     *
     * @param axis its label below the chart
     * @param title its label and value
     */
    record Point(BigDecimal value, BigDecimal before, String axis, String title, String peak) {}

    /**
     * Draws.
     *
     * @param compared whether the range before is drawn
     * @param whole whether values are whole numbers
     * @param tick the label of a value of the axis
     */
    static SeriesChart of(
            Size size,
            List<Point> points,
            boolean bars,
            boolean compared,
            boolean whole,
            Function<BigDecimal, String> tick) {
        Scale scale = Scale.of(
                points.stream()
                        .flatMap(
                                point -> compared ? Stream.of(point.value(), point.before()) : Stream.of(point.value()))
                        .toList(),
                whole);
        List<BigDecimal> ticks = scale.ticks();
        int longest = ticks.stream()
                .mapToInt(value -> tick.apply(value).length())
                .max()
                .orElse(1);
        Plane plane = new Plane(size, longest * LETTER + 8, points.size(), bars, scale);
        List<GridLine> lines = new ArrayList<>();
        for (BigDecimal value : ticks) {
            double y = plane.y(value);
            lines.add(new GridLine(
                    n(plane.left()),
                    n(size.width() - (double) RIGHT),
                    n(y),
                    n(plane.left() - 8.0),
                    n(y + 4),
                    tick.apply(value),
                    value.signum() == 0));
        }
        return new SeriesChart(
                size.width(),
                size.height(),
                lines,
                labels(plane, points),
                new Paths(
                        bars || points.size() < 2 ? "" : under(plane, points),
                        bars
                                ? ""
                                : path(plane, points.stream().map(Point::value).toList()),
                        compared
                                ? path(plane, points.stream().map(Point::before).toList())
                                : ""),
                bars ? bars(plane, points) : List.of(),
                peak(plane, points));
    }

    /**
     * The size of a chart, in pixels.
     *
     * @param labels below it at most
     */
    record Size(int width, int height, int labels) {
        static final Size NARROW = new Size(326, 190, 3);

        /** Of a card as wide as the page, where the page has no room for cards side by side. */
        static final Size MIDDLE = of(8);

        private static final int MOST_SIDE_BY_SIDE = 4;

        /** The size in a card of so many columns of a wide page. */
        static Size of(int columns) {
            int width = columns * 98 - 50;
            return new Size(width, 218, Math.max(2, Math.min(7, width / ROOM_FOR_LABEL)));
        }

        /** Whether a card of so many columns needs {@link #MIDDLE}, too. */
        static boolean hasMiddle(int columns) {
            return columns > MOST_SIDE_BY_SIDE && of(columns).width() != MIDDLE.width();
        }
    }

    /** Where values are drawn. */
    private record Plane(Size size, int left, int count, boolean bars, Scale scale) {
        double step() {
            double room = size.width() - left - (double) RIGHT;
            return bars ? room / count : count < 2 ? 0 : (room - 6) / (count - 1);
        }

        double x(int index) {
            return bars
                    ? left + step() * (index + 0.5)
                    : count < 2 ? left + (size.width() - left) / 2.0 : left + step() * index;
        }

        double y(BigDecimal value) {
            double room = size.height() - TOP - (double) BOTTOM;
            return TOP + room * (1 - scale.at(value));
        }
    }

    private static String n(double number) {
        String text = String.format(Locale.ROOT, "%.1f", number);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String path(Plane plane, List<BigDecimal> values) {
        StringBuilder path = new StringBuilder("M");
        for (int i = 0; i < values.size(); i++) {
            path.append(i == 0 ? "" : " ").append(n(plane.x(i))).append(',').append(n(plane.y(values.get(i))));
        }
        return path.toString();
    }

    private static String under(Plane plane, List<Point> points) {
        String base = n(plane.y(BigDecimal.ZERO));
        return path(plane, points.stream().map(Point::value).toList()) + " " + n(plane.x(points.size() - 1)) + ","
                + base + " " + n(plane.x(0)) + "," + base + "z";
    }

    private static List<Bar> bars(Plane plane, List<Point> points) {
        List<Bar> bars = new ArrayList<>();
        double width = plane.step() * BAR_SHARE;
        double zero = plane.y(BigDecimal.ZERO);
        for (int i = 0; i < points.size(); i++) {
            double y = plane.y(points.get(i).value());
            bars.add(new Bar(
                    n(plane.x(i) - width / 2),
                    n(Math.min(y, zero)),
                    n(width),
                    n(Math.abs(zero - y)),
                    points.get(i).title()));
        }
        return bars;
    }

    private static List<Label> labels(Plane plane, List<Point> points) {
        List<Label> labels = new ArrayList<>();
        int every = Math.max(
                1, (int) Math.ceil(points.size() / (double) plane.size().labels()));
        String y = n(plane.size().height() - 6.0);
        for (int i = 0; i < points.size(); i += every) {
            double x = plane.x(i);
            boolean first = i == 0 && !plane.bars() && points.size() > 1;
            boolean last = x > plane.size().width() - 30.0;
            labels.add(new Label(
                    n(x),
                    y,
                    first ? "start" : last ? "end" : "middle",
                    points.get(i).axis()));
        }
        return labels;
    }

    private static Optional<Peak> peak(Plane plane, List<Point> points) {
        int best = 0;
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).value().compareTo(points.get(best).value()) > 0) {
                best = i;
            }
        }
        if (points.isEmpty() || points.get(best).value().signum() <= 0) {
            return Optional.empty();
        }
        double x = plane.x(best);
        double y = plane.y(points.get(best).value());
        double half = points.get(best).peak().length() * LETTER / 2.0;
        String anchor =
                x - half < plane.left() ? "start" : x + half > plane.size().width() - 4 ? "end" : "middle";
        return Optional.of(new Peak(
                n(x), n(y), new Label(n(x), n(y - 11), anchor, points.get(best).peak())));
    }
}
