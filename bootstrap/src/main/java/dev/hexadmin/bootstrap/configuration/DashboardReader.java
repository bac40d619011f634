package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.DateRange.Preset;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition.Better;
import dev.hexadmin.application.dashboard.WidgetDefinition.Look;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code dashboard} of a configuration file: a list of widgets, or a mapping with such a list. */
final class DashboardReader {

    /** The type that line, bar and donut charts had in earlier versions. */
    private static final String CHART = "chart";

    private static final ConfigOption<String> PERIOD = ConfigOption.word("period", Preset.WORDS);
    private static final ConfigOption<String> UNTIL =
            new ConfigOption<>("until", ConfigType.text().check(text -> {
                try {
                    LocalDate.parse(text);
                } catch (DateTimeException e) {
                    throw new IllegalArgumentException("a date such as 2026-11-20 is expected", e);
                }
            }));
    private static final String WIDGETS = "widgets";

    private static final ConfigOption<Void> TITLE = ConfigOption.label("title");
    private static final ConfigOption<Integer> WIDTH =
            ConfigOption.number("width", WidgetDefinition.FEWEST_COLUMNS, WidgetDefinition.COLUMNS);
    private static final ConfigOption<String> MODEL = ConfigOption.text("model");
    private static final ConfigOption<String> FIELD = ConfigOption.text("field");
    private static final ConfigOption<String> DATE_FIELD = ConfigOption.text("date_field");
    private static final ConfigOption<Better> BETTER = new ConfigOption<>("better", ConfigType.word(Better.class));
    private static final ConfigOption<List<String>> COLUMNS = ConfigOption.texts("columns");
    private static final ConfigOption<String> ORDERING = ConfigOption.text("ordering");
    private static final ConfigOption<Integer> LIMIT =
            ConfigOption.number("limit", 1, WidgetDefinition.RecentChanges.MOST_CHANGES);
    private static final ConfigOption<Integer> GROUPS =
            ConfigOption.number("limit", 1, WidgetDefinition.Chart.MOST_GROUPS);
    private static final ConfigOption<Integer> RECORDS =
            ConfigOption.number("limit", 1, WidgetDefinition.Table.MOST_RECORDS);
    private static final ConfigOption<Integer> HOURS =
            ConfigOption.number("hours", 1, WidgetDefinition.SignInFailures.MOST_HOURS);
    private static final ConfigOption<String> SUM = ConfigOption.text("sum");
    private static final ConfigOption<String> AVERAGE = ConfigOption.text("average");
    private static final ConfigOption<Void> MEASURE = ConfigOption.structure(
            "measure",
            Map.of(
                    "anyOf",
                    List.of(
                            JsonSchema.word(List.of("count")),
                            ConfigOption.schema(List.of(SUM), List.of(SUM.name())),
                            ConfigOption.schema(List.of(AVERAGE), List.of(AVERAGE.name())))));
    private static final ConfigOption<Void> FILTER = ConfigOption.structure(
            "filter", JsonSchema.with(JsonSchema.type("string", "object"), "additionalProperties", JsonSchema.text()));

    /**
     * The options of each type of widget in addition to {@code type}, {@code title} and {@code width}, in the order in
     * which they are written.
     */
    static final Map<String, List<ConfigOption<?>>> OPTIONS = options();

    private static final Map<String, List<ConfigOption<?>>> REQUIRED = required();

    private static final ConfigOption<String> TYPE = ConfigOption.word("type", List.copyOf(OPTIONS.keySet()));

    private final YamlSource source;

    DashboardReader(YamlSource source) {
        this.source = source;
    }

    private static Map<String, List<ConfigOption<?>>> options() {
        Map<String, List<ConfigOption<?>>> options = new LinkedHashMap<>();
        options.put("count", List.of(MODEL, DATE_FIELD, FILTER, BETTER));
        options.put("sum", List.of(MODEL, FIELD, DATE_FIELD, FILTER, BETTER));
        options.put("average", List.of(MODEL, FIELD, DATE_FIELD, FILTER, BETTER));
        options.put("line", List.of(MODEL, DATE_FIELD, MEASURE, FILTER));
        options.put("bar", List.of(MODEL, FIELD, DATE_FIELD, MEASURE, FILTER, GROUPS));
        options.put("donut", List.of(MODEL, FIELD, DATE_FIELD, MEASURE, FILTER, GROUPS));
        options.put("table", List.of(MODEL, COLUMNS, ORDERING, DATE_FIELD, FILTER, RECORDS));
        options.put("recent_changes", List.of(LIMIT));
        options.put("sign_in_failures", List.of(HOURS));
        return options;
    }

    private static Map<String, List<ConfigOption<?>>> required() {
        return Map.of(
                "count", List.of(MODEL),
                "sum", List.of(MODEL, FIELD),
                "average", List.of(MODEL, FIELD),
                "line", List.of(MODEL, DATE_FIELD),
                "bar", List.of(MODEL),
                "donut", List.of(MODEL, FIELD),
                "table", List.of(MODEL),
                "recent_changes", List.of(),
                "sign_in_failures", List.of());
    }

