package dev.hexadmin.http.panel.dashboard;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.dashboard.DateRange;
import dev.hexadmin.application.dashboard.ViewingDashboard.Bucket;
import dev.hexadmin.application.dashboard.ViewingDashboard.Content;
import dev.hexadmin.application.dashboard.ViewingDashboard.Records;
import dev.hexadmin.application.dashboard.ViewingDashboard.Row;
import dev.hexadmin.application.dashboard.ViewingDashboard.Widget;
import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldStyle;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.BucketLabel;
import dev.hexadmin.http.fields.DateLabel;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.fields.GroupLabel;
import dev.hexadmin.http.panel.dashboard.GroupsChart.Slice;
import dev.hexadmin.http.panel.dashboard.SeriesChart.Point;
import dev.hexadmin.http.panel.dashboard.SeriesChart.Size;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.history.AuditEntry;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.Cell;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The cards of the widgets of one page. */
record WidgetCards(Panel panel, Actor actor, DateRange range) {
    private static final BigDecimal MOST_PERCENT = BigDecimal.valueOf(1_000_000);

    WidgetCard of(Widget widget) {
        String id = "widget-" + widget.place().id();
        String title = text(widget.place().title());
        int width = widget.place().width();
        return switch (widget.content()) {
            case Content.Figure figure -> new WidgetCard(id, title, width, list(figure.records()), figure(figure));
            case Content.Series series ->
                new WidgetCard(id, title, width, list(series.records()), series(title, width, series));
            case Content.Groups groups -> new WidgetCard(id, title, width, list(groups.records()), groups(groups));
            case Content.Table table -> new WidgetCard(id, title, width, list(table.records()), table(table));
            case Content.RecentChanges(var entries) ->
                new WidgetCard(
                        id,
                        title,
                        width,
                        model("admin_audit_log").map(panel.places()::list).orElse(""),
                        new WidgetCard.Changes(entries.stream()
                                .map(entry -> AuditEntry.of(entry, panel.places()))
                                .toList()));
            case Content.SignInFailures failures ->
                new WidgetCard(
                        id,
                        title,
                        width,
                        model("admin_login_attempts")
                                .map(model -> list(new Records(model, Map.of("success", "false"))))
                                .orElse(""),
                        failures(failures));
            case Content.Unavailable unavailable ->
                new WidgetCard(id, title, width, "", new WidgetCard.Message(text(unavailable.why()), true));
        };
    }

    private Optional<Model> model(String name) {
        return panel.models().model(name).filter(model -> actor.rights().allows(Action.VIEW, model));
    }

    private String list(Records records) {
        return list(records.model(), records.filter());
    }

    private String list(Model model, Map<String, String> filter) {
        return model.definition().exposure().html()
                ? new Address(panel.places().list(model), new TreeMap<>(filter)).href()
                : "";
    }

    // ---- numbers

    private WidgetCard.Body figure(Content.Figure figure) {
        Amounts amounts = Amounts.of(figure.measured(), figure.records());
        return new WidgetCard.Figure(
                figure.value().map(amounts::figure).orElse("–"),
                figure.value().map(amounts::full).orElse(""),
                figure.before().flatMap(before -> figure.value().map(value -> trend(figure, amounts, value, before))),
                Sparkline.of(figure.buckets().stream().map(Bucket::value).toList()),
                create(figure));
    }

    /** Where to create the first record of a model. */
    private String create(Content.Figure figure) {
        Model model = figure.records().model();
        boolean first = figure.value().filter(value -> value.signum() == 0).isPresent()
                && figure.records().filter().isEmpty()
                && model.definition().exposure().html()
                && Action.CREATE.isPossibleOn(model)
                && actor.rights().allows(Action.CREATE, model);
        return first ? panel.places().list(model) + "create" : "";
    }

    private static WidgetCard.Trend trend(Content.Figure figure, Amounts amounts, BigDecimal value, BigDecimal before) {
        int direction = value.compareTo(before);
        boolean better = direction > 0 == (figure.better() == Better.HIGHER);
        String change = before.signum() == 0
                ? ""
                : percent(value.subtract(before)
                        .abs()
                        .multiply(BigDecimal.valueOf(100))
                        .divide(before.abs(), 1, RoundingMode.HALF_UP));
        return new WidgetCard.Trend(
                direction == 0 ? "" : direction > 0 ? "rise" : "fall",
                direction == 0 || figure.better() == Better.NEITHER ? "" : better ? "green" : "red",
                direction == 0 ? "" : direction > 0 ? text("Up") : text("Down"),
                direction == 0 ? "" : change,
                amounts.figure(before));
    }

