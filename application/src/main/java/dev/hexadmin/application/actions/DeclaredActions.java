package dev.hexadmin.application.actions;

import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The registered actions. Immutable. */
public final class DeclaredActions {
    private final Map<String, Map<String, Offered>> actions;

    /**
     * Actions by model name.
     *
     * @throws IllegalArgumentException when a model is unknown or built in, has two actions of one name, or a parameter
     *     refers to an unknown model; the message names model and action
     */
    public DeclaredActions(ModelRegistry models, Map<String, List<RecordAction>> actions) {
        Map<String, Map<String, Offered>> all = new LinkedHashMap<>();
        actions.forEach((name, each) -> {
            Model model = models.model(name)
                    .filter(known -> !known.builtIn())
                    .orElseThrow(() -> new IllegalArgumentException("action '"
                            + each.getFirst().name() + "': there is no model '" + name + "' that can have actions"));
            Map<String, Offered> own = new LinkedHashMap<>();
            for (RecordAction action : each) {
                if (own.put(action.name(), new Offered(action, form(models, model, action))) != null) {
                    throw new IllegalArgumentException("action '" + action.name() + "': model '" + name
                            + "' has two of this name: rename one of them");
                }
            }
            all.put(name, Collections.unmodifiableMap(own));
        });
        this.actions = Map.copyOf(all);
    }

    /** The actions of a model, in the order they were registered. */
    public List<Offered> of(Model model) {
        return List.copyOf(own(model).values());
    }

    /** The action of a model with this name, if there is one. */
    public Optional<Offered> find(Model model, String name) {
        return Optional.ofNullable(own(model).get(name));
    }

    private Map<String, Offered> own(Model model) {
        return actions.getOrDefault(model.name(), Map.of());
    }

    private static Model form(ModelRegistry models, Model model, RecordAction action) {
        try {
            return action.form(models, model);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("action '" + action.name() + "': " + e.getMessage(), e);
        }
    }
}
