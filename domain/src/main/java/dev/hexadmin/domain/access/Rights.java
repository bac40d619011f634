package dev.hexadmin.domain.access;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything one user may do: the union of all grants. An action that is not granted is rejected.
 *
 * <p>Of several grants that allow an action on a model, a field is restricted only when all of them restrict it, and a
 * row policy binds only when each of them has one; then a record must meet at least one.
 *
 * @param superuser passes every check
 * @param grants in no particular order
 */
public record Rights(boolean superuser, List<Grant> grants) {
    /** No rights. */
    public static final Rights NONE = new Rights(false, List.of());

    /** All rights: those of a superuser. */
    public static final Rights ALL = new Rights(true, List.of());

    public Rights {
        grants = List.copyOf(grants);
    }

    /** Whether the action is allowed on at least some records of the model. */
    public boolean allows(Action action, Model model) {
        if (superuser) {
            return true;
        }
        for (Grant grant : grants) {
            if (grant.covers(model) && grant.actions().contains(action)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the action is allowed on the field. For {@code EXPORT} and {@code IMPORT}, ask for the matching one. A
     * computed field may be viewed only by users who may view every field that it is computed from.
     */
    public boolean allows(Action action, Model model, FieldDefinition field) {
        if (superuser) {
            return true;
        }
        return (field.computed().isEmpty() || action != Action.VIEW || allowsSources(model, field))
                && granted(action, model, field);
    }

    private boolean allowsSources(Model model, FieldDefinition field) {
        return field.computed().orElseThrow().from().stream()
                .allMatch(from -> granted(Action.VIEW, model, model.fieldNamed(from)));
    }

    private boolean granted(Action action, Model model, FieldDefinition field) {
        for (Grant grant : grants) {
            if (grant.covers(model) && grant.actions().contains(action)) {
                @Nullable Set<Action> left = grant.fields().get(field.name());
                if (left == null || left.contains(action)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether some field of the model is restricted for the action, be it one that the model no longer has. Also when the
     * action is not allowed at all.
     */
    public boolean restrictsFields(Action action, Model model) {
        return !superuser
                && (grants.stream()
                                .noneMatch(grant -> grant.covers(model)
                                        && grant.actions().contains(action)
                                        && grant.fields().values().stream().allMatch(left -> left.contains(action)))
                        || model.fields().stream().anyMatch(field -> !allows(action, model, field)));
    }

    /**
     * The row policies that restrict the action: a record must meet at least one. Empty when the action is
     * unrestricted.
     *
     * @throws IllegalStateException when the action is not allowed at all
     */
    public List<String> policies(Action action, Model model) {
        if (superuser) {
            return List.of();
        }
        List<String> policies = new ArrayList<>();
        boolean granted = false;
        for (Grant grant : grants) {
            if (grant.covers(model) && grant.actions().contains(action)) {
                granted = true;
                Optional<String> policy = grant.policy();
                if (policy.isEmpty()) {
                    return List.of();
                }
                policies.add(policy.get());
            }
        }
        if (!granted) {
            throw new IllegalStateException(action + " is not allowed on '" + model.name() + "'");
        }
        return policies;
    }

    /** All actions allowed on the model. */
    public Set<Action> actions(Model model) {
        if (superuser) {
            return EnumSet.allOf(Action.class);
        }
        EnumSet<Action> actions = EnumSet.noneOf(Action.class);
        for (Grant grant : grants) {
            if (grant.covers(model)) {
                actions.addAll(grant.actions());
            }
        }
        return actions;
    }

    /** The words of all actions allowed, by model name; {@code *} for a superuser. */
    public Map<String, List<String>> permissions(ModelRegistry registry) {
        if (superuser) {
            return Map.of(Grant.EVERY_MODEL, words(EnumSet.allOf(Action.class)));
        }
        Map<String, List<String>> permissions = new LinkedHashMap<>();
        for (Model model : registry.models()) {
            Set<Action> allowed = actions(model);
            if (!allowed.isEmpty()) {
                permissions.put(model.name(), words(allowed));
            }
        }
        return permissions;
    }

    private static List<String> words(Set<Action> actions) {
        return actions.stream().map(Action::word).toList();
    }
}
