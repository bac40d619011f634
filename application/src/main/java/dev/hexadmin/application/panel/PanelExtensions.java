package dev.hexadmin.application.panel;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What all plugins add to the panel. Immutable. */
public final class PanelExtensions {
    /** Without plugins. */
    public static final PanelExtensions NONE = new PanelExtensions(Map.of());

    private final Map<String, PanelExtension> byPlugin;
    private final Map<String, FieldWidget> widgets = new HashMap<>();

    private PanelExtensions(Map<String, PanelExtension> byPlugin) {
        this.byPlugin = byPlugin;
        byPlugin.values().forEach(one -> one.widgets().forEach(widget -> widgets.put(widget.name(), widget)));
    }

    /** @param byPlugin by the plugin's name, in the order in which they are shown */
    public static PanelExtensions of(Map<String, PanelExtension> byPlugin) {
        return new PanelExtensions(new LinkedHashMap<>(byPlugin));
    }

    /**
     * Something of a plugin.
     *
     * @param plugin its name
     */
    public record OfPlugin<T>(String plugin, T part) {}

    /** The parts of one kind of all plugins. */
    private interface Parts<T> {
        List<T> of(PanelExtension extension);
    }

    private <T> List<OfPlugin<T>> all(Parts<T> parts) {
        List<OfPlugin<T>> all = new ArrayList<>();
        byPlugin.forEach(
                (plugin, extension) -> parts.of(extension).forEach(part -> all.add(new OfPlugin<>(plugin, part))));
        return List.copyOf(all);
    }

    public List<OfPlugin<PanelPage>> pages() {
        return all(PanelExtension::pages);
    }

    public List<OfPlugin<DashboardCard>> cards() {
        return all(PanelExtension::cards);
    }

    public List<OfPlugin<RecordTab>> tabs() {
        return all(PanelExtension::tabs);
    }

    /** The files of each plugin that has some. */
    public Map<String, List<PanelFile>> files() {
        Map<String, List<PanelFile>> files = new LinkedHashMap<>();
        byPlugin.forEach((plugin, extension) -> {
            if (!extension.files().isEmpty()) {
                files.put(plugin, extension.files());
            }
        });
        return files;
    }

    /** The widget of a field; empty without one. */
    public Optional<FieldWidget> widget(FieldDefinition field) {
        return field.style().widget().map(widgets::get);
    }

    /**
     * What is wrong: names that are used twice, models and widgets that do not exist. By the plugin's name, or {@code ""} for
     * a field of a model.
     */
    public Map<String, List<String>> problems(ModelRegistry models) {
        Map<String, List<String>> problems = new TreeMap<>();
        Set<String> paths = new HashSet<>();
        Set<String> names = new HashSet<>();
        byPlugin.forEach((plugin, extension) -> {
            List<String> wrong = new ArrayList<>();
            for (PanelPage page : extension.pages()) {
                check(paths.add(page.path()), "there is another page at '" + page.path() + "'", wrong);
                check(models, page.right().model(), "the page '" + page.path() + "'", wrong);
            }
            for (DashboardCard card : extension.cards()) {
                check(models, card.right().model(), "the card '" + card.title() + "'", wrong);
            }
            Set<String> tabs = new HashSet<>();
            for (RecordTab tab : extension.tabs()) {
                check(models, tab.model(), "the tab '" + tab.name() + "'", wrong);
                check(tabs.add(tab.model() + "." + tab.name()), "there is another tab '" + tab.name() + "'", wrong);
            }
            for (FieldWidget widget : extension.widgets()) {
                check(names.add(widget.name()), "there is another widget '" + widget.name() + "'", wrong);
            }
            Set<String> files = new HashSet<>();
            for (PanelFile file : extension.files()) {
                check(files.add(file.name()), "there is another file '" + file.name() + "'", wrong);
            }
            if (!wrong.isEmpty()) {
                problems.put(plugin, wrong);
            }
        });
        List<String> fields = wrongFields(models);
        if (!fields.isEmpty()) {
            problems.put("", fields);
        }
        return problems;
    }

    private List<String> wrongFields(ModelRegistry models) {
        List<String> wrong = new ArrayList<>();
        for (Model model : models.models()) {
            for (FieldDefinition field : model.fields()) {
                field.style().widget().ifPresent(name -> {
                    @Nullable FieldWidget widget = widgets.get(name);
                    String place = "field '" + field.name() + "' of '" + model.name() + "': ";
                    if (widget == null) {
                        wrong.add(place + "no plugin has a widget '" + name + "'");
                    } else {
                        check(
                                widget.types().contains(field.type()),
                                place + "the widget '" + name + "' is not for the type '"
                                        + field.type().word() + "'",
                                wrong);
                    }
                });
            }
        }
        return wrong;
    }

    private static void check(ModelRegistry models, String model, String what, List<String> wrong) {
        check(models.model(model).isPresent(), what + " names the model '" + model + "', which does not exist", wrong);
    }

    private static void check(boolean holds, String rule, List<String> wrong) {
        if (!holds) {
            wrong.add(rule);
        }
    }
}
