package dev.hexadmin.http.api.dashboard;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.ViewingDashboard.Attempt;
import dev.hexadmin.application.dashboard.ViewingDashboard.Board;
import dev.hexadmin.application.dashboard.ViewingDashboard.Bucket;
import dev.hexadmin.application.dashboard.ViewingDashboard.Content;
import dev.hexadmin.application.dashboard.ViewingDashboard.Group;
import dev.hexadmin.application.dashboard.ViewingDashboard.Layout;
import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.application.dashboard.ViewingDashboard.Place;
import dev.hexadmin.application.dashboard.ViewingDashboard.Row;
import dev.hexadmin.application.dashboard.ViewingDashboard.Widget;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.BucketLabel;
import dev.hexadmin.http.fields.GroupLabel;
import dev.hexadmin.http.server.json.ResponseMapping;
import dev.hexadmin.http.texts.Localized;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Context;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(
        config = ResponseMapping.class,
        imports = {BucketLabel.class, GroupLabel.class})
interface DashboardMapper {
    default DashboardResponse dashboard(Board board) {
        return dashboard(
                board.range(),
                board.range().previous(),
                board.widgets().stream()
                        .map(widget -> widget(widget, board.range().bucket()))
                        .toList());
    }

    @Mapping(target = "from", source = "range.from")
    @Mapping(target = "to", source = "range.to")
    @Mapping(target = "period", source = "range.preset")
    @Mapping(target = "bucket", expression = "java(range.bucket())")
    @Mapping(target = "previousFrom", source = "previous.from")
    @Mapping(target = "previousTo", source = "previous.to")
    @Mapping(target = "timeZone", source = "range.zone")
    @Mapping(target = "widgets", source = "widgets")
    DashboardResponse dashboard(DateRange range, DateRange previous, List<WidgetResponse> widgets);

    default WidgetResponse widget(Widget widget, DateRange.Bucket unit) {
        Place place = widget.place();
        return switch (widget.content()) {
            case Content.Figure figure -> figure(place, figure, figure.measured(), unit);
            case Content.Series series -> series(place, series, series.measured(), unit);
            case Content.Groups groups ->
                groups(place, groups, groups.measured(), groups.by().field());
            case Content.Table table -> table(place, table);
            case Content.RecentChanges changes -> changes(place, changes);
            case Content.SignInFailures failures -> failures(place, failures);
            case Content.Unavailable unavailable -> unavailable(place, unavailable);
        };
    }

    @Mapping(target = "model", source = "figure.records.model")
    @Mapping(target = "query", source = "figure.records.filter")
    @Mapping(target = "measure", source = "figure.measured")
    @Mapping(target = "value", expression = "java(number(figure.value(), measured))")
    @Mapping(target = "previous", expression = "java(number(figure.before(), measured))")
    @Mapping(target = "changePercent", expression = "java(change(figure))")
    WidgetResponse.Figure figure(
            Place place, Content.Figure figure, @Context Measured measured, @Context DateRange.Bucket unit);

    @Mapping(target = "model", source = "series.records.model")
    @Mapping(target = "query", source = "series.records.filter")
    @Mapping(target = "measure", source = "series.measured")
    WidgetResponse.Series series(
            Place place, Content.Series series, @Context Measured measured, @Context DateRange.Bucket unit);

    @Mapping(target = "label", expression = "java(BucketLabel.of(unit, bucket.from(), bucket.to()))")
    @Mapping(target = "value", expression = "java(number(bucket.value(), measured))")
    @Mapping(target = "previous", expression = "java(number(bucket.before(), measured))")
    @Mapping(target = "query", source = "filter")
    WidgetResponse.Bucket bucket(Bucket bucket, @Context Measured measured, @Context DateRange.Bucket unit);

    @Mapping(target = "model", source = "groups.records.model")
    @Mapping(target = "query", source = "groups.records.filter")
    @Mapping(target = "measure", source = "groups.measured")
    @Mapping(target = "by", source = "groups.by")
    @Mapping(target = "others", expression = "java(number(groups.others(), measured))")
    WidgetResponse.Groups groups(
            Place place, Content.Groups groups, @Context Measured measured, @Context FieldDefinition by);

