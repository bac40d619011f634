package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.Inline;
import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code models} of a configuration file. */
final class ModelsReader {
    static final String SUPERUSERS = "superusers";
    static final List<String> CHANGES = Arrays.stream(ChangeNotices.Change.values())
            .map(ChangeNotices.Change::word)
            .toList();

    private static final ConfigOption<String> TABLE = ConfigOption.text("table");
    private static final ConfigOption<List<String>> KEY = ConfigOption.texts("key");
    private static final ConfigOption<Void> LABEL_PLURAL = ConfigOption.label("label_plural");
    private static final ConfigOption<String> DISPLAY = ConfigOption.text("display");
    private static final ConfigOption<Void> FIELDS = ConfigOption.structure(
            "fields", JsonSchema.named(ConfigOption.schema(FieldReader.OPTIONS, List.of("type"))));
    private static final ConfigOption<Void> UNIQUE_TOGETHER = ConfigOption.structure(
            "unique_together", JsonSchema.with(JsonSchema.type("array"), "items", JsonSchema.list(JsonSchema.text())));
    private static final ConfigOption<List<String>> JOINT_FIELDS = ConfigOption.texts("fields");
    private static final ConfigOption<Void> REFERENCES_TOGETHER = ConfigOption.structure(
            "references_together",
            JsonSchema.with(
                    JsonSchema.type("array"),
                    "items",
                    ConfigOption.schema(List.of(JOINT_FIELDS, FieldReader.TO), List.of("fields", "to"))));
    private static final ConfigOption<String> INLINE_MODEL = ConfigOption.text("model");
    private static final ConfigOption<String> INLINE_FIELD = ConfigOption.text("field");
    private static final ConfigOption<String> INLINE_POSITION = ConfigOption.text("position");
    private static final List<ConfigOption<String>> INLINE = List.of(INLINE_MODEL, INLINE_FIELD, INLINE_POSITION);
    private static final ConfigOption<Void> INLINES = ConfigOption.structure(
            "inlines",
            JsonSchema.with(
                    JsonSchema.type("array"),
                    "items",
                    Map.of(
                            "anyOf",
                            List.of(JsonSchema.text(), ConfigOption.schema(INLINE, List.of(INLINE_MODEL.name()))))));
    private static final ConfigOption<Void> LAYOUT = ConfigOption.structure("layout", LayoutReader.schema());
    private static final ConfigOption<List<String>> LIST_DISPLAY = ConfigOption.texts("list_display");
    private static final ConfigOption<List<String>> SEARCH_FIELDS = ConfigOption.texts("search_fields");
    private static final ConfigOption<List<String>> LIST_FILTER = ConfigOption.texts("list_filter");
    private static final ConfigOption<List<String>> ORDERING = ConfigOption.texts("ordering");
    private static final ConfigOption<Integer> PAGE_SIZE =
            ConfigOption.number("page_size", 1, ListOptions.MAX_PAGE_SIZE);
    private static final ConfigOption<Void> NAV_GROUP = ConfigOption.label("nav_group");
    private static final ConfigOption<Integer> NAV_ORDER =
            ConfigOption.number("nav_order", Integer.MIN_VALUE, Integer.MAX_VALUE);
    private static final ConfigOption<String> ICON = ConfigOption.word("icon", Icon.WORDS);
    private static final ConfigOption<String> EXPORT_ENDPOINT =
            ConfigOption.word("export_endpoint", List.of("html", "api"));
    private static final ConfigOption<Boolean> SKIP_AUTO_ROUTES = ConfigOption.flag("skip_auto_routes");
    private static final ConfigOption<Boolean> REQUIRE_IF_MATCH = ConfigOption.flag("require_if_match");
    private static final ConfigOption<Boolean> COMMENTS = ConfigOption.flag("comments");
    private static final ConfigOption<String> FEATURE = ConfigOption.text("feature");

    private static final ConfigOption<List<String>> ON = ConfigOption.texts("on");
    private static final ConfigOption<List<String>> NOTIFIED = ConfigOption.texts("to");
    private static final ConfigOption<Void> CHANGE_NOTICES = ConfigOption.structure(
            "change_notices",
            Map.of(
                    "anyOf",
                    List.of(
                            JsonSchema.with(JsonSchema.type("array"), "items", JsonSchema.word(CHANGES)),
                            ConfigOption.schema(
                                    List.of(
                                            ConfigOption.structure(
                                                    ON.name(), JsonSchema.list(JsonSchema.word(CHANGES))),
                                            NOTIFIED),
                                    List.of()))));

    /** The options of a model, in the documented order. */
    static final List<ConfigOption<?>> OPTIONS = List.of(
            TABLE,
            FieldReader.LABEL,
            LABEL_PLURAL,
            FieldReader.HELP,
            DISPLAY,
            FIELDS,
            KEY,
            FieldReader.READ_ONLY,
            UNIQUE_TOGETHER,
            REFERENCES_TOGETHER,
            INLINES,
            LAYOUT,
            LIST_DISPLAY,
            SEARCH_FIELDS,
            LIST_FILTER,
            ORDERING,
            PAGE_SIZE,
            NAV_GROUP,
            NAV_ORDER,
            ICON,
            EXPORT_ENDPOINT,
            SKIP_AUTO_ROUTES,
            REQUIRE_IF_MATCH,
            COMMENTS,
            CHANGE_NOTICES,
            FEATURE,
            FieldReader.RENAMED_FROM);

