package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads and writes models as the {@code models} of a configuration file: output reads back equal. */
public final class ModelsYaml {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*( [A-Za-z0-9_]+)*");
    private static final Set<String> SPECIAL = Set.of("true", "false", "yes", "no", "on", "off", "null", "y", "n");

    private ModelsYaml() {}

    /**
     * Parses a text that has only {@code models:} at its root.
     *
     * @param name of the text in messages
     * @throws ConfigurationException with all problems
     */
    public static List<ModelDefinition> read(String name, String text, Set<String> features) {
        Problems problems = new Problems();
        YamlSource source = new YamlSource(name, problems);
        List<ModelDefinition> models = new ArrayList<>();
        source.root(text)
                .ifPresent(root -> source.section(root, "", List.of(SettingTable.MODELS.key()))
                        .node(SettingTable.MODELS.key())
                        .ifPresent(node -> models.addAll(
                                new ModelsReader(source, features).read(node, SettingTable.MODELS.key()))));
        problems.check();
        return models;
    }

    /**
     * Parses a field's default.
     *
     * @throws IllegalArgumentException when the field cannot hold it
     */
    public static DefaultValue defaultValue(FieldDefinition field, String text) {
        if (field.valueType().takes(Option.NOW) && text.equals(DefaultReader.NOW)) {
            return new DefaultValue.Now();
        }
        DefaultReader.Outcome outcome = DefaultReader.constant(field, text, Optional.empty());
        return outcome.value()
                .orElseThrow(() -> new IllegalArgumentException("field '" + field.name() + "': 'default': "
                        + outcome.problem().orElse("it holds nothing")));
    }

    /** Writes models as YAML, with {@code models:} at the root. Options with their default value are omitted. */
    public static String write(List<ModelDefinition> models) {
        StringBuilder out = new StringBuilder("models:").append(models.isEmpty() ? " {}\n" : "\n");
        models.forEach(model -> write(model, out));
        return out.toString();
    }

    private static void write(ModelDefinition model, StringBuilder out) {
        ModelDefinition usual = usual(model);
        out.append("  ").append(quoted(model.name())).append(":\n");
        option(out, "table", model.table(), model.name());
        option(out, "label", model.label(), usual.label());
        option(out, "label_plural", model.labelPlural(), model.label());
        option(out, "display", model.labels().display(), usual.labels().display());
        out.append("    fields:\n");
        model.fields()
                .forEach(field -> out.append("      ")
                        .append(quoted(field.name()))
                        .append(": { ")
                        .append(String.join(", ", options(field, model.table())))
                        .append(" }\n"));
        if (!model.storage().uniqueTogether().isEmpty()) {
            out.append("    unique_together: [")
                    .append(String.join(
                            ", ",
                            model.storage().uniqueTogether().stream()
                                    .map(ModelsYaml::list)
                                    .toList()))
                    .append("]\n");
        }
        if (!model.list().columns().equals(usual.list().columns())) {
            out.append("    list_display: ")
                    .append(list(model.list().columns()))
                    .append('\n');
        }
        list(out, "search_fields", model.list().searchFields());
        list(out, "list_filter", model.list().filters());
        list(
                out,
                "ordering",
                model.list().ordering().stream().map(SortKey::toString).toList());
        if (model.list().pageSize() != usual.list().pageSize()) {
            out.append("    page_size: ").append(model.list().pageSize()).append('\n');
        }
        model.navigation().group().ifPresent(group -> option(out, "nav_group", group, ""));
        if (model.navigation().order() != 0) {
            out.append("    nav_order: ").append(model.navigation().order()).append('\n');
        }
        switch (model.exposure()) {
            case EVERYWHERE -> {}
            case HTML -> out.append("    export_endpoint: html\n");
            case API -> out.append("    export_endpoint: api\n");
            case NOWHERE -> out.append("    skip_auto_routes: true\n");
        }
        if (model.requireIfMatch()) {
            out.append("    require_if_match: true\n");
        }
        notices(out, model.notices());
        model.availability().feature().ifPresent(flag -> option(out, "feature", flag, ""));
    }

    private static void notices(StringBuilder out, ChangeNotices notices) {
        if (notices.on().isEmpty()) {
            return;
        }
        List<String> to = new ArrayList<>(notices.roles().stream().sorted().toList());
        if (notices.superusers()) {
            to.addFirst(ModelsReader.SUPERUSERS);
        }
        out.append("    change_notices:\n");
        list(
                out,
                "  on",
                ModelsReader.CHANGES.stream()
                        .filter(word -> ChangeNotices.Change.of(word)
                                .filter(notices.on()::contains)
                                .isPresent())
                        .toList());
        list(out, "  to", to);
    }

    /** The same model with every option unset that has its default value. */
    private static ModelDefinition usual(ModelDefinition model) {
        ModelDefinition.Builder usual = ModelDefinition.builder(model.name()).exposure(Exposure.EVERYWHERE);
        for (FieldDefinition field : model.fields()) {
            usual.field(field.name(), field.type(), builder -> same(field, builder));
        }
        return usual.build();
    }

