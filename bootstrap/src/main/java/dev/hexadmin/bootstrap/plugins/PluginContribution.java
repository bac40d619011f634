package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.List;
import java.util.Map;

/**
 * The additions of a plugin, without its providers.
 *
 * @param origin its origin, for messages
 * @param code for models
 * @param panel what it adds to the panel
 */
public record PluginContribution(
        String name,
        String origin,
        HexadminPlugin plugin,
        List<ModelDefinition> models,
        ModelCode code,
        List<WidgetDefinition> widgets,
        PanelExtension panel) {
    /** Code by the names of models. */
    public record ModelCode(
            Map<String, RecordHooks> hooks,
            Map<String, List<RecordAction>> actions,
            Map<String, List<RecordEndpoint>> endpoints) {
        public ModelCode {
            hooks = Map.copyOf(hooks);
            actions = Map.copyOf(actions);
            endpoints = Map.copyOf(endpoints);
        }
    }

    public PluginContribution {
        models = List.copyOf(models);
        widgets = List.copyOf(widgets);
    }

    /** Asks a plugin what it adds. */
    static PluginContribution of(String name, String origin, HexadminPlugin plugin) {
        return new PluginContribution(
                name,
                origin,
                plugin,
                plugin.models(),
                new ModelCode(plugin.hooks(), plugin.actions(), plugin.endpoints()),
                plugin.dashboardWidgets(),
                plugin.panel());
    }
}
