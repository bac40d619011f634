package dev.hexadmin.application.dashboard;

import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An actor views the dashboard, and arranges its widgets. Thread-safe. Numbers cover only records that the actor may
 * view. They may be up to half a minute old, so that large tables are not counted on every view.
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public interface ViewingDashboard {
    /**
     * The widgets that the actor has the rights to see and has not hidden, in the actor's order. A widget whose query
     * fails or takes too long is {@link Content.Unavailable}.
     */
    Board board(Actor actor, RangeRequest range);

    /** The layout of the user. */
    Layout layout(Actor.SignedIn actor);

    /**
     * Stores a layout of the user. Widgets that it does not name follow, shown, in the order of the settings.
     *
     * @param wanted in order
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} with pointers such as {@code
     *     /widgets/0/id}
     */
    Layout arrange(Actor.SignedIn actor, List<Wanted> wanted, boolean dryRun);

    /** Deletes the layout of the user, who then sees that of the settings. */
    void reset(Actor.SignedIn actor, boolean dryRun);

    /**
     * The content of the dashboard.
     *
     * @param hidden number of widgets that the user has hidden
     * @param models number of models, except built-in ones, that the actor may view
     */
    record Board(DateRange range, List<Widget> widgets, int hidden, int models) {
        public Board {
            widgets = List.copyOf(widgets);
        }
    }

    /**
     * The layout of a user.
     *
     * @param customised whether the user has made it
     * @param places every widget that the user has the rights to see, in order
     */
    record Layout(boolean customised, List<Place> places) {
        public Layout {
            places = List.copyOf(places);
        }
    }

    /**
     * The place of a widget.
     *
     * @param id unique on the dashboard
     * @param type such as {@code count}
     * @param width in columns
     */
    record Place(String id, String type, Message title, int width, boolean shown) {}

    /**
     * The place that a user wants a widget to have.
     *
     * @param id of the widget
     * @param width in columns; 0: the width of the settings
     */
    record Wanted(String id, int width, boolean shown) {}

    /** A widget with its content. */
    record Widget(Place place, Content content) {}

    /** The content of a widget. */
    sealed interface Content {
        /**
         * One number.
         *
         * @param records those of the range
         * @param value empty for an average without records
         * @param before the number of the range before
         * @param buckets none without a date field
         */
        record Figure(
                Records records,
                Measured measured,
                Better better,
                Optional<BigDecimal> value,
                Optional<BigDecimal> before,
                List<Bucket> buckets)
                implements Content {
            public Figure {
                buckets = List.copyOf(buckets);
            }
        }

        /**
         * A course over the range.
         *
         * @param records those of the range
         * @param look {@code LINE} or {@code BAR}
         */
        record Series(Records records, Measured measured, Look look, List<Bucket> buckets) implements Content {
            public Series {
                buckets = List.copyOf(buckets);
            }
        }

        /**
         * Groups of records.
         *
         * @param records those of the range
         * @param by the field, of the records or of those that they reference
         * @param look {@code BAR} or {@code DONUT}
         * @param groups the largest first
         * @param others the measure of all other groups together; empty without others, and where it is not known
         * @param more whether there are other groups
         */
        record Groups(
                Records records,
                Measured measured,
                FieldPath by,
                Look look,
                List<Group> groups,
                Optional<BigDecimal> others,
                boolean more)
                implements Content {
            public Groups {
                groups = List.copyOf(groups);
            }
        }

        /**
         * Records.
         *
         * @param names of the records that references in the columns point to
         * @param total number of records of the list; empty when it was not counted
         */
        record Table(
                Records records,
                List<FieldDefinition> columns,
                List<Row> rows,
                Map<FieldDefinition, Map<RecordKey, String>> names,
                OptionalLong total)
                implements Content {
            public Table {
                columns = List.copyOf(columns);
                rows = List.copyOf(rows);
                names = Map.copyOf(names);
            }
        }

        /** The latest changes. */
        record RecentChanges(List<ReviewingChanges.Entry> entries) implements Content {
            public RecentChanges {
                entries = List.copyOf(entries);
            }
        }

        /**
         * Failed sign-in attempts.
         *
         * @param count in these hours
         * @param latest the latest attempts, newest first
         */
        record SignInFailures(int hours, long count, List<Attempt> latest) implements Content {
            public SignInFailures {
                latest = List.copyOf(latest);
            }
        }

        /**
         * Content that is not available.
         *
         * @param why a sentence for users
         */
        record Unavailable(Message why) implements Content {}
    }

    /**
     * The records of a widget.
     *
     * @param filter the parameters of the list that shows them
     */
    record Records(Model model, Map<String, String> filter) {
        public Records {
            filter = Map.copyOf(filter);
        }
    }

    /**
     * What was computed.
     *
     * @param field empty for a count
     */
    record Measured(Measure.Kind kind, Optional<FieldDefinition> field) {}

    /**
     * A part of the range.
     *
     * @param from the first day
     * @param to the last day
     * @param value zero without records
     * @param before the value of the same part of the range before
     * @param filter the parameters of the list that shows the records
     */
    record Bucket(LocalDate from, LocalDate to, BigDecimal value, BigDecimal before, Map<String, String> filter) {
        public Bucket {
            filter = Map.copyOf(filter);
        }
    }

    /**
     * A group of records.
     *
     * @param key the value of the field in its canonical text; empty for records without a value
     * @param name of the record that a reference points to, if the actor may view it
     * @param filter the parameters of the list that shows the records
     */
    record Group(Optional<String> key, Optional<String> name, BigDecimal value, Map<String, String> filter) {
        public Group {
            filter = Map.copyOf(filter);
        }
    }

    /**
     * A record.
     *
     * @param key empty for a model without single records
     * @param values by field, in their wire form; without those that are null or cannot be read
     */
    record Row(Optional<RecordKey> key, String label, Map<FieldDefinition, Object> values) {
        public Row {
            values = Map.copyOf(values);
        }
    }

    /** A failed sign-in attempt. */
    record Attempt(Instant at, String email, String address, String reason) {}
}
