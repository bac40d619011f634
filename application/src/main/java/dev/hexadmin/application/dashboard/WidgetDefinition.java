package dev.hexadmin.application.dashboard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A configured widget of the dashboard. Names are resolved when the dashboard is assembled. */
public sealed interface WidgetDefinition {
    /** The maximum number of widgets on a dashboard. */
    int MOST = 24;

    /** The columns of the page. */
    int COLUMNS = 12;

    /** The fewest columns of a widget. */
    int FEWEST_COLUMNS = 3;

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
}
