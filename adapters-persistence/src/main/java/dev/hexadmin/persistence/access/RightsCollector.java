package dev.hexadmin.persistence.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.RoleRights;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Collects the rows of several roles, each under its role's id; 0 means direct grants. */
final class RightsCollector {
    private final Map<Long, Parts> byRole = new LinkedHashMap<>();

    private static final class Parts {
        private final Map<String, Set<Action>> permissions = new LinkedHashMap<>();
        private final Map<String, Map<String, Set<Action>>> fields = new LinkedHashMap<>();
        private final Map<String, String> policies = new LinkedHashMap<>();
    }

    void permission(long role, String model, String action) {
        // an action of a later version of the product allows nothing here
        Action.ofWord(action)
                .ifPresent(known -> parts(role)
                        .permissions
                        .computeIfAbsent(model, m -> EnumSet.noneOf(Action.class))
                        .add(known));
    }

    void field(long role, String model, String field, String actions) {
        Set<Action> left = EnumSet.noneOf(Action.class);
        for (String word : actions.split(",", -1)) {
            Action.ofWord(word).ifPresent(left::add);
        }
        parts(role).fields.computeIfAbsent(model, m -> new LinkedHashMap<>()).put(field, left);
    }

    void policy(long role, String model, String policy) {
        parts(role).policies.put(model, policy);
    }

    Map<Long, RoleRights> rights() {
        Map<Long, RoleRights> rights = new LinkedHashMap<>();
        byRole.forEach(
                (role, parts) -> rights.put(role, new RoleRights(parts.permissions, parts.fields, parts.policies)));
        return rights;
    }

    private Parts parts(long role) {
        return byRole.computeIfAbsent(role, r -> new Parts());
    }
}
