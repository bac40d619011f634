package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Inline;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.yaml.snakeyaml.nodes.Node;

/** Writes models as the {@code models} of a configuration file. Used by one thread. */
final class ModelsWriter {
    private final YamlNodes yaml = new YamlNodes();

    String write(List<ModelDefinition> models) {
        YamlNodes.Mapping root = new YamlNodes.Mapping();
        root.put(SettingTable.MODELS.key(), models(models));
        StringWriter out = new StringWriter();
        yaml.emit(root.block(), out);
        return out.toString();
    }

    /** The options of a field on one line. */
    static String field(FieldDefinition field) {
        ModelsWriter writer = new ModelsWriter();
        StringWriter out = new StringWriter();
        writer.yaml.emit(writer.field(field, "", false), out);
        return out.toString().strip().replaceAll("\\s*\\n\\s*", " ");
    }

    String canonical(List<ModelDefinition> models) {
        return YamlNodes.canonical(models(models));
    }

    private Node models(List<ModelDefinition> models) {
        YamlNodes.Mapping all = new YamlNodes.Mapping();
        models.forEach(model -> all.put(model.name(), model(model)));
        return all.block();
    }

    private Node model(ModelDefinition model) {
        ModelDefinition usual = usual(model);
        YamlNodes.Mapping out = new YamlNodes.Mapping();
        option(out, "table", model.table(), model.name());
        label(out, "label", model.labels().one(), usual.label());
        label(out, "label_plural", model.labels().many(), model.label());
        model.labels().help().ifPresent(help -> label(out, "help", help, ""));
        option(out, "display", model.labels().display(), usual.labels().display());
        boolean keyless = model.fields().stream().noneMatch(FieldDefinition::primaryKey);
        YamlNodes.Mapping fields = new YamlNodes.Mapping();
        model.fields().forEach(field -> fields.put(field.name(), field(field, model.table(), keyless)));
        out.put("fields", fields.block());
        if (keyless) {
            out.put("key", yaml.texts(List.of()));
        } else {
            flag(out, "read_only", model.availability().operations().isEmpty());
        }
        if (!model.storage().uniqueTogether().isEmpty()) {
            out.put(
                    "unique_together",
                    yaml.list(model.storage().uniqueTogether().stream()
                            .map(yaml::texts)
                            .toList()));
        }
        if (!model.storage().references().isEmpty()) {
            out.put(
                    "references_together",
                    yaml.list(model.storage().references().stream()
                            .map(reference -> {
                                YamlNodes.Mapping one = new YamlNodes.Mapping();
                                one.put("fields", yaml.texts(reference.fields()));
                                one.put("to", yaml.text(reference.to()));
                                return one.flow();
                            })
                            .toList()));
        }
        if (!model.inlines().isEmpty()) {
            out.put(
                    "inlines",
                    yaml.list(model.inlines().stream().map(this::inline).toList()));
        }
        layout(out, model.presentation().layout());
        if (!model.list().columns().equals(usual.list().columns())) {
            out.put("list_display", yaml.texts(model.list().columns()));
        }
        list(out, "search_fields", model.list().searchFields());
        list(out, "list_filter", model.list().filters());
        list(
                out,
                "ordering",
                model.list().ordering().stream().map(SortKey::toString).toList());
        if (model.list().pageSize() != usual.list().pageSize()) {
            out.put("page_size", yaml.literal(String.valueOf(model.list().pageSize())));
        }
        model.navigation().group().ifPresent(group -> label(out, "nav_group", group, ""));
        if (model.navigation().order() != 0) {
            out.put("nav_order", yaml.literal(String.valueOf(model.navigation().order())));
        }
        if (model.navigation().icon() != usual.navigation().icon()) {
            out.put("icon", yaml.text(model.navigation().icon().word()));
        }
        switch (model.exposure()) {
            case EVERYWHERE -> {}
            case HTML -> out.put("export_endpoint", yaml.text("html"));
            case API -> out.put("export_endpoint", yaml.text("api"));
            case NOWHERE -> flag(out, "skip_auto_routes", true);
        }
        flag(out, "require_if_match", model.requireIfMatch());
        flag(out, "comments", model.comments());
        if (!model.notices().on().isEmpty()) {
            out.put("change_notices", notices(model.notices()));
        }
        model.availability().feature().ifPresent(flag -> out.put("feature", yaml.text(flag)));
        return out.block();
    }

    private Node inline(Inline inline) {
        if (inline.field().isEmpty() && inline.position().isEmpty()) {
            return yaml.text(inline.model());
        }
        YamlNodes.Mapping out = new YamlNodes.Mapping();
        out.put("model", yaml.text(inline.model()));
        inline.field().ifPresent(field -> out.put("field", yaml.text(field)));
        inline.position().ifPresent(position -> out.put("position", yaml.text(position)));
        return out.flow();
    }