    /** {@code ""} where it says nothing, because the value before was next to nothing. */
    private static String percent(BigDecimal change) {
        return change.compareTo(MOST_PERCENT) > 0 ? "" : Formats.percent(change);
    }

    // ---- series

    private WidgetCard.Body series(String title, int width, Content.Series series) {
        Amounts amounts = Amounts.of(series.measured(), series.records());
        List<Bucket> buckets = series.buckets();
        boolean compared = buckets.stream().anyMatch(bucket -> bucket.before().signum() != 0);
        if (!compared && buckets.stream().allMatch(bucket -> bucket.value().signum() == 0)) {
            return nothing();
        }
        List<Point> points = buckets.stream()
                .map(bucket -> new Point(
                        bucket.value(),
                        bucket.before(),
                        range.bucket() == DateRange.Bucket.MONTH
                                ? DateLabel.month(bucket.from())
                                : DateLabel.day(bucket.from()),
                        label(bucket) + ": " + amounts.full(bucket.value()),
                        on(bucket, amounts.full(bucket.value()))))
                .toList();
        boolean bars = series.look() == Look.BAR;
        String before = before();
        Function<Size, SeriesChart> chart =
                size -> SeriesChart.of(size, points, bars, compared, amounts.whole(), amounts::brief);
        return new WidgetCard.Series(
                chart.apply(Size.of(width)),
                Size.hasMiddle(width) ? Optional.of(chart.apply(Size.MIDDLE)) : Optional.empty(),
                chart.apply(Size.NARROW),
                description(title, amounts, buckets, compared, before),
                switch (range.bucket()) {
                    case DAY -> text("Day");
                    case WEEK -> text("Week");
                    case MONTH -> text("Month");
                },
                amounts.name(),
                compared ? before : "",
                buckets.stream()
                        .map(bucket -> new WidgetCard.SeriesRow(
                                label(bucket),
                                list(series.records().model(), bucket.filter()),
                                amounts.full(bucket.value()),
                                amounts.full(bucket.before())))
                        .toList());
    }

    private String label(Bucket bucket) {
        return BucketLabel.of(range.bucket(), bucket.from(), bucket.to());
    }

    private String on(Bucket bucket, String value) {
        return switch (range.bucket()) {
            case DAY -> text("{value} on {day}", "value", value, "day", DateLabel.day(bucket.from()));
            case WEEK -> text("{value} in the week from {day}", "value", value, "day", DateLabel.day(bucket.from()));
            case MONTH -> text("{value} in {month}", "value", value, "month", DateLabel.month(bucket.from()));
        };
    }

    private String before() {
        return range.preset().equals(Optional.of(DateRange.Preset.MONTHS_12))
                ? text("A year before")
                : text("{count, plural, =1 {The day before} other {# days before}}", "count", range.days());
    }

    private String description(String title, Amounts amounts, List<Bucket> buckets, boolean compared, String before) {
        BigDecimal least =
                buckets.stream().map(Bucket::value).reduce(BigDecimal::min).orElse(BigDecimal.ZERO);
        BigDecimal most =
                buckets.stream().map(Bucket::value).reduce(BigDecimal::max).orElse(BigDecimal.ZERO);
        Message described = compared
                ? Message.of("{title}, {dates}, between {least} and {most}; the dashed line is “{before}”."
                                + " The numbers follow as a table.")
                        .with("before", before)
                : Message.of("{title}, {dates}, between {least} and {most}. The numbers follow as a table.");
        return text(described
                .with("title", title)
                .with("dates", DateLabel.range(range.from(), range.to()))
                .with("least", amounts.full(least))
                .with("most", amounts.full(most)));
    }

    private static WidgetCard.Message nothing() {
        return new WidgetCard.Message(text("There are no records in this range."), false);
    }

    // ---- groups

