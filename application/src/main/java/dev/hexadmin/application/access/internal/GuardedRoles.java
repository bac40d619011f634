package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Manages roles, and checks rights before each operation. */
public final class GuardedRoles implements ManagingRoles {
    private static final Set<Action> EVERY_ACTION = Set.copyOf(EnumSet.allOf(Action.class));
    private static final Set<String> NOT_FOR_ADMIN = Set.of("admin_users", "admin_roles");

    private final Roles roles;
    private final GrantGuard guard;
    private final AuditTrail auditTrail;
    private final UnitOfWork unitOfWork;
    private final ClusterEvents events;
    private final ModelRegistry registry;
    private final RoleDrafts drafts;
    private final InstantSource clock;

    public GuardedRoles(
            Roles roles,
            GrantGuard guard,
            AuditTrail auditTrail,
            UnitOfWork unitOfWork,
            ClusterEvents events,
            ModelRegistry registry,
            InstantSource clock) {
        this.roles = roles;
        this.guard = guard;
        this.auditTrail = auditTrail;
        this.unitOfWork = unitOfWork;
        this.events = events;
        this.registry = registry;
        this.drafts = new RoleDrafts(registry);
        this.clock = clock;
    }

    @Override
    public Listing list(Actor actor, RoleListRequest request) {
        require(actor, Action.VIEW);
        if (!request.violations().isEmpty()) {
            throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", request.violations());
        }
        List<Long> matching = RoleQuery.select(request, roles.headings());
        List<Long> ids = matching.stream()
                .skip((request.page() - 1L) * request.perPage())
                .limit(request.perPage())
                .toList();
        Map<Long, Role> found = new LinkedHashMap<>();
        roles.find(ids).forEach(role -> found.put(role.id(), role));
        List<Role> shown = ids.stream().map(found::get).filter(Objects::nonNull).toList();
        return new Listing(shown, request.page(), request.perPage(), matching.size());
    }

    @Override
    public Role get(Actor actor, long id) {
        require(actor, Action.VIEW);
        return roles.find(List.of(id)).stream().findFirst().orElseThrow(GuardedRoles::notFound);
    }

