package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.type.ListType;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.domain.text.Label;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the fields of a model in a configuration file. */
final class FieldReader {
    private static final List<String> GENERATORS = Arrays.stream(FieldDefinition.Generated.values())
            .map(FieldReader::word)
            .toList();
    private static final List<String> TYPES =
            Arrays.stream(FieldType.values()).map(FieldType::word).toList();

    static final ConfigOption<Void> LABEL = ConfigOption.label("label");
    static final ConfigOption<String> RENAMED_FROM = ConfigOption.text("renamed_from");

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
    private static final ConfigOption<String> ON_UPDATE = ConfigOption.word("on_update", List.of(DefaultReader.NOW));
    static final ConfigOption<Boolean> READ_ONLY = ConfigOption.flag("read_only");
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
    static final ConfigOption<Void> HELP = ConfigOption.label("help");
    static final ConfigOption<String> TO = ConfigOption.text("to");
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
    static final List<ConfigOption<?>> OPTIONS = List.of(
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
            ON_UPDATE,
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

    private final YamlSource source;
    private final Map<String, Node> modelNodes;

    /** @param modelNodes the models of the file by name, which references point to */
    FieldReader(YamlSource source, Map<String, Node> modelNodes) {
        this.source = source;
        this.modelNodes = modelNodes;
    }

    /**
     * Adds a field to a model; problems are reported.
     *
     * @param table of the model, for errors of the field
     */
    void addTo(ModelDefinition.Builder model, String table, String name, Node node, String path) {
        int before = source.problems().count();
        Section section = source.section(node, path, ConfigOption.names(OPTIONS));
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
            source.problem(node, path, ModelsReader.without("field '" + name + "': ", e));
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
        if (fits(section, ON_UPDATE, type.valueType().takes(Option.NOW), "dates and times")
                && section.get(ON_UPDATE).isPresent()) {
            field.onUpdateNow();
        }
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
}
