package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Validates drafts: converts words to rights, or reports all violations. Rights that a role already has are accepted
 * unchanged.
 */
final class RoleDrafts {
    private final ModelRegistry registry;
    private final Model roleModel;

    RoleDrafts(ModelRegistry registry) {
        this.registry = registry;
        this.roleModel = registry.model(AccessModels.ROLES)
                .orElseThrow(() -> new IllegalArgumentException("the model " + AccessModels.ROLES + " is missing"));
    }

    Model roleModel() {
        return roleModel;
    }

    /**
     * A valid draft.
     *
     * @param newPolicies policies that the role does not have yet
     */
    record Checked(String name, String description, RoleRights rights, List<RowPolicy> newPolicies) {}

    /**
     * @throws RequestRejectedException {@code INVALID} with a pointer for each violation
     */
    Checked check(Draft draft, Optional<Role> current) {
        List<Violation> violations = new ArrayList<>();
        String name = draft.name().strip();
        check("name", name, violations);
        check("description", draft.description(), violations);
        RoleRights before = current.map(Role::rights).orElse(RoleRights.NONE);
        List<RowPolicy> newPolicies = new ArrayList<>();
        Map<String, Set<Action>> permissions = permissions(draft.permissions(), before, violations);
        Map<String, Map<String, Set<Action>>> fields = fields(draft.fieldPermissions(), before, violations);
        policies(draft.rowPolicies(), before, newPolicies, violations);
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
        RoleRights rights = new RoleRights(permissions, fields, draft.rowPolicies());
        if (current.map(Role::superuser).orElse(false)) {
            fixed(rights, before);
        }
        return new Checked(name, draft.description(), rights, newPolicies);
    }

    private void check(String field, String value, List<Violation> violations) {
        switch (FieldInput.read(roleModel, roleModel.fieldNamed(field), value)) {
            case FieldInput.Outcome.Fits fits -> {}
            case FieldInput.Outcome.Refused(List<Violation> reasons) -> violations.addAll(reasons);
        }
    }

    private static void fixed(RoleRights wanted, RoleRights before) {
        List<Violation> violations = new ArrayList<>();
        Message message = Message.of("The rights of this role are fixed: it allows everything.");
        if (!wanted.permissions().equals(before.permissions())) {
            violations.add(new Violation("/permissions", "fixed", message));
        }
        if (!wanted.fields().equals(before.fields())) {
            violations.add(new Violation("/field_permissions", "fixed", message));
        }
        if (!wanted.policies().equals(before.policies())) {
            violations.add(new Violation("/row_policies", "fixed", message));
        }
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
    }

    private Map<String, Set<Action>> permissions(
            Map<String, List<String>> words, RoleRights before, List<Violation> violations) {
        Map<String, Set<Action>> permissions = new LinkedHashMap<>();
        words.forEach((model, actions) -> {
            String pointer = pointer("/permissions", model);
            Set<Action> allowed = actions(pointer, actions, EnumSet.allOf(Action.class), violations);
            permissions.put(model, allowed);
            if (!allowed.equals(before.permissions().get(model)) && !model.equals(Grant.EVERY_MODEL)) {
                model(pointer, model, violations);
            }
        });
        return permissions;
    }

    private Map<String, Map<String, Set<Action>>> fields(
            Map<String, Map<String, List<String>>> words, RoleRights before, List<Violation> violations) {
        Map<String, Map<String, Set<Action>>> restrictions = new LinkedHashMap<>();
        words.forEach((model, fields) -> {
            String pointer = pointer("/field_permissions", model);
            Map<String, Set<Action>> restricted = new LinkedHashMap<>();
            fields.forEach((field, actions) ->
                    restricted.put(field, actions(pointer(pointer, field), actions, GrantGuard.ON_FIELDS, violations)));
            restrictions.put(model, restricted);
            Map<String, Set<Action>> current = before.fields().getOrDefault(model, Map.of());
            if (!restricted.equals(before.fields().get(model))) {
                restrictable(pointer, model, violations)
                        .ifPresent(found -> fields.keySet().forEach(field -> {
                            // what is stated about a deleted field holds for its past values
                            if (found.field(field).isEmpty()
                                    && !Objects.equals(restricted.get(field), current.get(field))) {
                                violations.add(new Violation(
                                        pointer(pointer, field),
                                        "unknown_field",
                                        Message.of("The model {model} has no field {field}.")
                                                .with("model", model)
                                                .with("field", field)));
                            }
                        }));
            }
        });
        return restrictions;
    }

    private void policies(
            Map<String, String> policies, RoleRights before, List<RowPolicy> newPolicies, List<Violation> violations) {
        policies.forEach((model, text) -> {
            String pointer = pointer("/row_policies", model);
            if (text.equals(before.policies().get(model))) {
                return;
            }
            restrictable(pointer, model, violations).ifPresent(found -> {
                switch (RowPolicy.read(found, text)) {
                    case RowPolicy.Reading.Understood(RowPolicy policy) -> newPolicies.add(policy);
                    case RowPolicy.Reading.Misunderstood(int position, Message message) ->
                        violations.add(new Violation(pointer, "row_policy", message));
                }
            });
        });
    }

    private static Set<Action> actions(
            String pointer, List<String> words, Set<Action> possible, List<Violation> violations) {
        Set<Action> actions = EnumSet.noneOf(Action.class);
        for (int i = 0; i < words.size(); i++) {
            Optional<Action> action = Action.ofWord(words.get(i)).filter(possible::contains);
            if (action.isPresent()) {
                actions.add(action.get());
            } else {
                violations.add(new Violation(
                        pointer + "/" + i,
                        "unknown_action",
                        Message.of("One of {values} is expected.").with("values", known(possible))));
            }
        }
        return actions;
    }

    private static String known(Set<Action> actions) {
        return Arrays.stream(Action.values())
                .filter(actions::contains)
                .map(Action::word)
                .collect(Collectors.joining(", "));
    }

    private Optional<Model> model(String pointer, String name, List<Violation> violations) {
        Optional<Model> model = registry.model(name);
        if (model.isEmpty()) {
            violations.add(new Violation(pointer, "unknown_model", "There is no model of this name."));
        }
        return model;
    }

    /** A model whose fields and records can be restricted: not {@code *} and not the models of roles. */
    private Optional<Model> restrictable(String pointer, String name, List<Violation> violations) {
        if (name.equals(roleModel.name())) {
            violations.add(new Violation(pointer, "unsupported", "Fields and records of roles cannot be restricted."));
            return Optional.empty();
        }
        return model(pointer, name, violations);
    }

    private static String pointer(String parent, String member) {
        return parent + "/" + member.replace("~", "~0").replace("/", "~1");
    }
}