    @Override
    public Role create(Actor actor, Supplier<Draft> draft, boolean dryRun) {
        require(actor, Action.CREATE);
        RoleDrafts.Checked checked = drafts.check(draft.get(), Optional.empty());
        guard.check(actor, checked.rights().grants(registry), List.of());
        checked.newPolicies().forEach(policy -> guard.checkSees(actor, policy));
        return carryOut(dryRun, scope -> {
            long id = insert(actor, checked.name(), checked.description(), false, checked.rights())
                    .orElseThrow(() -> nameTaken(checked.name()));
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.RightsChanged()));
            return roles.lock(id).orElseThrow();
        });
    }

    private Optional<Long> insert(Actor actor, String name, String description, boolean superuser, RoleRights rights) {
        Optional<Long> id = roles.insert(
                name, description, superuser, rights, clock.instant().truncatedTo(ChronoUnit.MICROS));
        id.ifPresent(stored -> record(actor, "create", stored, Map.of(), members(name, description, rights)));
        return id;
    }

    @Override
    public Role change(
            Actor actor, long id, UnaryOperator<Draft> change, Optional<List<Version>> expected, boolean dryRun) {
        require(actor, Action.EDIT);
        return carryOut(dryRun, scope -> {
            Role before = current(id, expected);
            if (before.superuser() && !actor.rights().superuser()) {
                throw GrantGuard.superusersOnly(Message.of("Only a superuser may change the role {role}.")
                        .with("role", before.name()));
            }
            RoleDrafts.Checked checked = drafts.check(change.apply(Draft.of(before)), Optional.of(before));
            guard.check(
                    actor, checked.rights().grants(registry), before.rights().grants(registry));
            checked.newPolicies().forEach(policy -> guard.checkSees(actor, policy));
            Map<String, Object> old = members(before.name(), before.description(), before.rights());
            Map<String, Object> wanted = members(checked.name(), checked.description(), checked.rights());
            if (old.equals(wanted)) {
                return before;
            }
            if (!roles.update(id, checked.name(), checked.description(), checked.rights())) {
                throw nameTaken(checked.name());
            }
            record(actor, "update", id, old, wanted);
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.RightsChanged()));
            return roles.lock(id).orElseThrow();
        });
    }

    @Override
    public void delete(Actor actor, long id, Optional<List<Version>> expected, boolean dryRun) {
        require(actor, Action.DELETE);
        carryOut(dryRun, scope -> {
            Role before = current(id, expected);
            if (before.superuser() && !actor.rights().superuser()) {
                throw GrantGuard.superusersOnly(Message.of("Only a superuser may delete the role {role}.")
                        .with("role", before.name()));
            }
            if (before.users() > 0) {
                throw RequestRejectedException.conflict(
                        "role_in_use",
                        Message.of(
                                        "{users, plural, one {The role is in use: # user has it.} other {The role is in use: # users have it.}}")
                                .with("users", before.users()),
                        List.of());
            }
            roles.delete(id);
            record(actor, "delete", id, members(before.name(), before.description(), before.rights()), Map.of());
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.RightsChanged()));
            return id;
        });
    }

    @Override
    public void grantDirectly(Actor actor, UserId user, Map<String, Set<Action>> permissions) {
        require(actor, Action.EDIT);
        RoleRights wanted = new RoleRights(permissions, Map.of(), Map.of());
        unitOfWork.write(scope -> {
            boolean superuser = roles.superuser(user)
                    .orElseThrow(() -> RequestRejectedException.notFound("There is no such user."));
            if (superuser && !actor.rights().superuser()) {
                throw GrantGuard.superusersOnly(Message.of("Only a superuser may change a superuser."));
            }
            RoleRights before = new RoleRights(roles.directly(user), Map.of(), Map.of());
            List<Violation> violations = wanted.permissions().keySet().stream()
                    .filter(model -> !model.equals(Grant.EVERY_MODEL)
                            && registry.model(model).isEmpty()
                            && !before.permissions().containsKey(model))
                    .map(model -> Violation.at(model, "unknown_model", "There is no model of this name."))
                    .toList();
            if (!violations.isEmpty()) {
                throw RequestRejectedException.invalid(violations);
            }
            guard.check(actor, wanted.grants(registry), before.grants(registry));
            if (!wanted.equals(before)) {
                roles.replaceDirectly(user, wanted.permissions());
                append(
                        actor,
                        "update",
                        "admin_users",
                        user.toString(),
                        Map.of("permissions", before.permissionWords()),
                        Map.of("permissions", wanted.permissionWords()));
                scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user)));
            }
            return 0;
        });
    }

    @Override
    public void seed(Actor.Operator operator) {
        Map<String, Set<Action>> all = new TreeMap<>();
        all.put(Grant.EVERY_MODEL, EVERY_ACTION);
        registry.models().forEach(model -> all.put(model.name(), grantable(model)));
        boolean empty = roles.headings().isEmpty();
        unitOfWork.write(scope -> {
            roles.list(all);
            if (empty) {
                RoleRights everything = new RoleRights(Map.of(Grant.EVERY_MODEL, EVERY_ACTION), Map.of(), Map.of());
                insert(operator, "SuperAdmin", description("SuperAdmin"), true, everything);
                seed(operator, "Admin", forAdmin());
                seed(
                        operator,
                        "Editor",
                        Map.of(Grant.EVERY_MODEL, EnumSet.of(Action.VIEW, Action.CREATE, Action.EDIT)));
                seed(operator, "Viewer", Map.of(Grant.EVERY_MODEL, EnumSet.of(Action.VIEW)));
                scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.RightsChanged()));
            }
            carryOverRenamed(operator, scope);
            return 0;
        });
    }

    /** So that names which are changed again later still lead from what roles state to the present models and fields. */
    private void carryOverRenamed(Actor.Operator operator, UnitOfWork.Scope scope) {
        List<Long> all = roles.headings().stream().map(Roles.Heading::id).toList();
        for (Role found : roles.find(all)) {
            if (found.rights().underPresentNames(registry).equals(found.rights())) {
                continue;
            }
            roles.lock(found.id()).ifPresent(role -> {
                RoleRights present = role.rights().underPresentNames(registry);
                roles.update(role.id(), role.name(), role.description(), present);
                record(
                        operator,
                        "update",
                        role.id(),
                        members(role.name(), role.description(), role.rights()),
                        members(role.name(), role.description(), present));
                scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.RightsChanged()));
            });
        }
    }

    private static String description(String name) {
        return Objects.requireNonNull(SEEDED_DESCRIPTIONS.get(name), name).english();
    }

    private void seed(Actor operator, String name, Map<String, Set<Action>> permissions) {
        // another server may have created them first
        insert(operator, name, description(name), false, new RoleRights(permissions, Map.of(), Map.of()));
    }

    private Map<String, Set<Action>> forAdmin() {
        Map<String, Set<Action>> permissions = new TreeMap<>();
        permissions.put(Grant.EVERY_MODEL, EVERY_ACTION);
        for (Model model : registry.models()) {
            if (model.builtIn() && !NOT_FOR_ADMIN.contains(model.name())) {
                permissions.put(model.name(), grantable(model));
            }
        }
        return permissions;
    }

    private static Set<Action> grantable(Model model) {
        return EVERY_ACTION.stream()
                .filter(action -> action.isGrantableOn(model))
                .collect(Collectors.toUnmodifiableSet());
    }

    private <T> T carryOut(boolean dryRun, UnitOfWork.Work<T> work) {
        return dryRun ? unitOfWork.rehearse(work) : unitOfWork.write(work);
    }

    private void require(Actor actor, Action action) {
        if (!actor.rights().allows(action, drafts.roleModel())) {
            throw RequestRejectedException.missingRight(
                    action, drafts.roleModel().name());
        }
    }

    private Role current(long id, Optional<List<Version>> expected) {
        Role role = roles.lock(id).orElseThrow(GuardedRoles::notFound);
        if (expected.isPresent() && !expected.get().contains(role.version())) {
            throw RequestRejectedException.preconditionFailed("The role has changed since.", role.version());
        }
        return role;
    }

    private static RequestRejectedException notFound() {
        return RequestRejectedException.notFound("There is no such role.");
    }

    private static RequestRejectedException nameTaken(String name) {
        return RequestRejectedException.conflict(
                "unique",
                "Another role has this name.",
                List.of(Violation.at(
                        "name",
                        "unique",
                        Message.of("Another role is called {name}.").with("name", name))));
    }

    private static Map<String, Object> members(String name, String description, RoleRights rights) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", name);
        members.put("description", description);
        members.put("permissions", rights.permissionWords());
        members.put("field_permissions", rights.fieldWords());
        members.put("row_policies", rights.policies());
        return members;
    }

    private void record(Actor actor, String event, long id, Map<String, Object> before, Map<String, Object> after) {
        append(actor, event, drafts.roleModel().name(), Long.toString(id), before, after);
    }

    private void append(
            Actor actor, String event, String model, String id, Map<String, Object> before, Map<String, Object> after) {
        List<AuditEntry.Change> changes = new ArrayList<>();
        for (String member : (before.isEmpty() ? after : before).keySet()) {
            if (!Objects.equals(before.get(member), after.get(member))) {
                changes.add(new AuditEntry.Change(member, before.get(member), after.get(member)));
            }
        }
        auditTrail.append(new AuditEntry(clock.instant(), actor, event, model, id, changes));
    }
}