    private static final Pattern JAVA_OPTION = Pattern.compile("'([a-z]+(?:[A-Z][a-z]+)+)'");

    private final YamlSource source;
    private final Set<String> features;
    private final Map<String, Place> places = new HashMap<>();
    private Map<String, Node> modelNodes = Map.of();

    ModelsReader(YamlSource source, Set<String> features) {
        this.source = source;
        this.features = features;
    }

    static Map<String, Object> schema() {
        return JsonSchema.named(ConfigOption.schema(OPTIONS, List.of(FIELDS.name())));
    }

    /** The models that have no feature flag or whose flag is on. Problems of all models are reported. */
    ConfiguredModels read(@Nullable Node node, String path) {
        List<ModelDefinition> models = new ArrayList<>();
        Set<String> off = new LinkedHashSet<>();
        if (node != null) {
            modelNodes = source.members(node, path);
            modelNodes.forEach((name, model) -> {
                String at = YamlSource.join(path, name);
                if (YamlSource.isNull(model)) {
                    source.problem(model, at, "a model needs 'fields'");
                } else {
                    model(name, model, at).ifPresent(definition -> {
                        Optional<String> flag = definition.availability().feature();
                        if (flag.isEmpty() || features.contains(flag.get())) {
                            models.add(definition);
                        } else {
                            off.add(name);
                        }
                    });
                }
            });
        }
        models.replaceAll(model -> model.withoutInlines(off));
        return new ConfiguredModels(models, places);
    }

    private Optional<ModelDefinition> model(String name, Node node, String path) {
        int before = source.problems().count();
        Section section = source.section(node, path, ConfigOption.names(OPTIONS));
        places.put(path, source.place(node));
        section.members().forEach((option, value) -> places.put(section.path(option), source.place(value)));
        ModelDefinition.Builder model = ModelDefinition.builder(name);
        String table = section.get(TABLE).orElse(name);
        model.table(table);
        section.label(FieldReader.LABEL).ifPresent(model::label);
        section.label(LABEL_PLURAL).ifPresent(model::labelPlural);
        section.label(FieldReader.HELP).ifPresent(model::help);
        section.get(DISPLAY).ifPresent(model::display);
        section.get(LIST_DISPLAY).ifPresent(model::listDisplay);
        section.get(SEARCH_FIELDS).ifPresent(model::searchFields);
        section.get(LIST_FILTER).ifPresent(model::listFilter);
        section.get(ORDERING).ifPresent(model::ordering);
        section.get(PAGE_SIZE).ifPresent(model::pageSize);
        section.label(NAV_GROUP).ifPresent(model::navGroup);
        section.get(NAV_ORDER).ifPresent(model::navOrder);
        section.get(ICON).flatMap(Icon::of).ifPresent(model::icon);
        section.get(FEATURE).ifPresent(model::feature);
        section.get(FieldReader.RENAMED_FROM).ifPresent(model::renamedFrom);
        if (section.get(FieldReader.READ_ONLY).orElse(false)) {
            model.readOnly();
        }
        section.get(KEY).ifPresent(fields -> model.key(fields.toArray(String[]::new)));
        if (section.get(REQUIRE_IF_MATCH).orElse(false)) {
            model.requireIfMatch();
        }
        section.get(COMMENTS).ifPresent(model::comments);
        section.node("change_notices").ifPresent(notices -> notices(notices, section.path("change_notices"), model));
        Optional<String> endpoint = section.get(EXPORT_ENDPOINT);
        boolean nowhere = section.get(SKIP_AUTO_ROUTES).orElse(false);
        endpoint.ifPresent(word -> model.exposure(Exposure.valueOf(word.toUpperCase(Locale.ROOT))));
        if (nowhere) {
            model.exposure(Exposure.NOWHERE);
        }
        if (nowhere && endpoint.isPresent()) {
            section.problem("skip_auto_routes", "without routes, 'export_endpoint' has no effect");
        }
        uniqueTogether(section, model);
        section.node(REFERENCES_TOGETHER.name())
                .ifPresent(list -> referencesTogether(list, section.path(REFERENCES_TOGETHER.name()), model));
        section.node(INLINES.name()).ifPresent(inlines -> inlines(inlines, section.path(INLINES.name()), model));
        section.node(LAYOUT.name())
                .flatMap(layout -> new LayoutReader(source).read(layout, section.path(LAYOUT.name())))
                .ifPresent(model::layout);
        Optional<Node> fields = section.node("fields");
        if (fields.isEmpty()) {
            source.problem(node, section.path("fields"), "a model needs this");
        } else {
            FieldReader reader = new FieldReader(source, modelNodes);
            source.members(fields.get(), section.path("fields")).forEach((field, options) -> {
                String at = YamlSource.join(section.path("fields"), field);
                places.put(at, source.place(target(options)));
                reader.addTo(model, table, field, options, at);
            });
        }
        if (source.problems().count() > before) {
            return Optional.empty();
        }
        try {
            return Optional.of(model.build());
        } catch (IllegalArgumentException e) {
            String rule = without("model '" + name + "': ", e);
            Place place = places.getOrDefault(ConfiguredModels.named(path, rule), source.place(node));
            source.problems().add(place, path, rule);
            return Optional.empty();
        }
    }

