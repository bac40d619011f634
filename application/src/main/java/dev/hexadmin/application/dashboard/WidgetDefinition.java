package dev.hexadmin.application.dashboard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A configured widget of the dashboard. Names are resolved when the dashboard is assembled. Programs make widgets with the
 * builders:
 *
 * <pre>{@code
 * WidgetDefinition.count("orders").dateField("created_at").title("Orders").build()
 * WidgetDefinition.chart(Look.BAR, "orders").field("status").measure(Measure.sum("total")).build()
 * WidgetDefinition.table("orders").columns("number", "total").ordering("-total").build()
 * }</pre>
 */
public sealed interface WidgetDefinition {
    /** The maximum number of widgets on a dashboard. */
    int MOST = 24;

    /** The columns of the page. */
    int COLUMNS = 12;

    /** The fewest columns of a widget. */
    int FEWEST_COLUMNS = 3;

    /** The number of records of a model. */
    static Builder count(String model) {
        return measured(model, Measure.COUNT);
    }

    /** The sum of a numeric field. */
    static Builder sum(String model, String field) {
        return measured(model, Measure.sum(field));
    }

    /** The average of a numeric field. */
    static Builder average(String model, String field) {
        return measured(model, Measure.average(field));
    }

    private static Builder measured(String model, Measure measure) {
        Builder builder = new Builder(Builder.Form.FIGURE, model);
        builder.measure = measure;
        return builder;
    }

    /** A chart of the records of a model: over time with a {@link Builder#dateField}, by groups with a {@link Builder#field}. */
    static Builder chart(Look look, String model) {
        Builder builder = new Builder(Builder.Form.CHART, model);
        builder.look = look;
        builder.limit = Chart.USUAL_GROUPS;
        return builder;
    }

    /** The first records of a list. */
    static Builder table(String model) {
        Builder builder = new Builder(Builder.Form.TABLE, model);
        builder.limit = Table.USUAL_RECORDS;
        return builder;
    }

    /** The latest changes. */
    static Builder recentChanges() {
        Builder builder = new Builder(Builder.Form.RECENT_CHANGES, "");
        builder.limit = RecentChanges.USUAL_CHANGES;
        return builder;
    }

    /** Failed sign-in attempts. */
    static Builder signInFailures() {
        return new Builder(Builder.Form.SIGN_IN_FAILURES, "");
    }

    /** The title and the width. */
    Heading heading();

    /** The type as settings and responses name it, such as {@code recent_changes}. */
    String type();

    /** The width without {@link Heading#width}. */
    int usualWidth();

    /** The width, in columns. */
    default int width() {
        return heading().width().orElse(usualWidth());
    }

    /**
     * The title and the width of a widget.
     *
     * @param title empty: a default title
     * @param width {@link #FEWEST_COLUMNS} to {@link #COLUMNS}; empty: a default width
     */
    record Heading(Optional<String> title, OptionalInt width) {
        /** A default title and width. */
        public static final Heading DEFAULT = new Heading(Optional.empty(), OptionalInt.empty());

        public Heading {
            if (width.isPresent() && (width.getAsInt() < FEWEST_COLUMNS || width.getAsInt() > COLUMNS)) {
                throw new IllegalArgumentException("no width of a widget: " + width.getAsInt());
            }
        }

        /** A title. */
        public static Heading of(String title) {
            return new Heading(Optional.of(title), OptionalInt.empty());
        }

        /** A title and a width. */
        public static Heading of(String title, int width) {
            return new Heading(Optional.of(title), OptionalInt.of(width));
        }
    }

    /**
     * The records that a widget is about.
     *
     * @param model its name
     * @param filter parameters of a list that select the records
     * @param dateField the date or datetime by which the range of the page selects records; empty: all records
     */
    record Source(String model, Map<String, String> filter, Optional<String> dateField) {
        public Source {
            filter = Collections.unmodifiableMap(new LinkedHashMap<>(filter));
        }

        /** All records of a model. */
        public static Source of(String model) {
            return new Source(model, Map.of(), Optional.empty());
        }

        /** The records of a model by a date. */
        public static Source of(String model, String dateField) {
            return new Source(model, Map.of(), Optional.of(dateField));
        }
    }

