package dev.hexadmin.application.dashboard;

import dev.hexadmin.domain.text.Label;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A configured widget of the dashboard. Immutable. Names are resolved when the dashboard is assembled.
 *
 * <pre>{@code
 * WidgetDefinition.count("orders").dateField("created_at").title("Orders").build()
 * WidgetDefinition.chart(Look.BAR, "orders").field("status").measure(Measure.sum("total")).build()
 * WidgetDefinition.table("orders").columns("number", "total").ordering("-total").build()
 * }</pre>
 */
public abstract sealed class WidgetDefinition {
    /** The maximum number of widgets on a dashboard. */
    public static final int MOST = 24;

    /** The columns of the page. */
    public static final int COLUMNS = 12;

    /** The fewest columns of a widget. */
    public static final int FEWEST_COLUMNS = 3;

    private final Optional<Label> title;
    private final OptionalInt width;

    private WidgetDefinition(Builder builder) {
        this.title = builder.title;
        this.width = builder.width;
    }

    /** The number of records of a model. */
    public static Builder count(String model) {
        return measured(model, Measure.COUNT);
    }

    /** The sum of a numeric field. */
    public static Builder sum(String model, String field) {
        return measured(model, Measure.sum(field));
    }

    /** The average of a numeric field. */
    public static Builder average(String model, String field) {
        return measured(model, Measure.average(field));
    }

    private static Builder measured(String model, Measure measure) {
        Builder builder = new Builder(Builder.Form.FIGURE, model);
        builder.measure = measure;
        return builder;
    }

    /** A chart of the records of a model: over time with a {@link Builder#dateField}, by groups with a {@link Builder#field}. */
    public static Builder chart(Look look, String model) {
        Builder builder = new Builder(Builder.Form.CHART, model);
        builder.look = look;
        builder.limit = Chart.USUAL_GROUPS;
        return builder;
    }

    /** The first records of a list. */
    public static Builder table(String model) {
        Builder builder = new Builder(Builder.Form.TABLE, model);
        builder.limit = Table.USUAL_RECORDS;
        return builder;
    }

    /** The latest changes. */
    public static Builder recentChanges() {
        Builder builder = new Builder(Builder.Form.RECENT_CHANGES, "");
        builder.limit = RecentChanges.USUAL_CHANGES;
        return builder;
    }

    /** Failed sign-in attempts. */
    public static Builder signInFailures() {
        return new Builder(Builder.Form.SIGN_IN_FAILURES, "");
    }

    /** The title; empty: one that names the records. */
    public Optional<String> title() {
        return title.map(Label::text);
    }

    /** The title by language. */
    public Optional<Label> titleLabels() {
        return title;
    }

    /** The width, in columns. */
    public int width() {
        return width.orElse(usualWidth());
    }

    /** The type as settings and responses name it, such as {@code recent_changes}. */
    public abstract String type();

    /** The width without one that is given, in columns. */
    abstract int usualWidth();

