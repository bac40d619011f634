package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.IdentityProvider.Provision;
import dev.hexadmin.application.identity.port.LinkedIdentities;
import dev.hexadmin.application.identity.port.OpenIdProviders.VerifiedIdentity;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.LinkedIdentity;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Finds, links and creates the accounts of users who authenticate at a provider, and assigns the roles of their groups.
 * Thread-safe; called inside a unit of work.
 */
final class ProviderAccounts {
    private static final int MAX_NAME_LENGTH = 150;
    private static final System.Logger LOG = System.getLogger(ProviderAccounts.class.getName());

    private final Users users;
    private final LinkedIdentities identities;
    private final ClusterEvents events;
    private final AuditTrail audit;
    /** Names of roles that do not exist: each is logged once. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    ProviderAccounts(IdentityAssembly.Storage storage) {
        this.users = storage.stores().users();
        this.identities = storage.stores().linkedIdentities();
        this.events = storage.events();
        this.audit = storage.audit();
    }

    /** The account of a user of a provider. */
    sealed interface Settled {
        record Found(User user) implements Settled {}

        /** @param reason a stable word */
        record Refused(Optional<UserId> user, String reason) implements Settled {}
    }

    /** A sign-in whose ID token has been verified. */
    record SignIn(IdentityProvider provider, VerifiedIdentity identity, Instant now) {
        LinkedIdentity linked() {
            return new LinkedIdentity(identity.issuer(), identity.subject());
        }

        Actor actor() {
            return new Actor.Operator("identity provider " + provider.name());
        }
    }

    /** The account of the user, linked or created first, with the roles of the user's groups. */
    Settled settle(UnitOfWork.Scope scope, SignIn signIn) {
        users.serialize(); // the same user may sign in twice at the same moment, and two superusers may lose their role
        Settled settled = identities
                .user(signIn.linked())
                .flatMap(users::byId)
                .<Settled>map(Settled.Found::new)
                .orElseGet(() -> first(scope, signIn));
        return switch (settled) {
            case Settled.Found(User user)
            when !user.active() -> new Settled.Refused(Optional.of(user.id()), "inactive");
            case Settled.Found(User user) -> {
                identities.signedIn(signIn.linked(), signIn.now());
                assignRoles(scope, signIn, user);
                yield settled;
            }
            case Settled.Refused refused -> refused;
        };
    }

    private Settled first(UnitOfWork.Scope scope, SignIn signIn) {
        VerifiedIdentity identity = signIn.identity();
        Optional<EmailAddress> email = identity.email().flatMap(Authenticator::address);
        if (email.isEmpty()) {
            return new Settled.Refused(Optional.empty(), "no_email");
        }
        if (!identity.emailVerified() && !signIn.provider().accounts().trustEmail()) {
            return new Settled.Refused(Optional.empty(), "email_not_verified");
        }
        Optional<User> owner = users.byEmail(email.get());
        return owner.isPresent() ? link(scope, signIn, owner.get()) : create(scope, signIn, email.get());
    }

    private Settled link(UnitOfWork.Scope scope, SignIn signIn, User user) {
        if (user.external().isPresent()) {
            return new Settled.Refused(Optional.of(user.id()), "managed_elsewhere");
        }
        if (!user.active()) {
            return new Settled.Refused(Optional.of(user.id()), "inactive");
        }
        // Another user of the provider has this address now: the account stays with the first one.
        if (!identities.link(user.id(), signIn.linked(), signIn.now())) {
            return new Settled.Refused(Optional.of(user.id()), "other_identity_linked");
        }
        written(scope, signIn, user.id(), "identity_linked", linkChanges(signIn));
        return new Settled.Found(user);
    }

    private Settled create(UnitOfWork.Scope scope, SignIn signIn, EmailAddress email) {
        // Without any account, the set-up link creates the first one: a stranger must not end the set-up.
        if (signIn.provider().accounts().provision() != Provision.EVERYONE
                || (!users.any() && !users.superuserAmong(rolesOf(signIn).values()))) {
            return new Settled.Refused(Optional.empty(), "unknown_user");
        }
        String fullName = shortened(signIn.identity().fullName());
        UserId id = users.insert(email, fullName, false, User.Credentials.NO_PASSWORD, Optional.empty(), signIn.now())
                .orElseThrow(); // the address was free in this transaction, which holds the lock
        identities.link(id, signIn.linked(), signIn.now());
        List<AuditEntry.Change> changes = new ArrayList<>(List.of(
                new AuditEntry.Change("email", null, email.value()),
                new AuditEntry.Change("full_name", null, fullName),
                new AuditEntry.Change("is_active", null, true),
                new AuditEntry.Change("is_superuser", null, false)));
        changes.addAll(linkChanges(signIn));
        written(scope, signIn, id, "create", changes);
        return new Settled.Found(users.byId(id).orElseThrow());
    }

    private static List<AuditEntry.Change> linkChanges(SignIn signIn) {
        return List.of(
                new AuditEntry.Change("provider", null, signIn.provider().name()),
                new AuditEntry.Change("subject", null, signIn.identity().subject()));
    }

    /** The existing roles of the user's groups, by name. */
    private Map<String, Long> rolesOf(SignIn signIn) {
        Map<String, String> mapping = signIn.provider().accounts().roles();
        return users.roles(signIn.identity().groups().stream()
                .filter(mapping::containsKey)
                .map(mapping::get)
                .collect(Collectors.toSet()));
    }

    /** Gives and takes away the roles that the provider's groups are mapped to; other roles are not touched. */
    private void assignRoles(UnitOfWork.Scope scope, SignIn signIn, User user) {
        Map<String, String> mapping = signIn.provider().accounts().roles();
        if (mapping.isEmpty()) {
            return;
        }
        Map<String, Long> mapped = users.roles(Set.copyOf(mapping.values()));
        mapping.values().stream()
                .filter(role -> !mapped.containsKey(role) && logged.add(role))
                .forEach(role -> LOG.log(
                        Level.WARNING,
                        "The identity provider '" + signIn.provider().name() + "' gives the role '" + role
                                + "', which does not exist: it is left out"));
        Set<Long> before = new TreeSet<>(users.roles(users.roleNames(user.id())).values());
        Set<Long> after = new TreeSet<>(before);
        after.removeAll(mapped.values());
        after.addAll(rolesOf(signIn).values());
        if (!user.superuser()
                && users.superuserAmong(before)
                && !users.superuserAmong(after)
                && users.activeSuperusersBesides(user.id()) == 0) {
            after.addAll(before);
            LOG.log(
                    Level.WARNING,
                    "The identity provider '" + signIn.provider().name()
                            + "' takes the superuser role from the last active superuser: the roles are kept");
        }
        if (!before.equals(after)) {
            users.assign(user.id(), after);
            written(
                    scope,
                    signIn,
                    user.id(),
                    "update",
                    List.of(new AuditEntry.Change("roles", List.copyOf(before), List.copyOf(after))));
        }
    }

    private void written(
            UnitOfWork.Scope scope, SignIn signIn, UserId user, String event, List<AuditEntry.Change> changes) {
        audit.append(
                new AuditEntry(signIn.now(), signIn.actor(), event, Authenticator.USERS, user.toString(), changes));
        scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user)));
    }

    private static String shortened(String name) {
        StringBuilder out = new StringBuilder();
        name.strip()
                .codePoints()
                .filter(c ->
                        !Character.isISOControl(c) && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
                .limit(MAX_NAME_LENGTH)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