    private static FieldDefinition.Builder same(FieldDefinition field, FieldDefinition.Builder builder) {
        if (field.primaryKey()) {
            builder.primaryKey().generated(field.generated());
        }
        if (field.writeOnly()) {
            builder.writeOnly();
        }
        if (field.valueType().takes(Option.VALUES)) {
            builder.values(field.constraints().values());
        }
        field.reference().ifPresent(reference -> builder.to(reference.to()));
        return builder.column(field.column());
    }

    private static List<String> options(FieldDefinition field, String table) {
        List<String> options = new ArrayList<>();
        FieldDefinition usual = usual(field, table);
        options.add("type: " + field.type().word());
        if (!field.column().equals(field.name())) {
            options.add("column: " + quoted(field.column()));
        }
        flag(options, "primary_key", field.primaryKey());
        if (field.generated() != usual.generated()) {
            options.add("generated: " + quoted(ModelsReader.word(field.generated())));
        }
        flag(options, "required", field.required());
        if (field.nullable() != usual.nullable()) {
            options.add("nullable: " + field.nullable());
        }
        flag(options, "unique", field.storage().unique());
        field.input().defaultValue().ifPresent(value -> options.add(written(value)));
        flag(options, "read_only", field.readOnly());
        flag(options, "write_only", field.writeOnly());
        number(options, "min_length", field.constraints().minLength());
        number(options, "max_length", field.constraints().maxLength());
        field.constraints()
                .minimum()
                .ifPresent(limit -> options.add("minimum: " + field.valueType().boundText(limit)));
        field.constraints()
                .maximum()
                .ifPresent(limit -> options.add("maximum: " + field.valueType().boundText(limit)));
        field.constraints().pattern().ifPresent(pattern -> options.add("pattern: " + quoted(pattern.pattern())));
        number(options, "precision", field.constraints().precision());
        number(options, "scale", field.constraints().scale());
        if (!field.constraints().values().isEmpty()) {
            options.add("values: " + list(field.constraints().values()));
        }
        if (!field.label().equals(Naming.label(field.name()))) {
            options.add("label: " + quoted(field.label()));
        }
        field.presentation().help().ifPresent(help -> options.add("help: " + quoted(help)));
        field.reference().ifPresent(reference -> {
            options.add("to: " + quoted(reference.to()));
            if (reference.onDelete() != usual.target().onDelete()) {
                options.add("on_delete: " + reference.onDelete().word());
            }
            if (!reference.through().equals(usual.target().through())) {
                reference
                        .through()
                        .ifPresent(join -> options.add("through: { table: " + quoted(join.table()) + ", source_column: "
                                + quoted(join.sourceColumn()) + ", target_column: " + quoted(join.targetColumn())
                                + " }"));
            }
        });
        return options;
    }

    private static FieldDefinition usual(FieldDefinition field, String table) {
        FieldDefinition.Builder usual =
                FieldDefinition.builder(field.name(), field.type()).column(field.column());
        if (field.primaryKey()) {
            usual.primaryKey();
        }
        if (field.required()) {
            usual.required();
        }
        if (field.valueType().takes(Option.VALUES)) {
            usual.values(field.constraints().values());
        }
        field.input().defaultValue().ifPresent(usual::defaultValue);
        field.reference().ifPresent(reference -> usual.to(reference.to()));
        return usual.build(table);
    }

    private static String written(DefaultValue value) {
        return switch (value) {
            case DefaultValue.Now() -> "default: " + DefaultReader.NOW;
            case DefaultValue.DatabaseExpression(String expression) -> "default_expression: " + quoted(expression);
            // JSON is also YAML's flow style
            case DefaultValue.Constant(JsonText json) -> "default: " + json.text();
            case DefaultValue.Constant(Number number) -> "default: " + FieldText.write(number);
            case DefaultValue.Constant(Boolean flag) -> "default: " + flag;
            case DefaultValue.Constant(Object constant) -> "default: " + quoted(FieldText.write(constant));
        };
    }

    private static void flag(List<String> options, String name, boolean on) {
        if (on) {
            options.add(name + ": true");
        }
    }

    private static void number(List<String> options, String name, OptionalInt number) {
        number.ifPresent(value -> options.add(name + ": " + value));
    }

    private static void option(StringBuilder out, String name, String value, String usual) {
        if (!value.equals(usual)) {
            out.append("    ").append(name).append(": ").append(quoted(value)).append('\n');
        }
    }

    private static void list(StringBuilder out, String name, List<String> values) {
        if (!values.isEmpty()) {
            out.append("    ").append(name).append(": ").append(list(values)).append('\n');
        }
    }

    private static String list(List<String> values) {
        return "[" + String.join(", ", values.stream().map(ModelsYaml::quoted).toList()) + "]";
    }

    /** Plain where this is unambiguous, otherwise double-quoted with YAML's escapes. */
    private static String quoted(String text) {
        if (PLAIN.matcher(text).matches() && !SPECIAL.contains(text.toLowerCase(java.util.Locale.ROOT))) {
            return text;
        }
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff) {
                        out.append(String.format("\\u%04x", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append('"').toString();
    }
}
