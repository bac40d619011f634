package dev.hexadmin.http.api.dashboard;

import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A widget with its content. */
@Schema(name = "Widget")
public sealed interface WidgetResponse {
    /** A value, for the schema. */
    String VALUE = "As the field's values in records; averages of whole numbers and decimals are decimals.";

    /** The width, for the schema. */
    String WIDTH = "In columns, of twelve.";

    /** The query of a list, for the schema. */
    String QUERY = "The query of the list that shows the records.";

    /** What is computed. */
    @Schema(name = "WidgetMeasure")
    record Measured(Measure.Kind kind, @Nullable String field) {}

    /** One number. */
    @Schema(name = "FigureWidget")
    record Figure(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            String model,
            @Schema(description = QUERY) String query,
            Measured measure,

            @Schema(
                    types = {"number", "string"},
                    description = VALUE + " Null: an average of nothing.")
            @Nullable
            Object value,

            @Schema(
                    types = {"number", "string"},
                    description = "The number of the range before.")
            @Nullable
            Object previous,

            @Schema(description = "Null without a previous number other than 0.") @Nullable
            Double changePercent,

            @Schema(description = "None where the range does not select the records.")
            List<Bucket> buckets)
            implements WidgetResponse {}

    /** A course over the range. */
    @Schema(name = "SeriesWidget")
    record Series(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            String model,
            @Schema(description = QUERY) String query,
            Measured measure,
            List<Bucket> buckets)
            implements WidgetResponse {}

    /** A part of the range. */
    @Schema(name = "WidgetBucket")
    record Bucket(
            @Schema(format = "date") String from,

            @Schema(format = "date", description = "The last day.")
            String to,

            String label,

            @Schema(
                    types = {"number", "string"},
                    description = VALUE + " 0 without records.")
            Object value,

            @Schema(
                    types = {"number", "string"},
                    description = "The value of the same part of the range before.")
            Object previous,

            @Schema(description = QUERY) String query) {}

    /** Groups of records. */
    @Schema(name = "GroupsWidget")
    record Groups(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            String model,
            @Schema(description = QUERY) String query,
            Measured measure,

            @Schema(
                    description =
                            "The field by which records are grouped; of referenced records as in filters: product_id__category_id.")
            String by,

            @Schema(description = "The largest first.") List<Group> groups,

            @Schema(
                    types = {"number", "string"},
                    description = "The measure of all other groups; null where it is not known.")
            @Nullable
            Object others,

            @Schema(description = "Whether there are other groups.")
            boolean more)
            implements WidgetResponse {}

    /** A group. */
    @Schema(name = "WidgetGroup")
    record Group(
            @Schema(description = "The value as text; null: records without a value.") @Nullable
            String key,

            String label,

            @Schema(
                    types = {"number", "string"},
                    description = VALUE)
            Object value,

            @Schema(description = QUERY) String query) {}

    /** Records. */
    @Schema(name = "TableWidget")
    record Table(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            String model,
            @Schema(description = QUERY) String query,
            List<Column> columns,
            List<Row> rows,

            @Schema(notNegative = true, description = "Records of the list; null: too many to count.") @Nullable
            Long total)
            implements WidgetResponse {}

    /** A column. */
    @Schema(name = "WidgetColumn")
    record Column(String name, String label) {}

    /** A record. */
    @Schema(name = "WidgetRow")
    record Row(
            @Schema(description = "The key as in the record's path; null for a model without single records.") @Nullable
            String id,

            String label,

            @Schema(description = "By the name of a column, as in the record.")
            Map<String, @Nullable Object> values) {}

    /** The latest changes. */
    @Schema(name = "RecentChangesWidget")
    record RecentChanges(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            List<Change> changes) implements WidgetResponse {}

    /** A change. */
    @Schema(name = "WidgetChange")
    record Change(
            long id,
            Instant at,
            String actor,

            @Schema(description = "A word such as `update`.")
            String event,

            String model,

            @Schema(description = "As in the record's path.")
            String recordId,

            @Schema(description = "Null when the record does not exist any more, or is hidden.") @Nullable
            String recordName,

            @Schema(description = "The names of the fields that were changed.")
            List<String> fields) {}

    /** Failed sign-ins. */
    @Schema(name = "SignInFailuresWidget")
    record SignInFailures(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            int hours,
            @Schema(notNegative = true) long count,
            List<Attempt> latest)
            implements WidgetResponse {}

    /** A failed sign-in. */
    @Schema(name = "WidgetAttempt")
    record Attempt(Instant at, String email, String address, String reason) {}

    /** A widget whose numbers are not available. */
    @Schema(name = "UnavailableWidget")
    record Unavailable(
            String id,
            String type,
            String title,
            @Schema(description = WIDTH) int width,
            @Schema(description = "Why.") String error)
            implements WidgetResponse {}
}
