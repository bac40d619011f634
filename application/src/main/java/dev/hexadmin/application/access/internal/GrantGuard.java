package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.access.RowPolicy.CallerValue;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares granted rights with the actor's rights, by action, model, field and record. A right that the actor has only
 * by a row policy with {@code $user} cannot be granted.
 *
 * <p>An actor who is restricted by a row policy can only grant rights on records that meet the policy, which must
 * follow from the text of the new policy. Only actors with a grant on {@code *} can grant {@code *}, since it includes
 * future models.
 */
public final class GrantGuard implements EscalationGuard {
    /** The actions to which field permissions apply. */
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
                throw superusersOnly(Message.of("Only a superuser may assign the role {role}.")
                        .with("role", role.name()));
            }
            check(actor, role.rights().grants(registry), List.of());
        }
    }

    @Override
    public void mayLend(Actor.SignedIn actor, long role) {
        if (actor.rights().superuser()) {
            return;
        }
        for (Role lent : roles.find(List.of(role))) {
            if (lent.superuser()) {
                throw superusersOnly(Message.of("Only a superuser may assign the role {role}.")
                        .with("role", lent.name()));
            }
            missing(actor.rights(), lent.rights().grants(registry), Rights.NONE).ifPresent(what -> {
                throw beyond(what);
            });
        }
    }

    @Override
    public List<Role> assignable(Actor actor) {
        return heldBy(ofAnyUser(actor.rights()));
    }

    @Override
    public List<Role> lendable(Actor.SignedIn actor) {
        return heldBy(actor.rights());
    }

    private List<Role> heldBy(Rights rights) {
        return roles.find(roles.headings().stream().map(Roles.Heading::id).toList()).stream()
                .filter(role -> holds(rights, role))
                .sorted(Comparator.comparing(Role::name, String.CASE_INSENSITIVE_ORDER))
                .toList();
    }

    /** Whether these rights include all rights of the role. */
    boolean holds(Rights rights, Role role) {
        return rights.superuser()
                || (!role.superuser()
                        && missing(rights, role.rights().grants(registry), Rights.NONE)
                                .isEmpty());
    }

    @Override
    public void mayTakeOver(Actor actor, UserId user, Collection<Long> roleIds) {
        if (actor.rights().superuser()) {
            return;
        }
        List<Grant> theirs = new ArrayList<>(new RoleRights(roles.directly(user), Map.of(), Map.of()).grants(registry));
        boolean superuser = false;
        for (Role role : roles.find(roleIds)) {
            superuser |= role.superuser();
            theirs.addAll(role.rights().grants(registry));
        }
        if (superuser || missing(ofAnyUser(actor.rights()), theirs, Rights.NONE).isPresent()) {
            throw RequestRejectedException.forbidden(
                    "escalation",
                    "This user holds rights that you do not hold: you may not set their password or address.");
        }
    }

    @Override
    public void mayTakeOver(Actor actor, UserId user) {
        if (!actor.rights().superuser() && roles.superuser(user).orElse(false)) {
            throw superusersOnly(Message.of("Only a superuser may change a superuser."));
        }
        mayTakeOver(actor, user, roles.of(user).stream().map(Role::id).toList());
    }

    @Override
    public void mayChangeOwn(Actor actor, Collection<String> fields) {
        Rights rights = actor.rights();
        if (rights.superuser() || fields.isEmpty()) {
            return;
        }
        List<CallerValue> chosen = Arrays.stream(CallerValue.values())
                .filter(value -> fields.contains(value.field()))
                .toList();
        if (chosen.isEmpty()) {
            return;
        }
        for (Model model : registry.models()) {
            Set<CallerValue> compared = rights.actions(model).stream()
                    .flatMap(action -> rights.policies(action, model).stream())
                    .flatMap(text -> understood(model, text).stream())
                    .flatMap(policy -> policy.callerValues().stream())
                    .collect(Collectors.toSet());
            List<Violation> violations = chosen.stream()
                    .filter(compared::contains)
                    .map(value -> Violation.at(
                            value.field(),
                            "escalation",
                            Message.of(
                                            "A row policy on {model} compares with {value}: another user with the right to do so has to change it.")
                                    .with("model", model.name())
                                    .with("value", value.text())))
                    .toList();
            if (!violations.isEmpty()) {
                throw RequestRejectedException.forbidden(
                        "escalation", "Your roles cover records by what you would change.", violations);
            }
        }
    }

    /** The rights without those that a row policy with {@code $user} restricts. */
    private static Rights ofAnyUser(Rights rights) {
        return new Rights(
                rights.superuser(),
                rights.grants().stream().filter(grant -> !mentionsCaller(grant)).toList());
    }

    private static boolean mentionsCaller(Grant grant) {
        return grant.policy()
                .filter(policy -> policy.toLowerCase(Locale.ROOT).contains("$user"))
                .isPresent();
    }

    /**
     * Checks that the actor has every right that {@code wanted} has and {@code before} has not.
     *
     * @throws RequestRejectedException {@code FORBIDDEN escalation}
     */
    void check(Actor actor, List<Grant> wanted, List<Grant> before) {
        if (actor.rights().superuser()) {
            return;
        }
        missing(ofAnyUser(actor.rights()), wanted, new Rights(false, before)).ifPresent(what -> {
            throw beyond(what);
        });
    }

    private static RequestRejectedException beyond(Message what) {
        return RequestRejectedException.forbidden(
                "escalation",
                Message.of(
                                "You cannot grant {what} beyond what you hold yourself; what a row policy with $user gives you is yours alone.")
                        .with("what", what));
    }

    /** The first wanted action, with its model, that neither of the two covers. */
    private Optional<Message> missing(Rights held, List<Grant> wanted, Rights already) {
        for (Grant grant : wanted) {
            for (Action action : grant.actions()) {
                Optional<Message> where = missing(grant, action, held, already);
                if (where.isPresent()) {
                    return Optional.of(Message.of("{right} on {models}")
                            .with("right", action.word())
                            .with("models", where.get()));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Message> missing(Grant grant, Action action, Rights held, Rights already) {
        if (!grant.model().equals(Grant.EVERY_MODEL)) {
            Optional<Model> model = registry.model(grant.model());
            boolean covered = model.isPresent()
                    ? covers(held, grant, model.get(), action) || covers(already, grant, model.get(), action)
                    : names(held, grant, action) || names(already, grant, action);
            return covered ? Optional.empty() : Optional.of(Message.verbatim(grant.model()));
        }
        if (!everywhere(held, action) && !everywhere(already, action)) {
            return Optional.of(Message.of("every model"));
        }
        return registry.models().stream()
                .filter(grant::covers)
                .filter(model -> !covers(held, grant, model, action) && !covers(already, grant, model, action))
                .map(model -> Message.verbatim(model.name()))
                .findFirst();
    }

    /**
     * Checks that the actor may view the fields that a new policy reads: otherwise its effect would reveal their
     * values.
     */
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
            throw RequestRejectedException.forbidden(
                    "escalation",
                    Message.of("You may not view the field {field} of {model} that the row policy looks at.")
                            .with("field", field.name())
                            .with("model", model.name()));
        }
    }

    static RequestRejectedException superusersOnly(Message text) {
        return RequestRejectedException.forbidden("escalation", text);
    }

    private static boolean everywhere(Rights rights, Action action) {
        return rights.grants().stream()
                .anyMatch(grant -> grant.model().equals(Grant.EVERY_MODEL)
                        && grant.actions().contains(action));
    }

    /** A model that is not registered, such as one behind a feature flag: only an identical grant is sufficient. */
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
        return switch (RowPolicy.read(model, text)) {
            case RowPolicy.Reading.Understood(RowPolicy policy) -> Optional.of(policy);
            case RowPolicy.Reading.Misunderstood(int position, Message message) -> Optional.empty();
        };
    }
}
