package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.text.Label;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code layout} of a model. The names of its fields are checked with the model. */
final class LayoutReader {
    private static final Label NO_LABEL = Label.of("");
    private static final ConfigOption<Void> LABEL = ConfigOption.label("label");
    private static final ConfigOption<List<String>> FIELDS = ConfigOption.texts("fields");
    private static final List<ConfigOption<?>> GROUP = List.of(LABEL, FIELDS);
    private static final ConfigOption<Void> GROUPS = ConfigOption.structure("groups", groupsSchema());
    private static final List<ConfigOption<?>> TAB = List.of(LABEL, GROUPS);
    private static final ConfigOption<Void> TABS = ConfigOption.structure(
            "tabs",
            JsonSchema.with(JsonSchema.type("array"), "items", ConfigOption.schema(TAB, List.of("label", "groups"))));
    private static final ConfigOption<Void> RAIL = ConfigOption.structure("rail", groupsSchema());
    private static final ConfigOption<Void> WIDTHS = ConfigOption.structure(
            "widths",
            JsonSchema.named(
                    ConfigOption.number("width", 1, Layout.COLUMNS).type().schema()));
    private static final List<ConfigOption<?>> LAYOUT = List.of(TABS, GROUPS, RAIL, WIDTHS);

    private final YamlSource source;

    LayoutReader(YamlSource source) {
        this.source = source;
    }

    static Map<String, Object> schema() {
        return ConfigOption.schema(LAYOUT, List.of());
    }

    private static Map<String, Object> groupsSchema() {
        return JsonSchema.with(
                JsonSchema.type("array"),
                "items",
                Map.of(
                        "anyOf",
                        List.of(
                                JsonSchema.text(),
                                JsonSchema.list(JsonSchema.text()),
                                ConfigOption.schema(GROUP, List.of("fields")))));
    }

    /** The layout; empty when it is none, which has been reported. */
    Optional<Layout> read(Node node, String path) {
        Section section = source.section(node, path, ConfigOption.names(LAYOUT));
        if (section.node(TABS.name()).isPresent() && section.node(GROUPS.name()).isPresent()) {
            section.problem(GROUPS.name(), "'tabs' is already set");
        }
        List<Layout.Tab> tabs = new ArrayList<>();
        section.node(GROUPS.name())
                .ifPresent(groups -> tabs.add(new Layout.Tab(NO_LABEL, groups(groups, section.path(GROUPS.name())))));
        section.node(TABS.name()).ifPresent(list -> tabs(list, section.path(TABS.name()), tabs));
        List<Layout.Group> rail = section.node(RAIL.name())
                .map(groups -> groups(groups, section.path(RAIL.name())))
                .orElse(List.of());
        Map<String, Integer> widths = new LinkedHashMap<>();
        section.node(WIDTHS.name()).ifPresent(given -> widths(given, section.path(WIDTHS.name()), widths));
        return tabs.isEmpty() && rail.isEmpty() && widths.isEmpty()
                ? Optional.empty()
                : Optional.of(new Layout(tabs, rail, widths));
    }

    private void tabs(Node node, String path, List<Layout.Tab> tabs) {
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of tabs is expected, such as [{label: Texts, groups: [[name]]}]");
            return;
        }
        for (int i = 0; i < sequence.getValue().size(); i++) {
            Node item = sequence.getValue().get(i);
            Section tab = source.section(item, path + "[" + i + "]", ConfigOption.names(TAB));
            Optional<Label> label = tab.label(LABEL);
            Optional<Node> groups = tab.node(GROUPS.name());
            if (label.isEmpty() || groups.isEmpty()) {
                source.problem(item, tab.path(label.isEmpty() ? LABEL.name() : GROUPS.name()), "a tab needs this");
            } else {
                tabs.add(new Layout.Tab(label.get(), groups(groups.get(), tab.path(GROUPS.name()))));
            }
        }
    }

    /** Parses {@code [{label: Basics, fields: [name, sku]}, [price, cost]]}; {@code [name, sku]} is one group. */
    private List<Layout.Group> groups(Node node, String path) {
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of groups is expected, such as [{label: Basics, fields: [name]}]");
            return List.of();
        }
        if (sequence.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
            return List.of(group(sequence, path, NO_LABEL));
        }
        List<Layout.Group> groups = new ArrayList<>();
        for (int i = 0; i < sequence.getValue().size(); i++) {
            Node item = sequence.getValue().get(i);
            String at = path + "[" + i + "]";
            if (!(item instanceof MappingNode)) {
                groups.add(group(item, at, NO_LABEL));
                continue;
            }
            Section group = source.section(item, at, ConfigOption.names(GROUP));
            group.node(FIELDS.name())
                    .ifPresentOrElse(
                            fields -> groups.add(group(
                                    fields,
                                    group.path(FIELDS.name()),
                                    group.label(LABEL).orElse(NO_LABEL))),
                            () -> source.problem(item, group.path(FIELDS.name()), "a group needs this"));
        }
        return groups;
    }

    private Layout.Group group(Node fields, String path, Label label) {
        return new Layout.Group(label, source.scalars(fields, path).orElse(List.of()));
    }

    private void widths(Node node, String path, Map<String, Integer> widths) {
        source.members(node, path)
                .forEach((field, columns) -> source.scalar(columns, YamlSource.join(path, field))
                        .ifPresent(text -> YamlSource.whole(text)
                                .ifPresentOrElse(
                                        number -> widths.put(field, Math.clamp(number, 0, Layout.COLUMNS + 1)),
                                        () -> source.problem(
                                                columns,
                                                YamlSource.join(path, field),
                                                "a number of columns is expected, not " + YamlSource.shown(text)))));
    }
}
