package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program registers in Java, besides the settings.
 *
 * @param models beside those of the configuration file
 * @param hooks by model name, in the order they run
 * @param computed fields to be added, by model name
 */
public record Registrations(
        List<ModelDefinition> models,
        Map<String, List<RecordHooks>> hooks,
        Map<String, List<FieldDefinition>> computed) {
    /** Nothing. */
    public static final Registrations NONE = new Registrations(List.of(), Map.of(), Map.of());

    public Registrations {
        models = List.copyOf(models);
        hooks = copy(hooks);
        computed = copy(computed);
    }

    private static <T> Map<String, List<T>> copy(Map<String, List<T>> lists) {
        Map<String, List<T>> copy = new LinkedHashMap<>();
        lists.forEach((model, each) -> copy.put(model, List.copyOf(each)));
        return Map.copyOf(copy);
    }
}