    /**
     * What is computed of records.
     *
     * @param field the numeric field; empty for {@code COUNT}
     */
    record Measure(Kind kind, Optional<String> field) {
        /** The number of records. */
        public static final Measure COUNT = new Measure(Kind.COUNT, Optional.empty());

        /** The kinds of measures. */
        public enum Kind {
            COUNT,
            SUM,
            /** Of the records that have a value. */
            AVERAGE;

            /** The kind as settings and responses name it. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public Measure {
            if (field.isEmpty() != (kind == Kind.COUNT)) {
                throw new IllegalArgumentException("a sum and an average have a field, a count has none");
            }
        }

        /** The sum of a field. */
        public static Measure sum(String field) {
            return new Measure(Kind.SUM, Optional.of(field));
        }

        /** The average of a field. */
        public static Measure average(String field) {
            return new Measure(Kind.AVERAGE, Optional.of(field));
        }
    }

    /** Which change of a number is an improvement. */
    enum Better {
        HIGHER,
        LOWER,
        NEITHER
    }

    /** One number: with a date field, also its change and its course. */
    record Figure(Heading heading, Source source, Measure measure, Better better) implements WidgetDefinition {
        private static final int WIDTH = 3;

        @Override
        public String type() {
            return measure.kind().word();
        }

        @Override
        public int usualWidth() {
            return WIDTH;
        }
    }