    private static List<ConfigOption<?>> all() {
        Map<String, ConfigOption<?>> all = new LinkedHashMap<>();
        all.put(TYPE.name(), TYPE);
        all.put(TITLE.name(), TITLE);
        all.put(WIDTH.name(), WIDTH);
        OPTIONS.values().forEach(options -> options.forEach(option -> all.put(option.name(), option)));
        return List.copyOf(all.values());
    }

    static Map<String, Object> schema() {
        List<Map<String, Object>> types = new ArrayList<>();
        OPTIONS.forEach((type, options) -> {
            List<ConfigOption<?>> own =
                    new ArrayList<>(List.of(ConfigOption.word("type", List.of(type)), TITLE, WIDTH));
            own.addAll(options);
            List<String> needed = new ArrayList<>(List.of(TYPE.name()));
            needed.addAll(ConfigOption.names(REQUIRED.getOrDefault(type, List.of())));
            types.add(ConfigOption.schema(own, needed));
        });
        Map<String, Object> widgets = JsonSchema.mappings(Map.of("oneOf", types), WidgetDefinition.MOST);
        return Map.of(
                "anyOf",
                List.of(
                        widgets,
                        ConfigOption.schema(
                                List.of(PERIOD, UNTIL, ConfigOption.structure(WIDGETS, widgets)), List.of())));
    }

    DashboardSettings read(Node node, String path) {
        if (!(node instanceof MappingNode)) {
            return new DashboardSettings(
                    DashboardDefinition.DEFAULT.period(),
                    DashboardDefinition.DEFAULT.until(),
                    Optional.of(widgets(node, path)));
        }
        Section page = source.section(node, path, List.of(PERIOD.name(), UNTIL.name(), WIDGETS));
        return new DashboardSettings(
                page.get(PERIOD).flatMap(Preset::of).orElse(DashboardDefinition.DEFAULT.period()),
                page.get(UNTIL).map(LocalDate::parse),
                page.node(WIDGETS).map(widgets -> widgets(widgets, page.path(WIDGETS))));
    }