    /** The name of the model that a reference points to, or the whole field. */
    private static Node target(Node field) {
        return field instanceof MappingNode options
                ? options.getValue().stream()
                        .filter(option -> option.getKeyNode() instanceof ScalarNode key
                                && key.getValue().equals(FieldReader.TO.name()))
                        .map(NodeTuple::getValueNode)
                        .findFirst()
                        .orElse(field)
                : field;
    }

    /**
     * Parses {@code [create, delete]}, which notifies superusers, or {@code {on: [create], to: [superusers, Editor]}}.
     */
    private void notices(Node node, String path, ModelDefinition.Builder model) {
        List<String> on;
        List<String> to = List.of(SUPERUSERS);
        if (node instanceof SequenceNode) {
            on = source.scalars(node, path).orElse(List.of());
        } else {
            Section section = source.section(node, path, List.of(ON.name(), NOTIFIED.name()));
            on = section.get(ON).orElse(CHANGES);
            to = section.get(NOTIFIED).orElse(to);
        }
        Set<ChangeNotices.Change> changes = EnumSet.noneOf(ChangeNotices.Change.class);
        for (String word : on) {
            Optional<ChangeNotices.Change> change = ChangeNotices.Change.of(word);
            change.ifPresent(changes::add);
            if (change.isEmpty()) {
                source.problem(node, path, YamlSource.shown(word) + " is not one of " + String.join(", ", CHANGES));
            }
        }
        Set<String> roles = new LinkedHashSet<>(to);
        boolean superusers = roles.remove(SUPERUSERS);
        model.notices(new ChangeNotices(changes, superusers, roles));
    }

    /** Parses {@code [order_lines, {model: order_notes, field: order_id}]}. */
    private void inlines(Node node, String path, ModelDefinition.Builder model) {
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of models is expected, such as [order_lines]");
            return;
        }
        for (Node item : sequence.getValue()) {
            if (item instanceof ScalarNode) {
                source.scalar(item, path).map(Inline::of).ifPresent(model::inline);
                continue;
            }
            Section inline = source.section(item, path, ConfigOption.names(INLINE));
            Optional<String> child = inline.get(INLINE_MODEL);
            if (inline.node(INLINE_MODEL.name()).isEmpty()) {
                source.problem(item, inline.path(INLINE_MODEL.name()), "an inline needs the name of the child model");
            }
            child.ifPresent(
                    name -> model.inline(new Inline(name, inline.get(INLINE_FIELD), inline.get(INLINE_POSITION))));
        }
    }

    /** Parses {@code [{fields: [order_id, line], to: order_lines}]}. */
    private void referencesTogether(Node node, String path, ModelDefinition.Builder model) {
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list is expected, such as [{fields: [a, b], to: model}]");
            return;
        }
        for (Node item : sequence.getValue()) {
            Section reference = source.section(item, path, List.of(JOINT_FIELDS.name(), FieldReader.TO.name()));
            Optional<List<String>> fields = reference.get(JOINT_FIELDS);
            Optional<String> to = reference.get(FieldReader.TO);
            if (fields.isPresent() && to.isPresent()) {
                model.referencesTogether(fields.get(), to.get());
            } else {
                source.problem(item, path, "'fields' and 'to' are expected");
            }
        }
    }

    private void uniqueTogether(Section section, ModelDefinition.Builder model) {
        Optional<Node> groups = section.node("unique_together");
        if (groups.isEmpty()) {
            return;
        }
        String path = section.path("unique_together");
        if (!(groups.get() instanceof SequenceNode sequence)) {
            source.problem(groups.get(), path, "a list of lists of fields is expected, such as [[a, b]]");
            return;
        }
        // [a, b] is one group as well as [[a, b]]
        boolean single = sequence.getValue().stream().noneMatch(SequenceNode.class::isInstance);
        List<? extends Node> nodes = single ? List.of(sequence) : sequence.getValue();
        for (Node group : nodes) {
            source.scalars(group, path).ifPresent(fields -> model.uniqueTogether(fields.toArray(String[]::new)));
        }
    }

    static String without(String prefix, IllegalArgumentException e) {
        String message = words(String.valueOf(e.getMessage()));
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }

    /** A message about a model with the options as a configuration file names them: {@code list_display}, not {@code listDisplay}. */
    static String words(String message) {
        return JAVA_OPTION.matcher(message).replaceAll(option -> {
            String name = Naming.snakeCase(option.group(1));
            return Stream.of(OPTIONS, FieldReader.OPTIONS)
                            .flatMap(List::stream)
                            .anyMatch(one -> one.name().equals(name))
                    ? "'" + name + "'"
                    : option.group();
        });
    }
}
