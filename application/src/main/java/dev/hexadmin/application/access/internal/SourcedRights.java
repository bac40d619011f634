package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.access.RightsOverview.Allowed;
import dev.hexadmin.application.access.RightsOverview.OnModel;
import dev.hexadmin.application.access.RightsOverview.Source;
import dev.hexadmin.application.access.RightsSources;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists rights with their sources. */
public final class SourcedRights implements RightsSources {
    private final Roles roles;
    private final ModelRegistry registry;

    public SourcedRights(Roles roles, ModelRegistry registry) {
        this.roles = roles;
        this.registry = registry;
    }

    @Override
    public RightsOverview of(UserId user) {
        List<Role> held = roles.of(user);
        List<Source> superuserBy = new ArrayList<>();
        held.stream()
                .filter(Role::superuser)
                .forEach(role -> superuserBy.add(new Source.OfRole(role.id(), role.name())));
        if (superuserBy.isEmpty() && roles.superuser(user).orElse(false)) {
            superuserBy.add(new Source.Flag()); // roles cannot grant this
        }
        Map<Source, List<Grant>> grants = new LinkedHashMap<>();
        for (Role role : held) {
            grants.put(new Source.OfRole(role.id(), role.name()), role.rights().grants(registry));
        }
        grants.put(new Source.Direct(), new RoleRights(roles.directly(user), Map.of(), Map.of()).grants(registry));
        Rights rights = superuserBy.isEmpty()
                ? new Rights(
                        false, grants.values().stream().flatMap(List::stream).toList())
                : Rights.ALL;
        List<OnModel> models = new ArrayList<>();
        for (Model model : registry.models()) {
            List<Allowed> actions = new ArrayList<>();
            for (Action action : Action.values()) {
                if (rights.allows(action, model)) {
                    actions.add(new Allowed(
                            action,
                            superuserBy.isEmpty() ? from(grants, action, model) : superuserBy,
                            rights.policies(action, model),
                            without(rights, action, model)));
                }
            }
            if (!actions.isEmpty()) {
                models.add(new OnModel(model, actions));
            }
        }
        return new RightsOverview(superuserBy, models);
    }

    private static List<Source> from(Map<Source, List<Grant>> grants, Action action, Model model) {
        return grants.entrySet().stream()
                .filter(source -> source.getValue().stream()
                        .anyMatch(
                                grant -> grant.covers(model) && grant.actions().contains(action)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> without(Rights rights, Action action, Model model) {
        return GrantGuard.ON_FIELDS.contains(action)
                ? model.fields().stream()
                        .filter(field -> !rights.allows(action, model, field))
                        .map(FieldDefinition::name)
                        .toList()
                : List.of();
    }
}
