package dev.hexadmin.http.panel.dashboard;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A chart as shapes in a separate coordinate system, small enough that its text can be read on a phone.
 *
 * @param width of the system
 * @param height of the system
 * @param bars one for each point, in {@code bar} charts
 * @param line the path through all points, or {@code ""}
 * @param dots one for each point, in {@code line} charts
 * @param rules horizontal lines, with their values
 * @param labels below or beside
 */
public record Drawing(
        int width, int height, List<Bar> bars, String line, List<Dot> dots, List<Rule> rules, List<Label> labels) {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 180;
    private static final int LEFT = 6;
    private static final int TOP = 18;
    private static final int BOTTOM = 24;
    private static final int ROW = 26;
    private static final int NAMES = 120;
    private static final int NAME_LETTERS = 18;
    private static final int NUMBERS = 56;

    /** A rectangle. */
    public record Bar(String x, String y, String width, String height, String title) {}

    /** A point of a line. */
    public record Dot(String x, String y, String title) {}

    /** A line across. */
    public record Rule(String y, String label) {}

    /**
     * Text.
     *
     * @param anchor {@code start}, {@code middle} or {@code end}
     */
    public record Label(String x, String y, String anchor, String text) {}

    /** One value to draw. */
    record Value(String label, BigDecimal value, String shown) {}

    private static String n(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Bars that lie, with their names before and their numbers behind them. */
    static Drawing lying(List<Value> values) {
        double least = Math.min(0, least(values));
        double span = span(values, least);
        double room = WIDTH - NAMES - NUMBERS;
        List<Bar> bars = new ArrayList<>();
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Value value = values.get(i);
            double from = NAMES + (Math.min(0, value.value().doubleValue()) - least) / span * room;
            double length = Math.abs(value.value().doubleValue()) / span * room;
            double y = i * ROW + 4.0;
            bars.add(new Bar(n(from), n(y), n(Math.max(length, 1)), n(ROW - 8.0), title(value)));
            labels.add(new Label(n(NAMES - 6.0), n(y + 13), "end", shortened(value.label())));
            labels.add(new Label(n(from + length + 4), n(y + 13), "start", value.shown()));
        }
        return new Drawing(WIDTH, Math.max(1, values.size()) * ROW, bars, "", List.of(), List.of(), labels);
    }

    /** Vertical bars, or a line, over time. */
    static Drawing standing(List<Value> values, boolean asLine, String most, String lowest) {
        double least = Math.min(0, least(values));
        double span = span(values, least);
        double room = HEIGHT - TOP - BOTTOM;
        double step = (WIDTH - 2.0 * LEFT) / Math.max(1, values.size());
        List<Bar> bars = new ArrayList<>();
        List<Dot> dots = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        double zero = TOP + room - (0 - least) / span * room;
        for (int i = 0; i < values.size(); i++) {
            Value value = values.get(i);
            double top = TOP + room - (value.value().doubleValue() - least) / span * room;
            double x = LEFT + i * step;
            if (asLine) {
                line.append(i == 0 ? "M" : " L")
                        .append(n(x + step / 2))
                        .append(' ')
                        .append(n(top));
                dots.add(new Dot(n(x + step / 2), n(top), title(value)));
            } else {
                bars.add(new Bar(
                        n(x + step * 0.12),
                        n(Math.min(top, zero)),
                        n(step * 0.76),
                        n(Math.abs(zero - top)),
                        title(value)));
            }
        }
        List<Rule> rules = new ArrayList<>(List.of(new Rule(n(TOP), most), new Rule(n(zero), least < 0 ? "0" : "")));
        if (least < 0) {
            rules.add(new Rule(n(TOP + room), lowest));
        }
        List<Label> labels = new ArrayList<>();
        if (!values.isEmpty()) {
            labels.add(new Label(
                    n(LEFT), n(HEIGHT - 6.0), "start", values.getFirst().label()));
            labels.add(new Label(
                    n(WIDTH - LEFT), n(HEIGHT - 6.0), "end", values.getLast().label()));
        }
        return new Drawing(WIDTH, HEIGHT, bars, line.toString(), dots, rules, labels);
    }

    private static double least(List<Value> values) {
        return values.stream()
                .mapToDouble(one -> one.value().doubleValue())
                .min()
                .orElse(0);
    }

    private static double span(List<Value> values, double least) {
        double most = Math.max(
                0,
                values.stream()
                        .mapToDouble(one -> one.value().doubleValue())
                        .max()
                        .orElse(0));
        return most - least > 0 ? most - least : 1;
    }

    private static String title(Value value) {
        return value.label() + ": " + value.shown();
    }

    private static String shortened(String label) {
        return label.length() > NAME_LETTERS ? label.substring(0, NAME_LETTERS - 1) + "…" : label;
    }
}
