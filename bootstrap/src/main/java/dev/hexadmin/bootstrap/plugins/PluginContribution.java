package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.List;
import java.util.Map;

/**
 * The additions of a plugin, without its providers.
 *
 * @param origin its origin, for messages
 */
public record PluginContribution(
        String name,
        String origin,
        HexadminPlugin plugin,
        List<ModelDefinition> models,
        Map<String, RecordHooks> hooks,
        Map<String, List<RecordAction>> actions,
        Map<String, List<RecordEndpoint>> endpoints,
        List<WidgetDefinition> widgets) {
    public PluginContribution {
        models = List.copyOf(models);
        hooks = Map.copyOf(hooks);
        actions = Map.copyOf(actions);
        endpoints = Map.copyOf(endpoints);
        widgets = List.copyOf(widgets);
    }
}
