package dev.hexadmin.domain.access;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one source, a role or a direct grant, allows on one model or on {@link #EVERY_MODEL}.
 *
 * @param model a model's name, or {@link #EVERY_MODEL}
 * @param actions what is allowed; never empty
 * @param fields for each restricted field the actions that are left on it ({@code VIEW}, {@code CREATE}, {@code EDIT});
 *     an empty set hides the field; a field without an entry is unrestricted
 * @param policy the row policy's text: only records that meet it are covered
 */
public record Grant(String model, Set<Action> actions, Map<String, Set<Action>> fields, Optional<String> policy) {
    /** Every registered model that is not built in, also those added later. */
    public static final String EVERY_MODEL = "*";

    public Grant {
        actions = Set.copyOf(actions);
        fields = Map.copyOf(fields);
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("a grant on '" + model + "' without an action");
        }
    }

    /** A grant without restrictions. */
    public static Grant of(String model, Set<Action> actions) {
        return new Grant(model, actions, Map.of(), Optional.empty());
    }
}
