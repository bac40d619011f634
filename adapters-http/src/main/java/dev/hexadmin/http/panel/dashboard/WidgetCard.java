package dev.hexadmin.http.panel.dashboard;

import dev.hexadmin.http.panel.history.AuditEntry;
import dev.hexadmin.http.panel.records.Cell;
import java.util.List;
import java.util.Optional;

/**
 * A widget as the page shows it.
 *
 * @param id unique on the page
 * @param width in columns
 * @param href where to see more, or {@code ""}
 */
public record WidgetCard(String id, String title, int width, String href, Body body) {
    /** What a card shows. */
    public sealed interface Body {}

    /**
     * One number.
     *
     * @param exact the number in full
     * @param create where to create the first record, or {@code ""}
     */
    public record Figure(String number, String exact, Optional<Trend> trend, Optional<Sparkline> line, String create)
            implements Body {
        private static final int BESIDE_LINE = 9;
        private static final int FULL_SIZE = 13;
        private static final int SMALL = 20;

        /** The class of its size: numbers do not wrap, so long ones stand above the line, and longer ones are smaller. */
        public String size() {
            int length = number.length();
            return length <= BESIDE_LINE ? "" : length <= FULL_SIZE ? "long" : length <= SMALL ? "longer" : "longest";
        }
    }

    /**
     * The change of a number.
     *
     * @param icon {@code rise}, {@code fall} or {@code ""}
     * @param tone {@code green}, {@code red} or {@code ""}
     * @param word {@code Up}, {@code Down} or {@code ""}
     * @param change such as {@code 12.4 %}, or {@code ""}
     * @param before the number of the range before
     */
    public record Trend(String icon, String tone, String word, String change, String before) {}

    /**
     * A course over the range.
     *
     * @param wide in the width of the card, {@code narrow} for phones
     * @param middle for windows in which the card is as wide as the page; empty where {@code wide} fits there
     * @param unit the heading of the buckets
     * @param of the heading of the values
     * @param before what the range before is called
     */
    public record Series(
            SeriesChart wide,
            Optional<SeriesChart> middle,
            SeriesChart narrow,
            String description,
            String unit,
            String of,
            String before,
            List<SeriesRow> rows)
            implements Body {}

    /** A row of numbers. */
    public record SeriesRow(String label, String href, String value, String before) {}

    /** Groups of records. */
    public record Groups(GroupsChart chart) implements Body {}

    /**
     * Records.
     *
     * @param all the text of the link to the list
     */
    public record Table(List<Column> columns, List<Row> rows, String all) implements Body {}

    /**
     * A column.
     *
     * @param tuck whether small screens leave it out
     */
    public record Column(String label, boolean number, boolean tuck) {}

    /** A record. */
    public record Row(String href, List<Cell> cells) {}

    /** The latest changes. */
    public record Changes(List<AuditEntry> entries) implements Body {}

    /** Failed sign-ins. */
    public record Failures(String text, List<Attempt> latest) implements Body {}

    /** A failed sign-in. */
    public record Attempt(String time, String when, String email, String address, String reason) {}

    /**
     * A sentence in place of the content.
     *
     * @param failed whether something is wrong
     */
    public record Message(String text, boolean failed) implements Body {}
}
