package dev.hexadmin.domain.access;

import dev.hexadmin.domain.models.Model;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one source, a role or a direct grant, allows on one model or on {@link #EVERY_MODEL}.
 *
 * @param model a model's name, or {@link #EVERY_MODEL}
 * @param actions what is allowed; never empty
 * @param fields for each restricted field the actions that remain allowed on it ({@code VIEW}, {@code CREATE}, {@code
 *     EDIT}); an empty set hides the field; a field without an entry is unrestricted
 * @param policy the row policy's text: only records that meet it are covered
 * @param except with {@link #EVERY_MODEL}: the models it leaves out, because the same source restricts them in a grant
 *     of their own
 */
public record Grant(
        String model,
        Set<Action> actions,
        Map<String, Set<Action>> fields,
        Optional<String> policy,
        Set<String> except) {
    /** Stands for every registered model that is not built in, including models added later. */
    public static final String EVERY_MODEL = "*";

    public Grant {
        actions = Set.copyOf(actions);
        fields = Map.copyOf(fields);
        except = Set.copyOf(except);
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("a grant on '" + model + "' without an action");
        }
    }

    /** A grant on {@link #EVERY_MODEL} without exceptions. */
    public Grant(String model, Set<Action> actions, Map<String, Set<Action>> fields, Optional<String> policy) {
        this(model, actions, fields, policy, Set.of());
    }

    /** Whether the grant applies to the model. */
    public boolean covers(Model asked) {
        return model.equals(asked.name())
                || (model.equals(EVERY_MODEL) && !asked.builtIn() && !except.contains(asked.name()));
    }

    /** A grant without restrictions. */
    public static Grant of(String model, Set<Action> actions) {
        return new Grant(model, actions, Map.of(), Optional.empty());
    }
}
