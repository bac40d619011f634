package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
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
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code models} of a configuration file. */
final class ModelsReader {
    /** The options of a model, in the order in which they are written. */
    static final List<String> MODEL_OPTIONS = List.of(
            "table",
            "label",
            "label_plural",
            "display",
            "fields",
            "unique_together",
            "list_display",
            "search_fields",
            "list_filter",
            "ordering",
            "page_size",
            "nav_group",
            "nav_order",
            "export_endpoint",
            "skip_auto_routes",
            "require_if_match",
            "change_notices",
            "feature",
            "renamed_from");

    /** The options of a field, in the order in which they are written. */
    static final List<String> FIELD_OPTIONS = List.of(
            "type",
            "column",
            "primary_key",
            "generated",
            "required",
            "nullable",
            "unique",
            "default",
            "default_expression",
            "read_only",
            "write_only",
            "min_length",
            "max_length",
            "minimum",
            "maximum",
            "pattern",
            "precision",
            "scale",
            "values",
            "label",
            "help",
            "to",
            "on_delete",
            "through",
            "renamed_from");

    private static final List<String> GENERATORS = Arrays.stream(FieldDefinition.Generated.values())
            .map(ModelsReader::word)
            .toList();
    private static final List<String> TYPES =
            Arrays.stream(FieldType.values()).map(FieldType::word).toList();
    static final String SUPERUSERS = "superusers";
    static final List<String> CHANGES = Arrays.stream(ChangeNotices.Change.values())
            .map(ChangeNotices.Change::word)
            .toList();

    private final YamlSource source;
    private final Set<String> features;
    private Map<String, Node> modelNodes = Map.of();

    ModelsReader(YamlSource source, Set<String> features) {
        this.source = source;
        this.features = features;
    }

    /** The models whose feature flag is on, or that have none; what is wrong is a problem, also in the others. */
    List<ModelDefinition> read(@Nullable Node node, String path) {
        List<ModelDefinition> models = new ArrayList<>();
        if (node != null) {
            modelNodes = source.members(node, path);
            modelNodes.forEach((name, model) -> {
                String at = YamlSource.join(path, name);
                if (YamlSource.isNull(model)) {
                    source.problem(model, at, "a model needs 'fields'");
                } else {
                    model(name, model, at)
                            .filter(definition -> definition.feature().isEmpty()
                                    || features.contains(definition.feature().get()))
                            .ifPresent(models::add);
                }
            });
        }
        return models;
    }

