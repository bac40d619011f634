package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.access.Escalation;
import dev.hexadmin.application.access.ManagingRoles.Role;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what is given with what the giver holds: each action on each model, on each field, on each record.
 *
 * <p>A giver who is bound by a row policy gives at most the records that meet it, which has to be plain from the text of
 * the new policy. {@code *} is given only by who holds {@code *}, as it also stands for models to come.
 */
public final class GrantGuard implements Escalation {
    /** The actions that field permissions know. */
    static final Set<Action> ON_FIELDS = Set.copyOf(EnumSet.of(Action.VIEW, Action.CREATE, Action.EDIT));

    private final Roles roles;
    private final ModelRegistry registry;

    public GrantGuard(Roles roles, ModelRegistry registry) {
        this.roles = roles;
        this.registry = registry;
    }

    @Override
    public void mayAssign(Actor actor, Collection<Long> roleIds) {
        if (actor.rights().superuser() || roleIds.isEmpty()) {
            return;
        }
        for (Role role : roles.find(roleIds)) {
            if (role.superuser()) {
                throw superusersOnly("assign the role " + role.name());
            }
            check(actor, role.rights().grants(registry), List.of());
        }
    }

    /**
     * Checks that whatever {@code wanted} has more than {@code before} is held by the actor.
     *
     * @throws Refused {@code FORBIDDEN escalation}
     */
    void check(Actor actor, List<Grant> wanted, List<Grant> before) {
        if (actor.rights().superuser()) {
            return;
        }
        Rights held = actor.rights();
        Rights already = new Rights(false, before);
        for (Grant grant : wanted) {
            for (Action action : grant.actions()) {
                check(grant, action, held, already);
            }
        }
    }

    private void check(Grant grant, Action action, Rights held, Rights already) {
        if (!grant.model().equals(Grant.EVERY_MODEL)) {
            Optional<Model> model = registry.model(grant.model());
            boolean covered = model.isPresent()
                    ? covers(held, grant, model.get(), action) || covers(already, grant, model.get(), action)
                    : names(held, grant, action) || names(already, grant, action);
            if (!covered) {
                throw escalation(action, grant.model());
            }
            return;
        }
        if (!everywhere(held, action) && !everywhere(already, action)) {
            throw escalation(action, "every model");
        }
        for (Model model : registry.models()) {
            if (grant.covers(model) && !covers(held, grant, model, action) && !covers(already, grant, model, action)) {
                throw escalation(action, model.name());
            }
        }
    }

    /** Checks that the actor may see what a new policy looks at: its outcome would tell. */
    void checkSees(Actor actor, RowPolicy policy) {
        Rights rights = actor.rights();
        for (FieldPath path : policy.paths()) {
            Model model = path.root();
            for (FieldDefinition step : path.through()) {
                checkSees(rights, model, step);
                model = model.target(step);
            }
            checkSees(rights, model, path.field());
        }
    }

    private static void checkSees(Rights rights, Model model, FieldDefinition field) {
        if (!rights.allows(Action.VIEW, model, field)) {
            throw Refused.forbidden(
                    "escalation",
                    "You may not view the field " + field.name() + " of " + model.name()
                            + " that the row policy looks at.");
        }
    }

    static Refused superusersOnly(String what) {
        return Refused.forbidden("escalation", "Only a superuser may " + what + ".");
    }

    private static Refused escalation(Action action, String where) {
        return Refused.forbidden(
                "escalation", "You cannot grant " + action.word() + " on " + where + " beyond what you hold yourself.");
    }

    private static boolean everywhere(Rights rights, Action action) {
        return rights.grants().stream()
                .anyMatch(grant -> grant.model().equals(Grant.EVERY_MODEL)
                        && grant.actions().contains(action));
    }

    /** A model that is not registered, such as one behind a feature flag: only the very same grant will do. */
    private static boolean names(Rights rights, Grant grant, Action action) {
        return rights.grants().stream()
                .anyMatch(other -> other.model().equals(grant.model())
                        && other.actions().contains(action)
                        && other.fields().equals(grant.fields())
                        && other.policy().equals(grant.policy()));
    }

    private static boolean covers(Rights rights, Grant grant, Model model, Action action) {
        return rights.allows(action, model)
                && (!ON_FIELDS.contains(action) || coversFields(rights, grant, model, action))
                && coversRows(rights, grant, model, action);
    }

    private static boolean coversFields(Rights rights, Grant grant, Model model, Action action) {
        for (FieldDefinition field : model.fields()) {
            @Nullable Set<Action> left = grant.fields().get(field.name());
            if ((left == null || left.contains(action)) && !rights.allows(action, model, field)) {
                return false;
            }
        }
        return true;
    }

    private static boolean coversRows(Rights rights, Grant grant, Model model, Action action) {
        List<String> binding = rights.policies(action, model);
        if (binding.isEmpty()) {
            return true;
        }
        if (grant.policy().isEmpty()) {
            return false;
        }
        String wanted = grant.policy().get();
        if (binding.contains(wanted)) {
            return true;
        }
        List<RowPolicy> wider = binding.stream()
                .flatMap(text -> understood(model, text).stream())
                .toList();
        return understood(model, wanted).filter(policy -> policy.within(wider)).isPresent();
    }

    private static Optional<RowPolicy> understood(Model model, String text) {
        return switch (RowPolicy.parse(model, text)) {
            case RowPolicy.Reading.Understood(RowPolicy policy) -> Optional.of(policy);
            case RowPolicy.Reading.Misunderstood(int position, String message) -> Optional.empty();
        };
    }
}