    /** What tells it from other widgets, beside its class, title and width. */
    abstract List<Object> options();

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof WidgetDefinition that
                && type().equals(that.type())
                && title.equals(that.title)
                && width.equals(that.width)
                && options().equals(that.options());
    }

    @Override
    public final int hashCode() {
        return Objects.hash(type(), title, options());
    }

    @Override
    public final String toString() {
        return "WidgetDefinition[" + type() + ", " + title + ", " + width + ", " + options() + "]";
    }

    /** The records that a widget is about. */
    public static final class Source {
        private final String model;
        private final Map<String, String> filter;
        private final Optional<String> dateField;

        private Source(Builder builder) {
            this.model = builder.model;
            this.filter = Collections.unmodifiableMap(new LinkedHashMap<>(builder.filter));
            this.dateField = builder.dateField;
        }

        /** The name of their model. */
        public String model() {
            return model;
        }

        /** Parameters of a list that select the records. */
        public Map<String, String> filter() {
            return filter;
        }

        /** The date or datetime by which the range of the page selects records; empty: all records. */
        public Optional<String> dateField() {
            return dateField;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Source that
                    && model.equals(that.model)
                    && filter.equals(that.filter)
                    && dateField.equals(that.dateField);
        }

        @Override
        public int hashCode() {
            return Objects.hash(model, filter, dateField);
        }

        @Override
        public String toString() {
            return "Source[" + model + ", " + filter + ", " + dateField + "]";
        }
    }

    /**
     * What is computed of records.
     *
     * @param field the numeric field; empty for {@code COUNT}
     */
    public record Measure(Kind kind, Optional<String> field) {
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
    public enum Better {
        HIGHER,
        LOWER,
        NEITHER
    }

    /** One number: with a date field, also its change and its course. */
    public static final class Figure extends WidgetDefinition {
        private static final int WIDTH = 3;

        private final Source source;
        private final Measure measure;
        private final Better better;

        private Figure(Builder builder) {
            super(builder);
            this.source = new Source(builder);
            this.measure = builder.measure;
            this.better = builder.better;
        }

        /** The records. */
        public Source source() {
            return source;
        }

        /** What the number is. */
        public Measure measure() {
            return measure;
        }

        /** Which change is an improvement. */
        public Better better() {
            return better;
        }

        @Override
        public String type() {
            return measure.kind().word();
        }

        @Override
        int usualWidth() {
            return WIDTH;
        }

        @Override
        List<Object> options() {
            return List.of(source, measure, better);
        }
    }

    /** A chart, of buckets of the range or of groups of records. */
    public static final class Chart extends WidgetDefinition {
        /** The maximum of {@link #limit}. */
        public static final int MOST_GROUPS = 20;

        /** The default of {@link #limit}. */
        public static final int USUAL_GROUPS = 8;

        private static final int NARROW = 4;
        private static final int WIDE = 8;

        private final Source source;
        private final Look look;
        private final Optional<String> field;
        private final Measure measure;
        private final int limit;

        private Chart(Builder builder) {
            super(builder);
            this.source = new Source(builder);
            this.look = builder.look;
            this.field = builder.field;
            this.measure = builder.measure;
            this.limit = builder.limit;
        }

        /** The records. */
        public Source source() {
            return source;
        }

        /** How it is drawn. */
        public Look look() {
            return look;
        }

        /**
         * The field by which records are grouped, also one of records that they reference, such as {@code
         * product__category_id}; empty: by the date field of the source.
         */
        public Optional<String> field() {
            return field;
        }

        /** What it shows of each group or bucket. */
        public Measure measure() {
            return measure;
        }

        /** The maximum number of groups, 1..{@link #MOST_GROUPS}. */
        public int limit() {
            return limit;
        }

        @Override
        public String type() {
            return look.name().toLowerCase(Locale.ROOT);
        }

        @Override
        int usualWidth() {
            return field.isEmpty() ? WIDE : NARROW;
        }

        @Override
        List<Object> options() {
            return List.of(source, field, measure, limit);
        }
    }

    /** The looks of charts. */
    public enum Look {
        /** Of buckets. */
        LINE,
        /** Of buckets or groups. */
        BAR,
        /** Of groups. */
        DONUT
    }

    /** The first records of a list. */
    public static final class Table extends WidgetDefinition {
        /** The maximum of {@link #limit}. */
        public static final int MOST_RECORDS = 50;

        /** The default of {@link #limit}. */
        public static final int USUAL_RECORDS = 5;

        private static final int WIDTH = 8;

        private final Source source;
        private final List<String> columns;
        private final Optional<String> ordering;
        private final int limit;

        private Table(Builder builder) {
            super(builder);
            this.source = new Source(builder);
            this.columns = builder.columns;
            this.ordering = builder.ordering;
            this.limit = builder.limit;
        }

        /** The records. */
        public Source source() {
            return source;
        }

        /** Names of fields; none: the columns of the list. */
        public List<String> columns() {
            return columns;
        }

        /** As in a list; empty: the order of the list. */
        public Optional<String> ordering() {
            return ordering;
        }

        /** The maximum number, 1..{@link #MOST_RECORDS}. */
        public int limit() {
            return limit;
        }

        @Override
        public String type() {
            return "table";
        }

        @Override
        int usualWidth() {
            return WIDTH;
        }

        @Override
        List<Object> options() {
            return List.of(source, columns, ordering, limit);
        }
    }

    /** The latest changes. */
    public static final class RecentChanges extends WidgetDefinition {
        /** The maximum of {@link #limit}. */
        public static final int MOST_CHANGES = 50;

        /** The default of {@link #limit}. */
        public static final int USUAL_CHANGES = 10;

        private static final int WIDTH = 8;

        private final int limit;

        private RecentChanges(Builder builder) {
            super(builder);
            this.limit = builder.limit;
        }

        /** The maximum number, 1..{@link #MOST_CHANGES}. */
        public int limit() {
            return limit;
        }

        @Override
        public String type() {
            return "recent_changes";
        }

        @Override
        int usualWidth() {
            return WIDTH;
        }

        @Override
        List<Object> options() {
            return List.of(limit);
        }
    }

    /** Failed sign-in attempts. */
    public static final class SignInFailures extends WidgetDefinition {
        /** The maximum of {@link #hours}: 90 days, the retention of attempts. */
        public static final int MOST_HOURS = 2_160;

        /** The default of {@link #hours}. */
        public static final int USUAL_HOURS = 24;

        private static final int WIDTH = 4;

        private final int hours;

        private SignInFailures(Builder builder) {
            super(builder);
            this.hours = builder.hours;
        }

        /** The length of the period, 1..{@link #MOST_HOURS}. */
        public int hours() {
            return hours;
        }

        @Override
        public String type() {
            return "sign_in_failures";
        }

        @Override
        int usualWidth() {
            return WIDTH;
        }

        @Override
        List<Object> options() {
            return List.of(hours);
        }
    }

    /**
     * Collects one widget. A method whose option a widget of its kind does not have throws an {@link IllegalStateException}. Not
     * thread-safe.
     */
    public static final class Builder {
        private enum Form {
            FIGURE,
            CHART,
            TABLE,
            RECENT_CHANGES,
            SIGN_IN_FAILURES
        }

        private final Form form;
        private final String model;
        private Optional<Label> title = Optional.empty();
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
            return title(Label.of(title));
        }

        /** The title by language. */
        public Builder title(Label title) {
            this.title = Optional.of(title);
            return this;
        }

        /**
         * The width, {@link #FEWEST_COLUMNS} to {@link #COLUMNS} columns. Default: one that suits the kind.
         *
         * @throws IllegalArgumentException when it is out of this range
         */
        public Builder width(int columns) {
            if (columns < FEWEST_COLUMNS || columns > COLUMNS) {
                throw new IllegalArgumentException("no width of a widget: " + columns);
            }
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
            return columns(List.of(fields));
        }

        /** {@link #columns(String...)} from a list. */
        public Builder columns(List<String> fields) {
            requireForm("columns", Form.TABLE);
            this.columns = List.copyOf(fields);
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

        /** The widget. */
        public WidgetDefinition build() {
            return switch (form) {
                case FIGURE -> new Figure(this);
                case CHART -> new Chart(this);
                case TABLE -> new Table(this);
                case RECENT_CHANGES -> new RecentChanges(this);
                case SIGN_IN_FAILURES -> new SignInFailures(this);
            };
        }
    }
}
