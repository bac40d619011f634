package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.PluginContribution;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.bootstrap.plugins.ProgramPlugins;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.text.Nearest;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that a program registers in Java, in addition to the settings.
 *
 * @param models in addition to those of the configuration file
 * @param code code for models of any source
 * @param dashboard in place of that of the settings
 * @param widgets of the dashboard, after the others
 * @param templates of messages, by name
 * @param limits rate limits
 * @param brought plugins and providers
 * @param identitySource authenticates users of the program
 */
public record Registrations(
        List<ModelDefinition> models,
        ModelCode code,
        Optional<DashboardDefinition> dashboard,
        List<WidgetDefinition> widgets,
        Map<String, Template> templates,
        List<CallLimit> limits,
        ProgramPlugins brought,
        Optional<IdentitySource> identitySource) {
    /**
     * Code by the names of models.
     *
     * @param classes the record classes of models that are registered by one
     * @param hooks in the order they run
     * @param computed computed fields
     * @param actions in the order they are offered
     * @param endpoints custom endpoints
     */
    public record ModelCode(
            RecordClasses classes,
            Map<String, List<RecordHooks>> hooks,
            Map<String, List<FieldDefinition>> computed,
            Map<String, List<RecordAction>> actions,
            Map<String, List<RecordEndpoint>> endpoints) {
        static final ModelCode NONE = new ModelCode(RecordClasses.none(), Map.of(), Map.of(), Map.of(), Map.of());

        public ModelCode {
            hooks = copy(hooks);
            computed = copy(computed);
            actions = copy(actions);
            endpoints = copy(endpoints);
        }
    }

    /** How the names of built-in models begin, which the start checks. */
    private static final String BUILT_IN = "admin_";

    /** No registrations. */
    public static final Registrations NONE = new Registrations(
            List.of(),
            ModelCode.NONE,
            Optional.empty(),
            List.of(),
            Map.of(),
            List.of(),
            ProgramPlugins.NONE,
            Optional.empty());

    public Registrations {
        models = List.copyOf(models);
        widgets = List.copyOf(widgets);
        templates = Map.copyOf(templates);
        limits = List.copyOf(limits);
    }

    /**
     * Checks that the models exist for which a program has registered code, and that what models and widgets name exists. Models of
     * existing tables and of plugins that are found at the start are not known before it: then the start checks all.
     *
     * @throws ConfigurationException with what does not exist, and the nearest names
     */
    public void checkModels(Settings settings) {
        boolean all = !settings.get(Setting.INTROSPECT)
                && settings.find(Setting.PLUGINS_PATH).isEmpty()
                && brought.plugins().isEmpty()
                && ServiceLoader.load(HexadminPlugin.class).findFirst().isEmpty();
        if (!all) {
            return;
        }
        Set<String> known = new TreeSet<>();
        settings.models().forEach(model -> known.add(model.name()));
        models.forEach(model -> known.add(model.name()));
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        code.hooks().keySet().forEach(model -> unknown("hooks", model, "…", known, problems));
        code.computed()
                .forEach((model, each) ->
                        each.forEach(field -> unknown("computed", model, '"' + field.name() + '"', known, problems)));
        code.actions()
                .forEach((model, each) ->
                        each.forEach(action -> unknown("action", model, action.name(), known, problems)));
        code.endpoints()
                .forEach((model, each) ->
                        each.forEach(endpoint -> unknown("endpoint", model, endpoint.name(), known, problems)));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        // channels of plugins are values of fields of built-in models only
        ModelRegistry registry = ModelCatalog.withoutDatabase(settings, this, MessageChannels.BUILT_IN);
        if (dashboard.isEmpty()) {
            settings.dashboard().check(registry);
        }
        SettingsCheck.checkWidgets(registry, settings.dashboard(), this);
    }

    private static void unknown(
            String method,
            String model,
            String what,
            Set<String> known,
            List<ConfigurationException.Problem> problems) {
        if (!known.contains(model) && !model.startsWith(BUILT_IN)) {
            problems.add(new ConfigurationException.Problem(
                    method + "(\"" + model + "\", " + what + ")",
                    OptionalInt.empty(),
                    "",
                    "there is no model '" + model + "'",
                    Nearest.to(model, known)));
        }
    }

    /**
     * Appends the registrations of plugins.
     *
     * @param known models of the settings
     * @throws ConfigurationException when a plugin's model has the name of another
     */
    Registrations with(Plugins plugins, List<ModelDefinition> known) {
        Set<String> names = new HashSet<>();
        known.forEach(model -> names.add(model.name()));
        models.forEach(model -> names.add(model.name()));
        List<ModelDefinition> allModels = new ArrayList<>(models);
        Map<String, List<RecordHooks>> allHooks = growing(code.hooks());
        Map<String, List<RecordAction>> allActions = growing(code.actions());
        Map<String, List<RecordEndpoint>> allEndpoints = growing(code.endpoints());
        List<WidgetDefinition> allWidgets = new ArrayList<>(widgets);
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        for (PluginContribution plugin : plugins.contributions()) {
            for (ModelDefinition model : plugin.models()) {
                if (!names.add(model.name())) {
                    problems.add(new ConfigurationException.Problem(
                            plugin.origin(),
                            "plugin " + plugin.name(),
                            "there is another model '" + model.name() + "'"));
                }
            }
            allModels.addAll(plugin.models());
            plugin.code()
                    .hooks()
                    .forEach((model, hooks) -> allHooks.computeIfAbsent(model, name -> new ArrayList<>())
                            .add(hooks));
            plugin.code()
                    .actions()
                    .forEach((model, added) -> allActions
                            .computeIfAbsent(model, name -> new ArrayList<>())
                            .addAll(added));
            plugin.code()
                    .endpoints()
                    .forEach((model, added) -> allEndpoints
                            .computeIfAbsent(model, name -> new ArrayList<>())
                            .addAll(added));
            allWidgets.addAll(plugin.widgets());
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new Registrations(
                allModels,
                new ModelCode(code.classes(), allHooks, code.computed(), allActions, allEndpoints),
                dashboard,
                allWidgets,
                templates,
                limits,
                brought,
                identitySource);
    }

    private static <T> Map<String, List<T>> growing(Map<String, List<T>> lists) {
        Map<String, List<T>> growing = new LinkedHashMap<>();
        lists.forEach((model, each) -> growing.put(model, new ArrayList<>(each)));
        return growing;
    }

    private static <T> Map<String, List<T>> copy(Map<String, List<T>> lists) {
        Map<String, List<T>> copy = new LinkedHashMap<>();
        lists.forEach((model, each) -> copy.put(model, List.copyOf(each)));
        return Map.copyOf(copy);
    }
}