    private Optional<ModelDefinition> model(String name, Node node, String path) {
        int before = source.problems().count();
        Section section = source.section(node, path, MODEL_OPTIONS);
        ModelDefinition.Builder model = ModelDefinition.builder(name);
        String table = section.text("table").orElse(name);
        model.table(table);
        section.text("label").ifPresent(model::label);
        section.text("label_plural").ifPresent(model::labelPlural);
        section.text("display").ifPresent(model::display);
        section.texts("list_display").ifPresent(model::listDisplay);
        section.texts("search_fields").ifPresent(model::searchFields);
        section.texts("list_filter").ifPresent(model::listFilter);
        section.texts("ordering").ifPresent(model::ordering);
        section.whole("page_size", 1, ModelDefinition.MAX_PAGE_SIZE).ifPresent(model::pageSize);
        section.text("nav_group").ifPresent(model::navGroup);
        section.whole("nav_order", Integer.MIN_VALUE, Integer.MAX_VALUE).ifPresent(model::navOrder);
        section.text("feature").ifPresent(model::feature);
        section.text("renamed_from").ifPresent(model::renamedFrom);
        if (section.flag("require_if_match").orElse(false)) {
            model.requireIfMatch();
        }
        section.node("change_notices").ifPresent(notices -> notices(notices, section.path("change_notices"), model));
        Optional<String> endpoint = section.word("export_endpoint", List.of("html", "api"));
        boolean nowhere = section.flag("skip_auto_routes").orElse(false);
        endpoint.ifPresent(word -> model.exposure(Exposure.valueOf(word.toUpperCase(Locale.ROOT))));
        if (nowhere) {
            model.exposure(Exposure.NOWHERE);
        }
        if (nowhere && endpoint.isPresent()) {
            section.problem("skip_auto_routes", "it builds no routes, so 'export_endpoint' cannot choose some");
        }
        uniqueTogether(section, model);
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

    /** {@code [create, delete]}, which tells superusers, or {@code {on: [create], to: [superusers, Editor]}}. */
    private void notices(Node node, String path, ModelDefinition.Builder model) {
        List<String> on;
        List<String> to = List.of(SUPERUSERS);
        if (node instanceof SequenceNode) {
            on = source.scalars(node, path).orElse(List.of());
        } else {
            Section section = source.section(node, path, List.of("on", "to"));
            on = section.texts("on").orElse(CHANGES);
            to = section.texts("to").orElse(to);
        }
        Set<ChangeNotices.Change> changes = EnumSet.noneOf(ChangeNotices.Change.class);
        for (String word : on) {
            Optional<ChangeNotices.Change> change = ChangeNotices.Change.of(word);
            change.ifPresent(changes::add);
            if (change.isEmpty()) {
                source.problem(node, path, YamlSource.shown(word) + " is none of " + String.join(", ", CHANGES));
            }
        }
        Set<String> roles = new LinkedHashSet<>(to);
        boolean superusers = roles.remove(SUPERUSERS);
        model.notices(new ChangeNotices(changes, superusers, roles));
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
        Section section = source.section(node, path, FIELD_OPTIONS);
        if (section.node("type").isEmpty()) {
            source.problem(node, section.path("type"), "a field needs a type: one of " + String.join(", ", TYPES));
            return;
        }
        Optional<FieldType> type = section.word("type", TYPES).flatMap(FieldType::ofWord);
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
        section.text("column").ifPresent(field::column);
        section.text("renamed_from").ifPresent(field::renamedFrom);
        if (section.flag("primary_key").orElse(false)) {
            field.primaryKey();
        }
        section.word("generated", GENERATORS)
                .ifPresent(word -> Arrays.stream(FieldDefinition.Generated.values())
                        .filter(generated -> word(generated).equals(word))
                        .forEach(field::generated));
        if (section.flag("required").orElse(false)) {
            field.required();
        }
        section.flag("nullable").ifPresent(field::nullable);
        if (section.flag("unique").orElse(false)) {
            field.unique();
        }
        if (section.node("default").isPresent()) {
            // a place holder until the field's other options are known; it also keeps a key from being generated
            field.defaultValue(new DefaultValue.Now());
        }
        section.text("default_expression").ifPresent(expression -> {
            field.defaultValue(new DefaultValue.DatabaseExpression(expression));
            if (section.node("default").isPresent()) {
                section.problem("default_expression", "'default' is there already");
            }
        });
        if (section.flag("read_only").orElse(false)) {
            field.readOnly();
        }
        if (section.flag("write_only").orElse(false)) {
            field.writeOnly();
        }
        ValueType values = type.valueType();
        boolean sized = values.takes(Option.LENGTH);
        if (fits(section, "min_length", sized, "text and binary")) {
            section.whole("min_length", 0, Integer.MAX_VALUE).ifPresent(field::minLength);
        }
        if (fits(section, "max_length", sized, "text and binary")) {
            section.whole("max_length", 1, Integer.MAX_VALUE).ifPresent(field::maxLength);
        }
        if (fits(section, "minimum", values.takes(Option.RANGE), "numbers")) {
            bound(section, values, "minimum").ifPresent(field::minimum);
        }
        if (fits(section, "maximum", values.takes(Option.RANGE), "numbers")) {
            bound(section, values, "maximum").ifPresent(field::maximum);
        }
        if (fits(section, "pattern", values.takes(Option.PATTERN), "text")) {
            section.text("pattern").ifPresent(pattern -> pattern(section, field, pattern));
        }
        if (fits(section, "precision", values.takes(Option.DIGITS), "decimals")) {
            section.whole("precision", 1, 1000).ifPresent(field::precision);
        }
        if (fits(section, "scale", values.takes(Option.DIGITS), "decimals")) {
            section.whole("scale", 0, 1000).ifPresent(field::scale);
        }
        if (fits(section, "values", values.takes(Option.VALUES), "enums")) {
            section.texts("values").ifPresent(field::values);
        }
        section.text("label").ifPresent(field::label);
        section.text("help").ifPresent(field::help);
        relation(section, type, field);
    }

    private void relation(Section section, FieldType type, FieldDefinition.Builder field) {
        boolean relation = type.valueType().isRelation();
        if (fits(section, "to", relation, "references")) {
            section.text("to").ifPresent(field::to);
        }
        if (relation && section.node("to").isEmpty()) {
            section.problem("to", "a reference needs the name of the model it points to");
        }
        if (fits(section, "on_delete", type == FieldType.REFERENCE, "a 'reference'")) {
            section.word(
                            "on_delete",
                            Arrays.stream(Reference.OnDelete.values())
                                    .map(Reference.OnDelete::word)
                                    .toList())
                    .ifPresent(word -> field.onDelete(Reference.OnDelete.valueOf(word.toUpperCase(Locale.ROOT))));
        }
        if (fits(section, "through", type == FieldType.REFERENCES, "'references'")) {
            section.node("through").ifPresent(node -> {
                List<String> parts = List.of("table", "source_column", "target_column");
                Section through = source.section(node, section.path("through"), parts);
                Map<String, String> texts = new LinkedHashMap<>();
                for (String part : parts) {
                    through.text(part)
                            .ifPresentOrElse(
                                    text -> texts.put(part, text),
                                    () -> source.problem(node, through.path(part), "a join table needs this"));
                }
                if (texts.size() == parts.size()) {
                    List<String> values = List.copyOf(texts.values());
                    field.through(new Reference.JoinTable(values.get(0), values.get(1), values.get(2)));
                }
            });
        }
    }

    /** Who makes a key, as a word of the file. */
    static String word(FieldDefinition.Generated generated) {
        return switch (generated) {
            case NO -> "no";
            case BY_DATABASE -> "database";
            case BY_SERVER -> "server";
        };
    }

    private static boolean fits(Section section, String option, boolean fits, String kinds) {
        if (!fits && section.node(option).isPresent()) {
            section.problem(option, "this option is for " + kinds);
        }
        return fits;
    }

    private static Optional<BigDecimal> bound(Section section, ValueType type, String option) {
        return section.text(option).flatMap(text -> {
            Optional<BigDecimal> bound = type.bound(text);
            if (bound.isEmpty()) {
                section.problem(option, "a " + type.boundName() + " is expected, not " + YamlSource.shown(text));
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

    /** What the key of a reference's target holds, as far as this file tells. */
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
            if (section.flag("primary_key").orElse(false)) {
                Optional<FieldType> type = section.text("type").flatMap(FieldType::ofWord);
                return type.isPresent() && type.get() == FieldType.REFERENCE
                        ? section.text("to").flatMap(to -> keyType(to, depth + 1))
                        : type;
            }
        }
        return Optional.empty();
    }

    private static String without(String prefix, IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }
}