    private void layout(YamlNodes.Mapping model, Layout layout) {
        YamlNodes.Mapping out = new YamlNodes.Mapping();
        if (layout.tabs().size() == 1 && layout.tabs().getFirst().label().isEmpty()) {
            out.put("groups", groups(layout.tabs().getFirst().groups()));
        } else if (!layout.tabs().isEmpty()) {
            out.put(
                    "tabs",
                    yaml.list(layout.tabs().stream()
                            .map(tab -> {
                                YamlNodes.Mapping one = new YamlNodes.Mapping();
                                label(one, "label", tab.label(), "");
                                one.put("groups", groups(tab.groups()));
                                return one.block();
                            })
                            .toList()));
        }
        if (!layout.rail().isEmpty()) {
            out.put("rail", groups(layout.rail()));
        }
        if (!layout.widths().isEmpty()) {
            YamlNodes.Mapping widths = new YamlNodes.Mapping();
            layout.widths().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(one -> widths.put(one.getKey(), yaml.literal(String.valueOf(one.getValue()))));
            out.put("widths", widths.flow());
        }
        if (!layout.equals(Layout.NONE)) {
            model.put("layout", out.block());
        }
    }

    private Node groups(List<Layout.Group> groups) {
        return yaml.list(groups.stream()
                .map(group -> {
                    if (group.label().isEmpty()) {
                        return yaml.texts(group.fields());
                    }
                    YamlNodes.Mapping one = new YamlNodes.Mapping();
                    label(one, "label", group.label(), "");
                    one.put("fields", yaml.texts(group.fields()));
                    return one.flow();
                })
                .toList());
    }

    private Node notices(ChangeNotices notices) {
        List<String> to = new ArrayList<>(notices.roles().stream().sorted().toList());
        if (notices.superusers()) {
            to.addFirst(ModelsReader.SUPERUSERS);
        }
        YamlNodes.Mapping out = new YamlNodes.Mapping();
        list(
                out,
                "on",
                ModelsReader.CHANGES.stream()
                        .filter(word -> ChangeNotices.Change.of(word)
                                .filter(notices.on()::contains)
                                .isPresent())
                        .toList());
        list(out, "to", to);
        return out.block();
    }

    private Node field(FieldDefinition field, String table, boolean keyless) {
        YamlNodes.Mapping out = new YamlNodes.Mapping();
        FieldDefinition usual = usual(field, table);
        out.put("type", yaml.text(field.type().word()));
        option(out, "column", field.column(), field.name());
        flag(out, "primary_key", field.primaryKey());
        if (field.generated() != usual.generated()) {
            out.put("generated", yaml.text(FieldReader.word(field.generated())));
        }
        flag(out, "required", field.required());
        if (field.nullable() != usual.nullable()) {
            out.put("nullable", yaml.literal(String.valueOf(field.nullable())));
        }
        flag(out, "unique", field.storage().unique());
        flag(out, "index", field.storage().index());
        field.input().defaultValue().ifPresent(value -> defaultValue(out, value));
        if (field.input().onUpdateNow()) {
            out.put("on_update", yaml.text(DefaultReader.NOW));
        }
        flag(out, "read_only", field.readOnly() && !field.input().onUpdateNow());
        flag(out, "write_only", field.writeOnly());
        number(out, "min_length", field.constraints().minLength());
        number(out, "max_length", field.constraints().maxLength());
        field.constraints()
                .minimum()
                .ifPresent(limit ->
                        out.put("minimum", yaml.literal(field.itemType().boundText(limit))));
        field.constraints()
                .maximum()
                .ifPresent(limit ->
                        out.put("maximum", yaml.literal(field.itemType().boundText(limit))));
        field.constraints().pattern().ifPresent(pattern -> out.put("pattern", yaml.text(pattern.pattern())));
        number(out, "precision", field.constraints().precision());
        number(out, "scale", field.constraints().scale());
        list(out, "values", field.constraints().values());
        field.constraints().items().ifPresent(items -> {
            out.put("of", yaml.text(items.of().word()));
            number(out, "min_items", items.least());
            number(out, "max_items", items.most());
        });
        list(out, "accept", field.files().accept());
        field.files().maxBytes().ifPresent(bytes -> out.put("max_bytes", yaml.literal(String.valueOf(bytes))));
        if (!field.files().sizes().isEmpty()) {
            YamlNodes.Mapping sizes = new YamlNodes.Mapping();
            field.files().sizes().forEach((name, box) -> sizes.put(name, yaml.text(box.width() + "x" + box.height())));
            out.put("sizes", sizes.flow());
        }
        field.presentation().language().ifPresent(language -> out.put("language", yaml.text(language)));
        label(out, "label", field.labels(), Naming.label(field.name()));
        field.presentation().help().ifPresent(help -> label(out, "help", help, ""));
        if (!field.style().names().isEmpty()) {
            YamlNodes.Mapping names = new YamlNodes.Mapping();
            field.constraints()
                    .values()
                    .forEach(value -> Optional.ofNullable(field.style().names().get(value))
                            .ifPresent(name -> label(names, value, name, "")));
            out.put("value_labels", names.flow());
        }
        if (!field.style().colours().isEmpty()) {
            YamlNodes.Mapping colours = new YamlNodes.Mapping();
            field.constraints().values().stream()
                    .filter(field.style().colours()::containsKey)
                    .forEach(value -> colours.put(
                            value,
                            yaml.text(Objects.requireNonNull(
                                            field.style().colours().get(value))
                                    .word())));
            out.put("colours", colours.flow());
        }
        list(out, "steps", field.style().steps());
        field.style().unit().ifPresent(unit -> out.put("unit", yaml.text(unit)));
        field.style().currency().ifPresent(code -> out.put("currency", yaml.text(code)));
        field.style().currencyField().ifPresent(other -> out.put("currency_field", yaml.text(other)));
        if (field.style().grouped() != usual.style().grouped()) {
            out.put("grouping", yaml.literal(String.valueOf(field.style().grouped())));
        }
        field.style().widget().ifPresent(name -> out.put("widget", yaml.text(name)));
        field.presentation().visibleIf().ifPresent(given -> {
            YamlNodes.Mapping conditions = new YamlNodes.Mapping();
            given.conditions().forEach((key, operand) -> conditions.put(key, yaml.text(operand)));
            out.put("visible_if", conditions.flow());
        });
        field.reference().ifPresent(reference -> {
            out.put("to", yaml.text(reference.to()));
            if (reference.onDelete() != usual.target().onDelete() && !keyless) {
                out.put("on_delete", yaml.text(reference.onDelete().word()));
            }
            if (!reference.through().equals(usual.target().through())) {
                reference.through().ifPresent(join -> {
                    YamlNodes.Mapping through = new YamlNodes.Mapping();
                    through.put("table", yaml.text(join.table()));
                    through.put("source_column", yaml.text(join.sourceColumn()));
                    through.put("target_column", yaml.text(join.targetColumn()));
                    out.put("through", through.flow());
                });
            }
        });
        return out.flow();
    }