    private WidgetCard.Body groups(Content.Groups groups) {
        Amounts amounts = Amounts.of(groups.measured(), groups.records());
        List<Slice> slices = new ArrayList<>();
        groups.groups()
                .forEach(group -> slices.add(new Slice(
                        GroupLabel.of(groups.by().field(), group.key(), group.name()),
                        list(groups.records().model(), group.filter()),
                        group.value(),
                        amounts.full(group.value()),
                        GroupLabel.hue(groups.by().field(), group.key()),
                        GroupLabel.mark(groups.by().field(), group.key()))));
        groups.others()
                .ifPresent(value ->
                        slices.add(new Slice(text("Other"), "", value, amounts.full(value), GroupsChart.OTHER, "")));
        if (slices.stream().allMatch(slice -> slice.value().signum() == 0)) {
            return nothing();
        }
        boolean ring = groups.look() == Look.DONUT;
        BigDecimal total = slices.stream().map(Slice::value).reduce(BigDecimal.ZERO, BigDecimal::add);
        boolean known = !groups.more() || groups.others().isPresent();
        return new WidgetCard.Groups(new GroupsChart(
                ring,
                known ? amounts.brief(total) : "",
                text(groups.records().model().definition().labels().many()),
                text(groups.by().field().labels()),
                text((known
                                ? Message.of("{measure} by {field}, {total} in all")
                                        .with("total", amounts.full(total))
                                : Message.of("{measure} by {field}"))
                        .with("measure", amounts.name())
                        .with("field", text(groups.by().field().labels()))),
                GroupsChart.parts(slices, ring)));
    }

    // ---- records

    private WidgetCard.Body table(Content.Table table) {
        if (table.rows().isEmpty()) {
            return new WidgetCard.Message(text("There are no such records."), false);
        }
        Model model = table.records().model();
        List<WidgetCard.Column> columns = new ArrayList<>();
        int number = 0; // small screens show the name and the first number, or the last column
        for (int i = 0; i < table.columns().size(); i++) {
            boolean isNumber = FieldViews.of(table.columns().get(i)).isNumber();
            number = isNumber && number == 0 ? i : number;
        }
        int second = number == 0 ? table.columns().size() - 1 : number;
        for (int i = 0; i < table.columns().size(); i++) {
            FieldDefinition field = table.columns().get(i);
            columns.add(new WidgetCard.Column(
                    text(field.labels()), FieldViews.of(field).isNumber(), i > 0 && i != second));
        }
        return new WidgetCard.Table(
                columns,
                table.rows().stream().map(row -> row(model, table, row)).toList(),
                table.total().isPresent()
                        ? text("All {count}", "count", table.total().getAsLong())
                        : text("All"));
    }

    private WidgetCard.Row row(Model model, Content.Table table, Row row) {
        return new WidgetCard.Row(
                row.key()
                        .filter(key -> model.definition().exposure().html())
                        .map(key -> panel.places().record(model, key))
                        .orElse(""),
                table.columns().stream()
                        .map(field -> cell(model, table, row, field))
                        .toList());
    }

    private Cell cell(Model model, Content.Table table, Row row, FieldDefinition field) {
        Optional<String> currency = field.style()
                .currencyField()
                .map(name -> row.values().get(model.fieldNamed(name)))
                .map(Object::toString)
                .filter(FieldStyle::isCurrency);
        return currency.isPresent() && row.values().get(field) instanceof Number amount
                ? Cell.amount(amount, currency.get())
                : Cell.of(
                        panel.places(),
                        model,
                        field,
                        row.values().get(field),
                        false,
                        table.names().getOrDefault(field, Map.of()));
    }

    private static WidgetCard.Failures failures(Content.SignInFailures failures) {
        return new WidgetCard.Failures(
                text(
                        "{count} in the last {hours, plural, =1 {hour} other {# hours}}.",
                        "count",
                        failures.count(),
                        "hours",
                        failures.hours()),
                failures.latest().stream()
                        .map(one -> new WidgetCard.Attempt(
                                one.at().toString(),
                                AuditEntry.when(one.at()),
                                one.email(),
                                one.address(),
                                reason(one.reason())))
                        .toList());
    }

    private static String reason(String word) {
        return switch (word) {
            case "unknown_user" -> text("unknown user");
            case "wrong_password" -> text("wrong password");
            case "wrong_code" -> text("wrong code");
            case "inactive" -> text("inactive");
            case "token_reused" -> text("token reused");
            case "no_email" -> text("no e-mail address");
            case "email_not_verified" -> text("e-mail address not verified");
            case "managed_elsewhere" -> text("managed elsewhere");
            case "other_identity_linked" -> text("other identity linked");
            default -> word.replace('_', ' ');
        };
    }
}
