package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.Inline;
import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.type.ListType;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.domain.text.Label;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code models} of a configuration file. */
final class ModelsReader {
    static final String SUPERUSERS = "superusers";
    static final List<String> CHANGES = Arrays.stream(ChangeNotices.Change.values())
            .map(ChangeNotices.Change::word)
            .toList();

    private static final List<String> GENERATORS = Arrays.stream(FieldDefinition.Generated.values())
            .map(ModelsReader::word)
            .toList();
    private static final List<String> TYPES =
            Arrays.stream(FieldType.values()).map(FieldType::word).toList();

    private static final ConfigOption<Void> LABEL = ConfigOption.label("label");
    private static final ConfigOption<String> RENAMED_FROM = ConfigOption.text("renamed_from");

    // of a field
    private static final ConfigOption<String> TYPE = ConfigOption.word("type", TYPES);
    private static final ConfigOption<String> COLUMN = ConfigOption.text("column");
    private static final ConfigOption<Boolean> PRIMARY_KEY = ConfigOption.flag("primary_key");
    private static final ConfigOption<String> GENERATED = ConfigOption.word("generated", GENERATORS);
    private static final ConfigOption<Boolean> REQUIRED = ConfigOption.flag("required");
    private static final ConfigOption<Boolean> NULLABLE = ConfigOption.flag("nullable");
    private static final ConfigOption<Boolean> UNIQUE = ConfigOption.flag("unique");
    private static final ConfigOption<Boolean> INDEX = ConfigOption.flag("index");
    private static final ConfigOption<Void> DEFAULT = ConfigOption.structure("default", Map.of());
    private static final ConfigOption<String> DEFAULT_EXPRESSION = ConfigOption.text("default_expression");
    private static final ConfigOption<Boolean> READ_ONLY = ConfigOption.flag("read_only");
    private static final ConfigOption<Boolean> WRITE_ONLY = ConfigOption.flag("write_only");
    private static final ConfigOption<Integer> MIN_LENGTH = ConfigOption.number("min_length", 0, Integer.MAX_VALUE);
    private static final ConfigOption<Integer> MAX_LENGTH = ConfigOption.number("max_length", 1, Integer.MAX_VALUE);
    private static final ConfigOption<String> MINIMUM = ConfigOption.text("minimum");
    private static final ConfigOption<String> MAXIMUM = ConfigOption.text("maximum");
    private static final ConfigOption<String> PATTERN = ConfigOption.text("pattern");
    private static final ConfigOption<Integer> PRECISION = ConfigOption.number("precision", 1, 1000);
    private static final ConfigOption<Integer> SCALE = ConfigOption.number("scale", 0, 1000);
    private static final ConfigOption<List<String>> VALUES = ConfigOption.texts("values");
    private static final ConfigOption<String> OF = ConfigOption.word(
            "of",
            Arrays.stream(FieldType.values())
                    .filter(type -> type.valueType().canBeItem())
                    .map(FieldType::word)
                    .toList());
    private static final ConfigOption<Integer> MIN_ITEMS = ConfigOption.number("min_items", 0, ListType.MAX_ITEMS);
    private static final ConfigOption<Integer> MAX_ITEMS = ConfigOption.number("max_items", 1, ListType.MAX_ITEMS);
    private static final ConfigOption<List<String>> ACCEPT = ConfigOption.texts("accept");
    private static final ConfigOption<Long> MAX_BYTES = ConfigOption.bytes("max_bytes");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})(?:x([0-9]{1,5}))?");
    private static final ConfigOption<Void> SIZES = ConfigOption.structure(
            "sizes",
            JsonSchema.named(JsonSchema.with(
                    Map.of("type", List.of("string", "integer")), "pattern", "^[0-9]{1,5}(x[0-9]{1,5})?$")));
    private static final ConfigOption<String> LANGUAGE = ConfigOption.text("language");
    private static final ConfigOption<Void> VISIBLE_IF = ConfigOption.structure(
            "visible_if",
            JsonSchema.named(Map.of(
                    "anyOf",
                    List.of(
                            JsonSchema.type("string"),
                            JsonSchema.type("number"),
                            JsonSchema.type("boolean"),
                            JsonSchema.list(JsonSchema.text())))));
    private static final ConfigOption<Void> VALUE_LABELS = ConfigOption.structure(
            "value_labels", JsonSchema.named(ConfigOption.label("label").type().schema()));
    private static final ConfigOption<Void> COLOURS =
            ConfigOption.structure("colours", JsonSchema.named(JsonSchema.word(Hue.WORDS)));
    private static final ConfigOption<List<String>> STEPS = ConfigOption.texts("steps");
    private static final ConfigOption<String> UNIT = ConfigOption.text("unit");
    private static final ConfigOption<String> CURRENCY = ConfigOption.text("currency");
    private static final ConfigOption<String> CURRENCY_FIELD = ConfigOption.text("currency_field");
    private static final ConfigOption<Boolean> GROUPING = ConfigOption.flag("grouping");
    private static final ConfigOption<String> WIDGET = ConfigOption.text("widget");
    private static final ConfigOption<Void> HELP = ConfigOption.label("help");
    private static final ConfigOption<String> TO = ConfigOption.text("to");
    private static final ConfigOption<String> ON_DELETE = ConfigOption.word(
            "on_delete",
            Arrays.stream(Reference.OnDelete.values())
                    .map(Reference.OnDelete::word)
                    .toList());

    private static final List<ConfigOption<String>> JOIN_TABLE =
            List.of(ConfigOption.text("table"), ConfigOption.text("source_column"), ConfigOption.text("target_column"));
    private static final ConfigOption<Void> THROUGH =
            ConfigOption.structure("through", ConfigOption.schema(JOIN_TABLE, ConfigOption.names(JOIN_TABLE)));

    /** The options of a field, in the documented order. */
    static final List<ConfigOption<?>> FIELD_OPTIONS = List.of(
            TYPE,
            COLUMN,
            PRIMARY_KEY,
            GENERATED,
            REQUIRED,
            NULLABLE,
            UNIQUE,
            INDEX,
            DEFAULT,
            DEFAULT_EXPRESSION,
            READ_ONLY,
            WRITE_ONLY,
            MIN_LENGTH,
            MAX_LENGTH,
            MINIMUM,
            MAXIMUM,
            PATTERN,
            PRECISION,
            SCALE,
            VALUES,
            OF,
            MIN_ITEMS,
            MAX_ITEMS,
            ACCEPT,
            MAX_BYTES,
            SIZES,
            LANGUAGE,
            LABEL,
            HELP,
            VISIBLE_IF,
            VALUE_LABELS,
            COLOURS,
            STEPS,
            UNIT,
            CURRENCY,
            CURRENCY_FIELD,
            GROUPING,
            WIDGET,
            TO,
            ON_DELETE,
            THROUGH,
            RENAMED_FROM);

    // of a model
    private static final ConfigOption<String> TABLE = ConfigOption.text("table");
    private static final ConfigOption<List<String>> KEY = ConfigOption.texts("key");
    private static final ConfigOption<Void> LABEL_PLURAL = ConfigOption.label("label_plural");
    private static final ConfigOption<String> DISPLAY = ConfigOption.text("display");
    private static final ConfigOption<Void> FIELDS =
            ConfigOption.structure("fields", JsonSchema.named(ConfigOption.schema(FIELD_OPTIONS, List.of("type"))));
    private static final ConfigOption<Void> UNIQUE_TOGETHER = ConfigOption.structure(
            "unique_together", JsonSchema.with(JsonSchema.type("array"), "items", JsonSchema.list(JsonSchema.text())));
    private static final ConfigOption<List<String>> JOINT_FIELDS = ConfigOption.texts("fields");
    private static final ConfigOption<Void> REFERENCES_TOGETHER = ConfigOption.structure(
            "references_together",
            JsonSchema.with(
                    JsonSchema.type("array"),
                    "items",
                    ConfigOption.schema(List.of(JOINT_FIELDS, TO), List.of("fields", "to"))));
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
    static final List<ConfigOption<?>> MODEL_OPTIONS = List.of(
            TABLE,
            LABEL,
            LABEL_PLURAL,
            HELP,
            DISPLAY,
            FIELDS,
            KEY,
            READ_ONLY,
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
            RENAMED_FROM);

    private static final Pattern JAVA_OPTION = Pattern.compile("'([a-z]+(?:[A-Z][a-z]+)+)'");

    private final YamlSource source;
    private final Set<String> features;
    private Map<String, Node> modelNodes = Map.of();

    ModelsReader(YamlSource source, Set<String> features) {
        this.source = source;
        this.features = features;
    }

    static Map<String, Object> schema() {
        return JsonSchema.named(ConfigOption.schema(MODEL_OPTIONS, List.of(FIELDS.name())));
    }

    /** The models that have no feature flag or whose flag is on. Problems of all models are reported. */
    List<ModelDefinition> read(@Nullable Node node, String path) {
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
        return models;
    }

    private Optional<ModelDefinition> model(String name, Node node, String path) {
        int before = source.problems().count();
        Section section = source.section(node, path, ConfigOption.names(MODEL_OPTIONS));
        ModelDefinition.Builder model = ModelDefinition.builder(name);
        String table = section.get(TABLE).orElse(name);
        model.table(table);
        section.label(LABEL).ifPresent(model::label);
        section.label(LABEL_PLURAL).ifPresent(model::labelPlural);
        section.label(HELP).ifPresent(model::help);
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
        section.get(RENAMED_FROM).ifPresent(model::renamedFrom);
        if (section.get(READ_ONLY).orElse(false)) {
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
            source.members(fields.get(), section.path("fields"))
                    .forEach((field, options) ->
                            field(model, table, field, options, YamlSource.join(section.path("fields"), field)));
        }
        if (source.problems().count() > before) {
            return Optional.empty();
        }
        try {
            return Optional.of(model.build());
        } catch (IllegalArgumentException e) {
            source.problem(node, path, without("model '" + name + "': ", e));
            return Optional.empty();
        }
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
            Section reference = source.section(item, path, List.of(JOINT_FIELDS.name(), TO.name()));
            Optional<List<String>> fields = reference.get(JOINT_FIELDS);
            Optional<String> to = reference.get(TO);
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

    private void field(ModelDefinition.Builder model, String table, String name, Node node, String path) {
        int before = source.problems().count();
        Section section = source.section(node, path, ConfigOption.names(FIELD_OPTIONS));
        if (section.node("type").isEmpty()) {
            source.problem(node, section.path("type"), "a field needs a type: one of " + String.join(", ", TYPES));
            return;
        }
        Optional<FieldType> type = section.get(TYPE).flatMap(FieldType::ofWord);
        if (type.isEmpty()) {
            return;
        }
        FieldDefinition.Builder field = FieldDefinition.builder(name, type.get());
        collect(section, type.get(), field);
        if (source.problems().count() > before) {
            return;
        }
        try {
            FieldDefinition built = field.build(table);
            section.node("default")
                    .flatMap(value ->
                            new DefaultReader(source, section.path("default")).read(built, value, keyType(built)))
                    .ifPresent(field::defaultValue);
            model.field(name, type.get(), _ -> field);
        } catch (IllegalArgumentException e) {
            source.problem(node, path, without("field '" + name + "': ", e));
        }
    }

    private void collect(Section section, FieldType type, FieldDefinition.Builder field) {
        section.get(COLUMN).ifPresent(field::column);
        section.get(RENAMED_FROM).ifPresent(field::renamedFrom);
        if (section.get(PRIMARY_KEY).orElse(false)) {
            field.primaryKey();
        }
        section.get(GENERATED)
                .ifPresent(word -> Arrays.stream(FieldDefinition.Generated.values())
                        .filter(generated -> word(generated).equals(word))
                        .forEach(field::generated));
        if (section.get(REQUIRED).orElse(false)) {
            field.required();
        }
        section.get(NULLABLE).ifPresent(field::nullable);
        if (section.get(UNIQUE).orElse(false)) {
            field.unique();
        }
        if (section.get(INDEX).orElse(false)) {
            field.index();
        }
        if (section.node("default").isPresent()) {
            // a placeholder until the field's other options are known; it also prevents a generated key
            field.defaultValue(new DefaultValue.Now());
        }
        section.get(DEFAULT_EXPRESSION).ifPresent(expression -> {
            field.defaultValue(new DefaultValue.DatabaseExpression(expression));
            if (section.node("default").isPresent()) {
                section.problem("default_expression", "'default' is already set");
            }
        });
        if (section.get(READ_ONLY).orElse(false)) {
            field.readOnly();
        }
        if (section.get(WRITE_ONLY).orElse(false)) {
            field.writeOnly();
        }
        Optional<FieldType> of = items(section, type, field);
        ValueType values = of.orElse(type).valueType(); // the constraints of a list are those of its items
        boolean sized = values.takes(Option.LENGTH);
        if (fits(section, MIN_LENGTH, sized, "text and binary")) {
            section.get(MIN_LENGTH).ifPresent(field::minLength);
        }
        if (fits(section, MAX_LENGTH, sized, "text and binary")) {
            section.get(MAX_LENGTH).ifPresent(field::maxLength);
        }
        if (fits(section, MINIMUM, values.takes(Option.RANGE), "numbers")) {
            bound(section, values, MINIMUM).ifPresent(field::minimum);
        }
        if (fits(section, MAXIMUM, values.takes(Option.RANGE), "numbers")) {
            bound(section, values, MAXIMUM).ifPresent(field::maximum);
        }
        if (fits(section, PATTERN, values.takes(Option.PATTERN), "text")) {
            section.get(PATTERN).ifPresent(pattern -> pattern(section, field, pattern));
        }
        if (fits(section, PRECISION, values.takes(Option.DIGITS), "decimals")) {
            section.get(PRECISION).ifPresent(field::precision);
        }
        if (fits(section, SCALE, values.takes(Option.DIGITS), "decimals")) {
            section.get(SCALE).ifPresent(field::scale);
        }
        if (fits(section, VALUES, values.takes(Option.VALUES), "enums")) {
            section.get(VALUES).ifPresent(field::values);
        }
        boolean files = type.valueType().takes(Option.FILES);
        if (fits(section, ACCEPT, files, "files and images")) {
            section.get(ACCEPT).ifPresent(types -> field.accept(types.toArray(String[]::new)));
        }
        if (fits(section, MAX_BYTES, files, "files and images")) {
            section.get(MAX_BYTES).ifPresent(field::maxBytes);
        }
        section.node(SIZES.name()).ifPresent(node -> sizes(section, node, field));
        section.label(LABEL).ifPresent(field::label);
        section.label(HELP).ifPresent(field::help);
        if (fits(section, LANGUAGE, type.valueType().takes(Option.LANGUAGE), "code")) {
            section.get(LANGUAGE).ifPresent(field::language);
        }
        section.node(VISIBLE_IF.name()).ifPresent(node -> visibleIf(section, node, field));
        section.node(VALUE_LABELS.name()).ifPresent(node -> valueLabels(section, node, field));
        section.node(COLOURS.name()).ifPresent(node -> colours(section, node, field));
        section.get(STEPS).ifPresent(field::steps);
        section.get(UNIT).ifPresent(field::unit);
        section.get(CURRENCY).ifPresent(field::currency);
        section.get(CURRENCY_FIELD).ifPresent(field::currencyField);
        section.get(GROUPING).ifPresent(field::grouping);
        section.get(WIDGET).ifPresent(field::widget);
        relation(section, type, field);
    }

    private static Optional<FieldType> items(Section section, FieldType type, FieldDefinition.Builder field) {
        boolean list = type.valueType().takes(Option.ITEMS);
        Optional<FieldType> of =
                fits(section, OF, list, "lists") ? section.get(OF).flatMap(FieldType::ofWord) : Optional.empty();
        of.ifPresent(field::of);
        if (list && section.node(OF.name()).isEmpty()) {
            section.problem(OF.name(), "a list needs the type of its items");
        }
        if (fits(section, MIN_ITEMS, list, "lists") && of.isPresent()) {
            section.get(MIN_ITEMS).ifPresent(field::minItems);
        }
        if (fits(section, MAX_ITEMS, list, "lists") && of.isPresent()) {
            section.get(MAX_ITEMS).ifPresent(field::maxItems);
        }
        return of;
    }

    /** Parses {@code {status: shipped, total__gt: 100, kind__in: [a, b]}}. */
    private void visibleIf(Section section, Node node, FieldDefinition.Builder field) {
        Map<String, String> conditions = new LinkedHashMap<>();
        String path = section.path(VISIBLE_IF.name());
        source.members(node, path)
                .forEach((key, operand) -> source.scalars(operand, YamlSource.join(path, key))
                        .ifPresent(texts -> conditions.put(key, String.join(",", texts))));
        if (conditions.isEmpty()) {
            section.problem(VISIBLE_IF.name(), "a condition is expected, such as {status: shipped}");
        } else {
            field.visibleIf(conditions);
        }
    }

    /** Parses {@code {paid: Paid, in_transit: {en: On its way, de: Unterwegs}}}. */
    private void valueLabels(Section section, Node node, FieldDefinition.Builder field) {
        String path = section.path(VALUE_LABELS.name());
        Map<String, Label> labels = new LinkedHashMap<>();
        source.members(node, path)
                .forEach((value, given) ->
                        source.label(given, YamlSource.join(path, value)).ifPresent(label -> labels.put(value, label)));
        field.valueLabels(labels);
    }

    /** Parses {@code {paid: blue, cancelled: red}}. */
    private void colours(Section section, Node node, FieldDefinition.Builder field) {
        Map<String, Hue> colours = new LinkedHashMap<>();
        Section given = source.section(
                node,
                section.path(COLOURS.name()),
                List.copyOf(source.members(node, section.path(COLOURS.name())).keySet()));
        source.members(node, section.path(COLOURS.name()))
                .keySet()
                .forEach(value -> given.get(ConfigOption.word(value, Hue.WORDS))
                        .flatMap(Hue::of)
                        .ifPresent(hue -> colours.put(value, hue)));
        field.colours(colours);
    }

    /** Parses {@code {small: 160, large: 1200x800}}. */
    private void sizes(Section section, Node node, FieldDefinition.Builder field) {
        String path = section.path(SIZES.name());
        Map<String, FileReference.Dimensions> sizes = new LinkedHashMap<>();
        source.members(node, path)
                .forEach((name, given) -> source.scalar(given, YamlSource.join(path, name))
                        .ifPresent(text -> {
                            Matcher size = SIZE.matcher(text);
                            if (size.matches()) {
                                int width = Integer.parseInt(size.group(1));
                                sizes.put(
                                        name,
                                        new FileReference.Dimensions(
                                                width,
                                                size.group(2) == null ? width : Integer.parseInt(size.group(2))));
                            } else {
                                source.problem(
                                        given,
                                        YamlSource.join(path, name),
                                        "width and height in pixels are expected, such as 1200x800, not "
                                                + YamlSource.shown(text));
                            }
                        }));
        field.sizes(sizes);
    }

    private void relation(Section section, FieldType type, FieldDefinition.Builder field) {
        boolean relation = type.valueType().isRelation();
        if (fits(section, TO, relation, "references")) {
            section.get(TO).ifPresent(field::to);
        }
        if (relation && section.node("to").isEmpty()) {
            section.problem("to", "a reference needs the name of the model it points to");
        }
        if (fits(section, ON_DELETE, type == FieldType.REFERENCE, "a 'reference'")) {
            section.get(ON_DELETE)
                    .ifPresent(word -> field.onDelete(Reference.OnDelete.valueOf(word.toUpperCase(Locale.ROOT))));
        }
        if (fits(section, THROUGH, type == FieldType.REFERENCES, "'references'")) {
            section.node("through").ifPresent(node -> {
                Section through = source.section(node, section.path("through"), ConfigOption.names(JOIN_TABLE));
                Map<String, String> texts = new LinkedHashMap<>();
                for (ConfigOption<String> part : JOIN_TABLE) {
                    through.get(part)
                            .ifPresentOrElse(
                                    text -> texts.put(part.name(), text),
                                    () -> source.problem(node, through.path(part.name()), "a join table needs this"));
                }
                if (texts.size() == JOIN_TABLE.size()) {
                    List<String> values = List.copyOf(texts.values());
                    field.through(new Reference.JoinTable(values.get(0), values.get(1), values.get(2)));
                }
            });
        }
    }

    /** What generates a key, as a word of the file. */
    static String word(FieldDefinition.Generated generated) {
        return switch (generated) {
            case NO -> "no";
            case BY_DATABASE -> "database";
            case BY_SERVER -> "server";
        };
    }

    private static boolean fits(Section section, ConfigOption<?> option, boolean fits, String kinds) {
        if (!fits && section.node(option.name()).isPresent()) {
            section.problem(option.name(), "this option is for " + kinds);
        }
        return fits;
    }

    private static Optional<BigDecimal> bound(Section section, ValueType type, ConfigOption<String> option) {
        return section.get(option).flatMap(text -> {
            Optional<BigDecimal> bound = type.bound(text);
            if (bound.isEmpty()) {
                section.problem(option.name(), "a " + type.boundName() + " is expected, not " + YamlSource.shown(text));
            }
            return bound;
        });
    }

    private static void pattern(Section section, FieldDefinition.Builder field, String pattern) {
        try {
            field.pattern(pattern);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            section.problem("pattern", message.substring(message.indexOf("'pattern'") + "'pattern' ".length()));
        }
    }

    /** The key type of a reference's target, as far as this file defines it. */
    private Optional<FieldType> keyType(FieldDefinition field) {
        return field.type() == FieldType.REFERENCE ? keyType(field.target().to(), 0) : Optional.empty();
    }

    private Optional<FieldType> keyType(String model, int depth) {
        @Nullable Node node = modelNodes.get(model);
        if (node == null || depth > 8) {
            return Optional.empty();
        }
        YamlSource silent = new YamlSource("", new Problems());
        @Nullable Node fields = silent.members(node, "").get("fields");
        if (fields == null) {
            return Optional.empty();
        }
        for (Node field : silent.members(fields, "").values()) {
            Section section = new Section(silent, field, "", silent.members(field, ""));
            if (section.get(PRIMARY_KEY).orElse(false)) {
                Optional<FieldType> type = section.get(TYPE).flatMap(FieldType::ofWord);
                return type.isPresent() && type.get() == FieldType.REFERENCE
                        ? section.get(TO).flatMap(to -> keyType(to, depth + 1))
                        : type;
            }
        }
        return Optional.empty();
    }

    private static String without(String prefix, IllegalArgumentException e) {
        String message = words(String.valueOf(e.getMessage()));
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }

    /** A message about a model with the options as a configuration file names them: {@code list_display}, not {@code listDisplay}. */
    static String words(String message) {
        return JAVA_OPTION.matcher(message).replaceAll(option -> {
            String name = Naming.snakeCase(option.group(1));
            return Stream.of(MODEL_OPTIONS, FIELD_OPTIONS)
                            .flatMap(List::stream)
                            .anyMatch(one -> one.name().equals(name))
                    ? "'" + name + "'"
                    : option.group();
        });
    }
}