    /**
     * A chart, of buckets of the range or of groups of records.
     *
     * @param field the field by which records are grouped, also one of records that they reference, such as {@code
     *     product__category_id}; empty: by the date field of the source
     * @param limit maximum number of groups, 1..{@link #MOST_GROUPS}
     */
    record Chart(Heading heading, Source source, Look look, Optional<String> field, Measure measure, int limit)
            implements WidgetDefinition {
        /** The maximum of {@code limit}. */
        public static final int MOST_GROUPS = 20;

        /** The default of {@code limit}. */
        public static final int USUAL_GROUPS = 8;

        private static final int NARROW = 4;
        private static final int WIDE = 8;

        @Override
        public String type() {
            return look.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public int usualWidth() {
            return field.isEmpty() ? WIDE : NARROW;
        }
    }

    /** The looks of charts. */
    enum Look {
        /** Of buckets. */
        LINE,
        /** Of buckets or groups. */
        BAR,
        /** Of groups. */
        DONUT
    }

    /**
     * The first records of a list.
     *
     * @param columns names of fields; none: the columns of the list
     * @param ordering as in a list; empty: the order of the list
     * @param limit maximum number, 1..{@link #MOST_RECORDS}
     */
    record Table(Heading heading, Source source, List<String> columns, Optional<String> ordering, int limit)
            implements WidgetDefinition {
        /** The maximum of {@code limit}. */
        public static final int MOST_RECORDS = 50;

        /** The default of {@code limit}. */
        public static final int USUAL_RECORDS = 5;

        private static final int WIDTH = 8;

        public Table {
            columns = List.copyOf(columns);
        }

        @Override
        public String type() {
            return "table";
        }

        @Override
        public int usualWidth() {
            return WIDTH;
        }
    }

    /**
     * The latest changes.
     *
     * @param limit maximum number, 1..{@link #MOST_CHANGES}
     */
    record RecentChanges(Heading heading, int limit) implements WidgetDefinition {
        /** The maximum of {@code limit}. */
        public static final int MOST_CHANGES = 50;

        /** The default of {@code limit}. */
        public static final int USUAL_CHANGES = 10;

        private static final int WIDTH = 8;

        @Override
        public String type() {
            return "recent_changes";
        }

        @Override
        public int usualWidth() {
            return WIDTH;
        }
    }

    /**
     * Failed sign-in attempts.
     *
     * @param hours length of the period, 1..{@link #MOST_HOURS}
     */
    record SignInFailures(Heading heading, int hours) implements WidgetDefinition {
        /** The maximum of {@code hours}: 90 days, the retention of attempts. */
        public static final int MOST_HOURS = 2_160;

        /** The default of {@code hours}. */
        public static final int USUAL_HOURS = 24;

        private static final int WIDTH = 4;

        @Override
        public String type() {
            return "sign_in_failures";
        }

        @Override
        public int usualWidth() {
            return WIDTH;
        }
    }

    /**
     * Collects one widget. A method whose option a widget of its kind does not have throws an {@link IllegalStateException}. Not
     * thread-safe.
     */
    final class Builder {
        private enum Form {
            FIGURE,
            CHART,
            TABLE,
            RECENT_CHANGES,
            SIGN_IN_FAILURES
        }

        private final Form form;
        private final String model;
        private Optional<String> title = Optional.empty();
        private OptionalInt width = OptionalInt.empty();
        private final Map<String, String> filter = new LinkedHashMap<>();
        private Optional<String> dateField = Optional.empty();
        private Optional<String> field = Optional.empty();
        private Measure measure = Measure.COUNT;
        private Better better = Better.HIGHER;
        private Look look = Look.BAR;
        private List<String> columns = List.of();
        private Optional<String> ordering = Optional.empty();
        private int limit;
        private int hours = SignInFailures.USUAL_HOURS;

        private Builder(Form form, String model) {
            this.form = form;
            this.model = Objects.requireNonNull(model, "model");
        }

        /** The title. Default: one that names the records. */
        public Builder title(String title) {
            this.title = Optional.of(title);
            return this;
        }

        /** The width, {@link #FEWEST_COLUMNS} to {@link #COLUMNS} columns. Default: one that suits the kind. */
        public Builder width(int columns) {
            this.width = OptionalInt.of(columns);
            return this;
        }

        /** Adds a parameter of a list that selects the records: {@code filter("status", "open")}. */
        public Builder filter(String parameter, String value) {
            requireForm("filter", Form.FIGURE, Form.CHART, Form.TABLE);
            filter.put(parameter, value);
            return this;
        }

        /** The date or datetime by which the range of the page selects records. Default: none, all records. */
        public Builder dateField(String field) {
            requireForm("dateField", Form.FIGURE, Form.CHART, Form.TABLE);
            this.dateField = Optional.of(field);
            return this;
        }

        /** The field by which a chart groups records, also of records that they reference: {@code product__category_id}. */
        public Builder field(String field) {
            requireForm("field", Form.CHART);
            this.field = Optional.of(field);
            return this;
        }

        /** What a chart shows of each group or bucket. Default: the number of records. */
        public Builder measure(Measure measure) {
            requireForm("measure", Form.CHART);
            this.measure = Objects.requireNonNull(measure, "measure");
            return this;
        }

        /** Which change of a number is an improvement. Default: a higher number. */
        public Builder better(Better better) {
            requireForm("better", Form.FIGURE);
            this.better = Objects.requireNonNull(better, "better");
            return this;
        }

        /** The fields that a table shows. Default: the columns of the list. */
        public Builder columns(String... fields) {
            requireForm("columns", Form.TABLE);
            this.columns = List.of(fields);
            return this;
        }

        /** The order of a table, as in a list: {@code -total}. Default: the order of the list. */
        public Builder ordering(String ordering) {
            requireForm("ordering", Form.TABLE);
            this.ordering = Optional.of(ordering);
            return this;
        }

        /** The maximum number of groups, records or changes. */
        public Builder limit(int most) {
            requireForm("limit", Form.CHART, Form.TABLE, Form.RECENT_CHANGES);
            this.limit = most;
            return this;
        }

        /** The length of the period, 1 to {@link SignInFailures#MOST_HOURS}. */
        public Builder hours(int hours) {
            requireForm("hours", Form.SIGN_IN_FAILURES);
            this.hours = hours;
            return this;
        }

        private void requireForm(String option, Form... forms) {
            if (!List.of(forms).contains(form)) {
                throw new IllegalStateException("a widget of the form " + form + " has no option '" + option + "'");
            }
        }

        /**
         * The widget.
         *
         * @throws IllegalArgumentException when an option is out of its range
         */
        public WidgetDefinition build() {
            Heading heading = new Heading(title, width);
            Source source = new Source(model, filter, dateField);
            return switch (form) {
                case FIGURE -> new Figure(heading, source, measure, better);
                case CHART -> new Chart(heading, source, look, field, measure, limit);
                case TABLE -> new Table(heading, source, columns, ordering, limit);
                case RECENT_CHANGES -> new RecentChanges(heading, limit);
                case SIGN_IN_FAILURES -> new SignInFailures(heading, hours);
            };
        }
    }
}