    private List<DashboardSettings.ConfiguredWidget> widgets(Node node, String path) {
        List<DashboardSettings.ConfiguredWidget> widgets = new ArrayList<>();
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of widgets is expected");
        } else if (sequence.getValue().size() > WidgetDefinition.MOST) {
            source.problem(node, path, "there are at most " + WidgetDefinition.MOST + " widgets");
        } else {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                Node each = sequence.getValue().get(i);
                String at = path + "[" + i + "]";
                widget(each, at)
                        .ifPresent(widget ->
                                widgets.add(new DashboardSettings.ConfiguredWidget(widget, source.place(each), at)));
            }
        }
        return widgets;
    }

    private Optional<WidgetDefinition> widget(Node node, String path) {
        if (isFormerChart(node, path)) {
            return Optional.empty();
        }
        Section any = source.section(node, path, ConfigOption.names(all()));
        Optional<String> type = any.get(TYPE);
        if (type.isEmpty()) {
            if (node instanceof MappingNode && !any.members().containsKey(TYPE.name())) {
                source.problem(
                        node, any.path(TYPE.name()), "one of " + String.join(", ", OPTIONS.keySet()) + " is expected");
            }
            return Optional.empty();
        }
        List<String> own = new ArrayList<>(List.of(TYPE.name(), TITLE.name(), WIDTH.name()));
        own.addAll(ConfigOption.names(OPTIONS.getOrDefault(type.get(), List.of())));
        any.members().keySet().stream()
                .filter(option -> !own.contains(option))
                .forEach(option -> any.problem(option, "a widget of type '" + type.get() + "' has no such option"));
        boolean whole = true;
        for (ConfigOption<?> option : REQUIRED.getOrDefault(type.get(), List.of())) {
            if (any.node(option.name()).isEmpty()) {
                any.problem(option.name(), "this widget requires it");
                whole = false;
            }
        }
        return whole ? Optional.of(widget(any, type.get())) : Optional.empty();
    }

    private boolean isFormerChart(Node node, String path) {
        boolean former = node instanceof MappingNode mapping
                && mapping.getValue().stream()
                        .anyMatch(tuple ->
                                isScalar(tuple.getKeyNode(), TYPE.name()) && isScalar(tuple.getValueNode(), CHART));
        if (former) {
            source.problem(
                    node,
                    YamlSource.join(path, TYPE.name()),
                    "'chart' is now 'bar' or 'donut' with a 'field', or 'line' or 'bar' with a 'date_field';"
                            + " 'sum: x' is now 'measure: { sum: x }', and 'by' follows from the range of the page");
        }
        return former;
    }

    private static boolean isScalar(Node node, String text) {
        return node instanceof ScalarNode scalar && scalar.getValue().equals(text);
    }

    private WidgetDefinition widget(Section widget, String type) {
        String model = widget.get(MODEL).orElse("");
        String field = widget.get(FIELD).orElse("");
        WidgetDefinition.Builder builder = switch (type) {
            case "count" -> figure(widget, WidgetDefinition.count(model));
            case "sum" -> figure(widget, WidgetDefinition.sum(model, field));
            case "average" -> figure(widget, WidgetDefinition.average(model, field));
            case "line" -> chart(widget, WidgetDefinition.chart(Look.LINE, model));
            case "bar" -> chart(widget, WidgetDefinition.chart(Look.BAR, model));
            case "donut" -> chart(widget, WidgetDefinition.chart(Look.DONUT, model));
            case "table" -> table(widget, WidgetDefinition.table(model));
            case "recent_changes" ->
                given(widget, LIMIT, WidgetDefinition.recentChanges(), WidgetDefinition.Builder::limit);
            default -> given(widget, HOURS, WidgetDefinition.signInFailures(), WidgetDefinition.Builder::hours);
        };
        widget.label(TITLE).ifPresent(builder::title);
        given(widget, WIDTH, builder, WidgetDefinition.Builder::width);
        return builder.build();
    }

    private WidgetDefinition.Builder figure(Section widget, WidgetDefinition.Builder figure) {
        return given(widget, BETTER, records(widget, figure), WidgetDefinition.Builder::better);
    }

    private WidgetDefinition.Builder chart(Section widget, WidgetDefinition.Builder chart) {
        given(widget, FIELD, records(widget, chart), WidgetDefinition.Builder::field);
        return given(widget, GROUPS, chart.measure(measure(widget)), WidgetDefinition.Builder::limit);
    }

    private WidgetDefinition.Builder table(Section widget, WidgetDefinition.Builder table) {
        given(widget, COLUMNS, records(widget, table), WidgetDefinition.Builder::columns);
        given(widget, ORDERING, table, WidgetDefinition.Builder::ordering);
        return given(widget, RECORDS, table, WidgetDefinition.Builder::limit);
    }

    private WidgetDefinition.Builder records(Section widget, WidgetDefinition.Builder builder) {
        filter(widget).forEach(builder::filter);
        return given(widget, DATE_FIELD, builder, WidgetDefinition.Builder::dateField);
    }

    private static <T> WidgetDefinition.Builder given(
            Section widget,
            ConfigOption<T> option,
            WidgetDefinition.Builder builder,
            BiConsumer<WidgetDefinition.Builder, T> call) {
        widget.get(option).ifPresent(value -> call.accept(builder, value));
        return builder;
    }

    /** {@code count}, {@code { sum: total }} or {@code { average: total }}. */
    private Measure measure(Section widget) {
        Optional<Node> node = widget.node(MEASURE.name());
        if (node.isEmpty()) {
            return Measure.COUNT;
        }
        if (node.get() instanceof MappingNode) {
            Section measure =
                    source.section(node.get(), widget.path(MEASURE.name()), List.of(SUM.name(), AVERAGE.name()));
            Optional<String> sum = measure.get(SUM);
            Optional<String> average = measure.get(AVERAGE);
            if (sum.isPresent() != average.isPresent()) {
                return sum.map(Measure::sum)
                        .or(() -> average.map(Measure::average))
                        .orElseThrow();
            }
        } else if (source.scalar(node.get(), widget.path(MEASURE.name()))
                .orElse("")
                .equals("count")) {
            return Measure.COUNT;
        }
        widget.problem(MEASURE.name(), "count, { sum: FIELD } or { average: FIELD } is expected");
        return Measure.COUNT;
    }

    /** Parses the query of a list: {@code status=active&price__gte=10}, or a mapping with the same content. */
    private Map<String, String> filter(Section widget) {
        Map<String, String> filter = new LinkedHashMap<>();
        Optional<Node> node = widget.node(FILTER.name());
        String path = widget.path(FILTER.name());
        if (node.isPresent() && node.get() instanceof MappingNode) {
            source.members(node.get(), path)
                    .forEach((name, value) -> source.scalar(value, YamlSource.join(path, name))
                            .ifPresent(text -> filter.put(name, text)));
        } else if (node.isPresent()) {
            for (String part : source.scalar(node.get(), path).orElse("").split("&", -1)) {
                int cut = part.indexOf('=');
                @Nullable String name = cut <= 0 ? null : decoded(part.substring(0, cut));
                @Nullable String value = cut <= 0 ? null : decoded(part.substring(cut + 1));
                if (name == null || value == null) {
                    widget.problem(FILTER.name(), "a filter such as status=active&price__gte=10 is expected");
                } else if (filter.putIfAbsent(name, value) != null) {
                    widget.problem(FILTER.name(), YamlSource.shown(name) + " is given twice");
                }
            }
        }
        return filter;
    }

    private static @Nullable String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
