package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.access.RightsSources;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.port.OpenAccess;
import dev.hexadmin.application.identity.port.OpenAccess.Filter;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.LocaleChoice;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Operations on accounts outside the records of {@code admin_users}. */
public final class UserService implements ManagingUsers {
    private static final String USERS = "admin_users";

    private final UnitOfWork unitOfWork;
    private final Users users;
    private final OpenAccess openAccess;
    private final SecondFactors factors;
    private final SecondFactorCodes codes;
    private final PasswordHasher passwords;
    private final CurrentPassword current;
    private final ExternalAccounts external;
    private final ServerSecrets secrets;
    private final ClusterEvents events;
    private final Accounts accounts;
    private final EscalationGuard escalation;
    private final RightsSources explaining;
    private final AuditTrail audit;
    private final InstantSource clock;
    /** The hash of the current set-up token. */
    private volatile Optional<String> setup = Optional.empty();

    public UserService(
            IdentityAssembly.Storage storage,
            SecondFactorCodes codes,
            PasswordHasher passwords,
            ExternalAccounts external,
            ServerSecrets secrets,
            Accounts accounts,
            IdentityAssembly.Access access,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.users = storage.stores().users();
        this.openAccess = storage.byMail().access();
        this.factors = storage.stores().secondFactors();
        this.codes = codes;
        this.passwords = passwords;
        this.current = new CurrentPassword(storage, passwords.hashing(), clock);
        this.external = external;
        this.secrets = secrets;
        this.events = storage.events();
        this.accounts = accounts;
        this.escalation = access.escalation();
        this.explaining = access.explaining();
        this.audit = storage.audit();
        this.clock = clock;
    }

    @Override
    public UserId createSuperuser(Actor actor, String email, String password, String fullName) {
        requireSuperuser(actor);
        return prepareInsert(actor, email, password, fullName, false, false).carryOut();
    }

    @Override
    public boolean createFirstSuperuser(Actor actor, String typed, String password, String fullName) {
        requireSuperuser(actor);
        if (users.any()) {
            return false;
        }
        EmailAddress email = AccountInput.email(typed);
        AccountInput.name(fullName);
        String hash = passwords.hash(password, email.value(), fullName);
        return unitOfWork.write(scope -> {
            users.serialize();
            boolean first = !users.any();
            if (first) {
                insert(scope, actor, email, fullName, hash);
            }
            return first;
        });
    }

    private Prepared<UserId> prepareInsert(
            Actor actor, String typed, String password, String fullName, boolean onlyFirst, boolean dryRun) {
        EmailAddress email = AccountInput.email(typed);
        AccountInput.name(fullName);
        String hash = passwords.hash(password, email.value(), fullName);
        return () -> unitOfWork.write(dryRun, scope -> {
            if (onlyFirst) {
                users.serialize();
                if (users.any()) {
                    throw setupOver();
                }
                scope.afterCommit(() -> setup = Optional.empty());
            }
            return insert(scope, actor, email, fullName, hash);
        });
    }

    private UserId insert(UnitOfWork.Scope scope, Actor actor, EmailAddress email, String fullName, String hash) {
        Instant now = clock.instant();
        UserId id = users.insert(email, fullName, true, hash, Optional.empty(), now)
                .orElseThrow(() -> RequestRejectedException.conflict(
                        "unique",
                        "A user with this address exists.",
                        List.of(Violation.at("email", "unique", "This address is taken."))));
        audit.append(new AuditEntry(
                now,
                actor,
                "create",
                USERS,
                id.toString(),
                List.of(
                        new AuditEntry.Change("email", null, email.value()),
                        new AuditEntry.Change("full_name", null, fullName),
                        new AuditEntry.Change("is_active", null, true),
                        new AuditEntry.Change("is_superuser", null, true),
                        new AuditEntry.Change("password", null, AuditEntry.REDACTED))));
        scope.afterCommit(() -> events.announce(new ClusterEvent.UserChanged(id)));
        return id;
    }

    @Override
    public void changePassword(Actor actor, String typed, String newPassword) {
        PersonOnly.require(actor);
        Optional<EmailAddress> email = Authenticator.address(typed);
        if (actor instanceof Actor.SignedIn signedIn
                && email.filter(signedIn.email()::equals).isPresent()) {
            throw Accounts.ownPassword();
        }
        requireSuperuser(actor);
        User user = email.flatMap(users::byEmail)
                .orElseThrow(() -> RequestRejectedException.notFound("No user has this address."));
        ExternalAccounts.requireHere(user.external(), "password");
        String hash = passwords.hash(newPassword, user.email().value(), user.fullName());
        unitOfWork.write(scope -> {
            users.changePassword(user.id(), hash);
            passwordChanged(scope, actor, user.id());
            return user.id();
        });
    }

    @Override
    public void rename(Actor.SignedIn actor, String fullName) {
        PersonOnly.require(actor);
        String name = AccountInput.name(fullName);
        unitOfWork.write(scope -> {
            User before = users.byId(actor.id()).orElseThrow(UserService::gone);
            ExternalAccounts.requireHere(before.external(), "full_name");
            if (!before.fullName().equals(name)) {
                users.rename(actor.id(), name);
                audit.append(new AuditEntry(
                        clock.instant(),
                        actor,
                        "update",
                        USERS,
                        actor.id().toString(),
                        List.of(new AuditEntry.Change("full_name", before.fullName(), name))));
            }
            return actor.id();
        });
    }