    @Mapping(target = "label", expression = "java(GroupLabel.of(by, group.key(), group.name()))")
    @Mapping(target = "value", expression = "java(number(group.value(), measured))")
    @Mapping(target = "query", source = "filter")
    WidgetResponse.Group group(Group group, @Context Measured measured, @Context FieldDefinition by);

    default WidgetResponse.Table table(Place place, Content.Table table) {
        return table(
                place,
                table,
                table.rows().stream().map(row -> row(row, table.columns())).toList());
    }

    @Mapping(target = "model", source = "table.records.model")
    @Mapping(target = "query", source = "table.records.filter")
    @Mapping(target = "rows", source = "shown")
    WidgetResponse.Table table(Place place, Content.Table table, List<WidgetResponse.Row> shown);

    default WidgetResponse.Column column(FieldDefinition field) {
        return new WidgetResponse.Column(field.name(), Localized.text(field.labels()));
    }

    default WidgetResponse.Row row(Row row, List<FieldDefinition> columns) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        columns.forEach(field -> values.put(field.name(), wire(row.values().get(field))));
        return new WidgetResponse.Row(row.key().map(RecordKey::encoded).orElse(null), row.label(), values);
    }

    @Mapping(target = "changes", source = "content.entries")
    WidgetResponse.RecentChanges changes(Place place, Content.RecentChanges content);

    default List<WidgetResponse.Change> changes(List<Entry> entries) {
        return entries.stream().map(this::change).toList();
    }

    @Mapping(target = "actor", source = "author.name")
    @Mapping(target = "model", source = "target.modelName")
    @Mapping(target = "recordId", source = "target.recordId")
    @Mapping(target = "recordName", source = "target.recordName")
    @Mapping(target = "fields", source = "differences")
    WidgetResponse.Change change(Entry entry);

    WidgetResponse.SignInFailures failures(Place place, Content.SignInFailures failures);

    WidgetResponse.Attempt attempt(Attempt attempt);

    @Mapping(target = "error", source = "unavailable.why")
    WidgetResponse.Unavailable unavailable(Place place, Content.Unavailable unavailable);

    @Mapping(target = "widgets", source = "places")
    LayoutResponse layout(Layout layout);

    WidgetResponse.Measured measured(Measured measured);

    default @Nullable String field(Optional<FieldDefinition> field) {
        return field.map(FieldDefinition::name).orElse(null);
    }

    default String localized(Message message) {
        return Localized.text(message);
    }

    default String text(FieldPath path) {
        return path.text();
    }

    default String name(Difference difference) {
        return difference.field();
    }

    default String name(Model model) {
        return model.name();
    }

    default String name(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }

    default String date(LocalDate date) {
        return date.toString();
    }

    default @Nullable String word(Optional<DateRange.Preset> preset) {
        return preset.map(DateRange.Preset::word).orElse(null);
    }

    default @Nullable String text(Optional<String> text) {
        return text.orElse(null);
    }

    default @Nullable Long whole(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    default String query(Map<String, String> filter) {
        return filter.entrySet().stream()
                .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
                .sorted()
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The change in percent of the previous number, with one digit. */
    default @Nullable Double change(Content.Figure figure) {
        if (figure.value().isEmpty()
                || figure.before().isEmpty()
                || figure.before().get().signum() == 0) {
            return null;
        }
        BigDecimal before = figure.before().get();
        return figure.value()
                .get()
                .subtract(before)
                .multiply(BigDecimal.valueOf(100))
                .divide(before.abs(), 1, RoundingMode.HALF_UP)
                .doubleValue();
    }

    default @Nullable Object number(Optional<BigDecimal> value, Measured measured) {
        return value.map(number -> number(number, measured)).orElse(null);
    }

    /** A number as records have the values of its field: whole numbers, reals, and decimals as strings. */
    default Object number(BigDecimal value, Measured measured) {
        FieldType type = measured.field().map(FieldDefinition::type).orElse(FieldType.INTEGER);
        return switch (type) {
            case INTEGER -> measured.kind() == Measure.Kind.AVERAGE ? value.toPlainString() : value.toBigInteger();
            case FLOAT -> value.doubleValue();
            default -> value.toPlainString();
        };
    }

    private static @Nullable Object wire(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case BigDecimal decimal -> decimal.toPlainString();
            case JsonText document -> new RawValue(document.text());
            case Double number when !Double.isFinite(number) -> null;
            default -> value;
        };
    }
}