    private void defaultValue(YamlNodes.Mapping out, DefaultValue value) {
        switch (value) {
            case DefaultValue.Now() -> out.put("default", yaml.text(DefaultReader.NOW));
            case DefaultValue.DatabaseExpression(String expression) ->
                out.put("default_expression", yaml.text(expression));
            case DefaultValue.Constant(JsonText json) -> out.put("default", yaml.json(json.text()));
            case DefaultValue.Constant(Number number) -> out.put("default", yaml.literal(FieldText.write(number)));
            case DefaultValue.Constant(Boolean flag) -> out.put("default", yaml.literal(String.valueOf(flag)));
            case DefaultValue.Constant(Object constant) -> out.put("default", yaml.text(FieldText.write(constant)));
        }
    }

    /** The same model with every option unset that has its default value. */
    private static ModelDefinition usual(ModelDefinition model) {
        ModelDefinition.Builder usual = ModelDefinition.builder(model.name()).exposure(Exposure.EVERYWHERE);
        if (model.fields().stream().noneMatch(FieldDefinition::primaryKey)) {
            usual.key();
        }
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
        field.constraints().items().ifPresent(items -> builder.of(items.of()));
        if (field.itemType().takes(Option.VALUES)) {
            builder.values(field.constraints().values());
        }
        field.reference().ifPresent(reference -> builder.to(reference.to()));
        return builder.column(field.column());
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
        field.constraints().items().ifPresent(items -> usual.of(items.of()));
        if (field.itemType().takes(Option.VALUES)) {
            usual.values(field.constraints().values());
        }
        field.input().defaultValue().ifPresent(usual::defaultValue);
        field.reference().ifPresent(reference -> usual.to(reference.to()));
        return usual.build(table);
    }

    private void flag(YamlNodes.Mapping out, String name, boolean on) {
        if (on) {
            out.put(name, yaml.literal("true"));
        }
    }

    private void number(YamlNodes.Mapping out, String name, OptionalInt number) {
        number.ifPresent(value -> out.put(name, yaml.literal(String.valueOf(value))));
    }

    private void label(YamlNodes.Mapping out, String name, Label label, String usual) {
        if (label.translations().isEmpty()) {
            option(out, name, label.text(), usual);
            return;
        }
        YamlNodes.Mapping texts = new YamlNodes.Mapping();
        label.translations().entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Language, String> one) ->
                                !one.getValue().equals(label.text()))
                        .thenComparing(one -> one.getKey().tag()))
                .forEach(one -> texts.put(one.getKey().tag(), yaml.text(one.getValue())));
        out.put(name, texts.flow());
    }

    private void option(YamlNodes.Mapping out, String name, String value, String usual) {
        if (!value.equals(usual)) {
            out.put(name, yaml.text(value));
        }
    }

    private void list(YamlNodes.Mapping out, String name, List<String> values) {
        if (!values.isEmpty()) {
            out.put(name, yaml.texts(values));
        }
    }
}