    @Override
    public void choose(Actor.SignedIn actor, LocaleChoice locale) {
        PersonOnly.require(actor);
        unitOfWork.write(scope -> {
            LocaleChoice before =
                    users.standing(actor.id()).orElseThrow(UserService::gone).locale();
            List<AuditEntry.Change> changes = new ArrayList<>();
            if (!before.language().equals(locale.language())) {
                changes.add(change("language", before.language(), locale.language()));
            }
            if (!before.zone().equals(locale.zone())) {
                changes.add(change("time_zone", before.zone(), locale.zone()));
            }
            if (!changes.isEmpty()) {
                users.choose(actor.id(), locale);
                audit.append(new AuditEntry(
                        clock.instant(), actor, "update", USERS, actor.id().toString(), changes));
                scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(actor.id())));
            }
            return actor.id();
        });
    }

    private static AuditEntry.Change change(String field, Optional<?> before, Optional<?> after) {
        return new AuditEntry.Change(
                field,
                before.map(Object::toString).orElse(null),
                after.map(Object::toString).orElse(null));
    }

    @Override
    public void changeOwnPassword(Actor.SignedIn actor, String currentPassword, String newPassword, boolean dryRun) {
        User user = current.require(actor, currentPassword, "password", "password_change_failed");
        if (currentPassword.equals(newPassword)) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at("password", "unchanged", "This is the password that you have.")));
        }
        String hash = passwords.hash(newPassword, user.email().value(), user.fullName());
        unitOfWork.write(dryRun, scope -> {
            if (!users.rehash(user.id(), user.passwordHash(), hash)) {
                throw CurrentPassword.wrong(); // another request created a user first
            }
            passwordChanged(scope, actor, user.id());
            return user.id();
        });
    }

    private void passwordChanged(UnitOfWork.Scope scope, Actor actor, UserId user) {
        Instant now = clock.instant();
        users.endSessions(user, now);
        audit.append(new AuditEntry(now, actor, "password_change", USERS, user.toString(), List.of()));
        scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user)));
    }

    private static RequestRejectedException gone() {
        return RequestRejectedException.unauthenticated("invalid_token", "The user is not there any more.");
    }

    @Override
    public RightsOverview rightsOf(Actor actor, UserId user) {
        requireSight(actor, user);
        return explaining.of(user);
    }

    @Override
    public List<Long> assignableRoles(Actor actor) {
        return escalation.assignable(actor).stream().map(Role::id).toList();
    }

    @Override
    public boolean secondFactorOn(Actor actor, UserId user) {
        requireSight(actor, user);
        return codes.on(user);
    }

    @Override
    public UserId keep(Actor actor, ExternalUser user) {
        requireSuperuser(actor);
        return external.keep(user)
                .orElseThrow(() -> RequestRejectedException.conflict(
                        "unique",
                        "Another account has this address.",
                        List.of(Violation.at("email", "unique", "This address is taken."))));
    }

    @Override
    public Optional<Keeper> keeper(Actor actor, UserId user) {
        requireSight(actor, user);
        return users.standing(user)
                .flatMap(Standing::external)
                .map(identity -> new Keeper(identity.source(), external.kept(identity.source())));
    }

    private void requireSight(Actor actor, UserId user) {
        if (!isSelf(actor, user) || !actor.inPerson()) {
            accounts.requireView(actor, user);
        }
    }

    private static boolean isSelf(Actor actor, UserId user) {
        return actor instanceof Actor.SignedIn signedIn && signedIn.id().equals(user);
    }

    @Override
    public void removeSecondFactor(Actor actor, UserId user) {
        PersonOnly.require(actor);
        accounts.requireEdit(actor, user);
        if (isSelf(actor, user)) {
            throw RequestRejectedException.forbidden(
                    "own_second_factor", "Turn off your own second factor in your profile, with a code.");
        }
        escalation.mayTakeOver(actor, user);
        unitOfWork.write(scope -> {
            if (!factors.remove(user)) {
                throw RequestRejectedException.conflict(
                        "second_factor_off", "This user has no second factor.", List.of());
            }
            codes.dropBackupCodesIfOff(user);
            audit.append(
                    new AuditEntry(clock.instant(), actor, "second_factor_off", USERS, user.toString(), List.of()));
            return user;
        });
    }

    @Override
    public long endSessions(Actor actor, UserId user, boolean dryRun) {
        PersonOnly.require(actor);
        accounts.requireEdit(actor, user);
        accounts.requireNoStronger(actor, user);
        return unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            long open =
                    openAccess.countSessions(new Filter(Optional.of(user), Optional.empty(), Optional.empty()), now);
            users.endSessions(user, now);
            audit.append(new AuditEntry(now, actor, "sign_out_everywhere", USERS, user.toString(), List.of()));
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user)));
            return open;
        });
    }

    @Override
    public List<Account> list(Actor actor) {
        requireSuperuser(actor);
        return users.all();
    }

    @Override
    public boolean empty() {
        return !users.any();
    }

    @Override
    public Optional<String> createSetupToken() {
        if (users.any()) {
            return Optional.empty();
        }
        String token = secrets.token();
        setup = Optional.of(ServerSecrets.hash(token));
        return Optional.of(token);
    }

    @Override
    public Prepared<UserId> prepareSetup(
            Actor actor, String setupToken, String email, String password, String fullName, boolean dryRun) {
        Optional<String> expected = setup;
        if (expected.isEmpty() || !ServerSecrets.same(expected.get(), ServerSecrets.hash(setupToken))) {
            throw RequestRejectedException.forbidden(
                    "invalid_setup_token", "The set-up link is not valid, or it has been used. Restart for a new one.");
        }
        return prepareInsert(actor, email, password, fullName, true, dryRun);
    }

    private static RequestRejectedException setupOver() {
        return RequestRejectedException.conflict(
                "setup_done", "The set-up is done: there are users already.", List.of());
    }

    private static void requireSuperuser(Actor actor) {
        if (!actor.rights().superuser()) {
            throw RequestRejectedException.forbidden("forbidden", "Only a superuser may do this.");
        }
    }
}
