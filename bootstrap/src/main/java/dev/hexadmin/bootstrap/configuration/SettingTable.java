package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.Setting;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All settings by key: the constants of {@link Setting}, then the settings that only the configuration file can have.
 * The readers, the names of the variables, the documented table and the JSON Schema are derived from it.
 */
final class SettingTable {
    static final SettingDefinition<Void> MORE_RATE_LIMITS = SettingDefinition.structure(
            "rate_limits.more",
            ConfigType.structure("list of mappings", RateLimitsReader.schema()),
            "Additional limits for any paths; see below. File only.");

    static final SettingDefinition<Void> IDENTITY_PROVIDERS = SettingDefinition.structure(
            "oidc",
            ConfigType.structure("mapping", IdentityProvidersReader.schema()),
            "The providers of OpenID Connect at which users sign in, by name; see below. File only, except the"
                    + " secrets.");

    static final SettingDefinition<Void> TEMPLATES = SettingDefinition.structure(
            "notifications.templates",
            ConfigType.structure("mapping", TemplatesReader.schema()),
            "Message templates by name: " + TemplatesReader.keys() + ". File only.");

    static final SettingDefinition<Void> DASHBOARD = SettingDefinition.structure(
            "dashboard",
            ConfigType.structure("list of mappings, or mapping", DashboardReader.schema()),
            "The widgets of the dashboard, in order; see below. Unset: default widgets. File only.");

    static final SettingDefinition<Void> MODELS = SettingDefinition.structure(
            "models",
            ConfigType.structure("mapping", ModelsReader.schema()),
            "The registered models, by name; see below. File only.");

    private static final Map<String, SettingDefinition<?>> BY_KEY = new LinkedHashMap<>();

    static {
        for (Field field : Setting.class.getFields()) {
            if (constant(field) instanceof SettingDefinition<?> definition) {
                BY_KEY.put(definition.key(), definition);
            }
        }
        for (SettingDefinition<?> structure :
                List.of(MORE_RATE_LIMITS, IDENTITY_PROVIDERS, TEMPLATES, DASHBOARD, MODELS)) {
            BY_KEY.put(structure.key(), structure);
        }
    }

    private SettingTable() {}

    private static @Nullable Object constant(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All settings in the order of the documentation. */
    static List<SettingDefinition<?>> all() {
        return List.copyOf(BY_KEY.values());
    }

    static Optional<SettingDefinition<?>> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    static List<String> keys() {
        return List.copyOf(BY_KEY.keySet());
    }

    /** The names of the environment variables. */
    static List<String> variables() {
        List<String> variables = new ArrayList<>();
        BY_KEY.values().forEach(setting -> setting.variable().ifPresent(variables::add));
        return variables;
    }

    /** Whether {@code key} is a group such as {@code server}. */
    static boolean isGroup(String key) {
        return BY_KEY.keySet().stream().anyMatch(each -> each.startsWith(key + "."));
    }

    /** The names directly below a group; the empty key is the whole file. */
    static List<String> below(String group) {
        String prefix = group.isEmpty() ? "" : group + ".";
        return BY_KEY.keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length()).split("\\.", 2)[0])
                .distinct()
                .toList();
    }
}
