package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program registers in Java, besides the settings.
 *
 * @param models beside those of the configuration file
 * @param hooks by model name, in the order they run
 */
public record Registrations(List<ModelDefinition> models, Map<String, List<RecordHooks>> hooks) {
    /** Nothing. */
    public static final Registrations NONE = new Registrations(List.of(), Map.of());

    public Registrations {
        models = List.copyOf(models);
        Map<String, List<RecordHooks>> copy = new LinkedHashMap<>();
        hooks.forEach((model, each) -> copy.put(model, List.copyOf(each)));
        hooks = Map.copyOf(copy);
    }
}
