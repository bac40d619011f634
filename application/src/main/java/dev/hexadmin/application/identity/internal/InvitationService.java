package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.InvitingUsers;
import dev.hexadmin.application.identity.port.Invitations;
import dev.hexadmin.application.identity.port.Invitations.InvitedRole;
import dev.hexadmin.application.identity.port.Invitations.Inviter;
import dev.hexadmin.application.identity.port.Invitations.NewInvitation;
import dev.hexadmin.application.identity.port.Invitations.StoredInvitation;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sends, withdraws and accepts invitations. */
public final class InvitationService implements InvitingUsers {
    private final UnitOfWork unitOfWork;
    private final Invitations invitations;
    private final Users users;
    private final PasswordHasher passwords;
    private final ServerSecrets secrets;
    private final AccountMessages messages;
    private final Accounts accounts;
    private final EscalationGuard escalation;
    private final LiveRights rights;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final Duration lifetime;
    private final InstantSource clock;

    public InvitationService(
            IdentityAssembly.Storage storage,
            PasswordHasher passwords,
            ServerSecrets secrets,
            AccountMessages messages,
            Accounts accounts,
            IdentityAssembly.Access access,
            IdentitySettings settings,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.invitations = storage.byMail().invitations();
        this.users = storage.stores().users();
        this.passwords = passwords;
        this.secrets = secrets;
        this.messages = messages;
        this.accounts = accounts;
        this.escalation = access.escalation();
        this.rights = access.rights();
        this.events = storage.events();
        this.audit = storage.audit();
        this.lifetime = settings.mailing().invitation();
        this.clock = clock;
    }

    @Override
    public boolean available() {
        return messages.sendsLinks();
    }

    @Override
    public boolean may(Actor actor) {
        return accounts.may(actor, Action.CREATE);
    }

    @Override
    public List<Role> possibleRoles(Actor.SignedIn actor) {
        return escalation.assignable(actor).stream()
                .map(role -> new Role(role.id(), role.name()))
                .toList();
    }

    @Override
    public Invitation invite(Actor.SignedIn actor, Draft draft, boolean dryRun) {
        accounts.requireRight(actor, Action.CREATE);
        EmailAddress email = AccountInput.email(draft.email());
        String fullName = AccountInput.name(draft.fullName());
        escalation.mayAssign(actor, draft.roles());
        messages.requireLinks();
        return unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            users.serialize(); // of two invitations of an address, the second sees the first
            if (users.byEmail(email).isPresent()) {
                throw taken();
            }
            if (invitations.pending(email, now)) {
                Message message =
                        Message.of("This address is invited already. Send that invitation again, or withdraw it.");
                throw RequestRejectedException.conflict(
                        "invitation_pending", message, List.of(Violation.at("email", "invitation_pending", message)));
            }
            String token = secrets.token();
            StoredInvitation stored = invitations.insert(
                    new NewInvitation(email, fullName, draft.roles(), actor.id()),
                    ServerSecrets.hash(token),
                    now,
                    now.plus(lifetime));
            if (stored.roles().size() < draft.roles().stream().distinct().count()) {
                throw RequestRejectedException.invalid(
                        List.of(Violation.at("roles", "unknown_role", "One of these roles does not exist.")));
            }
            messages.invitation(stored, token, draft.language());
            audit(actor, "invitation_sent", stored, now);
            return shown(stored, now);
        });
    }

    @Override
    public Invitation sendAgain(Actor.SignedIn actor, long id, Language language, boolean dryRun) {
        StoredInvitation before = own(actor, id);
        escalation.mayAssign(actor, roleIds(before));
        messages.requireLinks();
        return unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            if (users.byEmail(before.email()).isPresent()) {
                throw taken();
            }
            String token = secrets.token();
            if (!invitations.renew(id, actor.id(), ServerSecrets.hash(token), now, now.plus(lifetime))) {
                throw closed();
            }
            StoredInvitation renewed = invitations.byId(id).orElseThrow();
            messages.invitation(renewed, token, language);
            audit(actor, "invitation_sent_again", renewed, now);
            return shown(renewed, now);
        });
    }

    @Override
    public void withdraw(Actor.SignedIn actor, long id, boolean dryRun) {
        StoredInvitation before = own(actor, id);
        unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            if (!invitations.withdraw(id, now)) {
                throw closed();
            }
            audit(actor, "invitation_withdrawn", before, now);
            return id;
        });
    }

    private StoredInvitation own(Actor.SignedIn actor, long id) {
        accounts.requireRight(actor, Action.CREATE);
        Optional<UserId> only = only(actor);
        return invitations
                .byId(id)
                .filter(found -> only.isEmpty() || only.equals(found.inviter().map(Inviter::id)))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such invitation."));
    }

    /** The only user whose invitations the actor sees. */
    private Optional<UserId> only(Actor.SignedIn actor) {
        return accounts.restricted(actor, Action.CREATE) ? Optional.of(actor.id()) : Optional.empty();
    }

    @Override
    public Listing list(Actor.SignedIn actor, int page, int perPage) {
        accounts.requireRight(actor, Action.CREATE);
        Instant now = clock.instant();
        Optional<UserId> only = only(actor);
        return new Listing(
                invitations.list(only, (page - 1L) * perPage, perPage).stream()
                        .map(each -> shown(each, now))
                        .toList(),
                invitations.count(only),
                page,
                perPage);
    }

    @Override
    public Invitation get(Actor.SignedIn actor, long id) {
        return shown(own(actor, id), clock.instant());
    }

    @Override
    public Optional<Invited> find(String token) {
        return valid(token).map(found -> new Invited(found.email(), found.fullName()));
    }

    private Optional<StoredInvitation> valid(String token) {
        Instant now = clock.instant();
        return invitations
                .byHash(ServerSecrets.hash(token))
                .filter(found -> now.isBefore(found.times().expiresAt()))
                .filter(this::stillAllowed);
    }

    /** An invitation must not give what its sender could not give today. */
    private boolean stillAllowed(StoredInvitation invitation) {
        Optional<Inviter> inviter = invitation.inviter();
        Optional<Standing> standing = inviter.flatMap(user -> users.standing(user.id()));
        if (inviter.isEmpty() || standing.isEmpty() || !standing.get().active()) {
            return false;
        }
        UserId id = inviter.get().id();
        Actor sender = new Actor.SignedIn(id, standing.get().email(), rights.of(id), Actor.Origin.LOCAL);
        try {
            accounts.requireRight(sender, Action.CREATE);
            escalation.mayAssign(sender, roleIds(invitation));
            return true;
        } catch (RequestRejectedException e) {
            return false;
        }
    }

    @Override
    public Prepared<UserId> prepareAccept(
            Actor actor, String token, String typedName, String password, boolean dryRun) {
        StoredInvitation invitation = valid(token).orElseThrow(AccountInput::invalidLink);
        String fullName = AccountInput.name(typedName);
        String passwordHash = passwords.hash(password, invitation.email().value(), fullName);
        return () -> unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            if (!invitations.accept(ServerSecrets.hash(token), now) || !stillAllowed(invitation)) {
                throw AccountInput.invalidLink();
            }
            UserId id = users.insert(invitation.email(), fullName, false, passwordHash, Optional.empty(), now)
                    .orElseThrow(InvitationService::taken);
            users.assign(id, roleIds(invitation));
            audit.append(new AuditEntry(
                    now,
                    Authenticator.as(id, invitation.email(), actor),
                    "invitation_accepted",
                    Accounts.MODEL,
                    id.toString(),
                    List.of(
                            new AuditEntry.Change(
                                    "email", null, invitation.email().value()),
                            new AuditEntry.Change("full_name", null, fullName),
                            new AuditEntry.Change("roles", null, roleIds(invitation)),
                            new AuditEntry.Change(
                                    "invited_by",
                                    null,
                                    invitation
                                            .inviter()
                                            .map(by -> by.email().value())
                                            .orElse(null)),
                            new AuditEntry.Change("password", null, AuditEntry.REDACTED))));
            scope.afterCommit(() -> events.announce(new ClusterEvent.UserChanged(id)));
            return id;
        });
    }

    private void audit(Actor actor, String event, StoredInvitation invitation, Instant now) {
        List<AuditEntry.Change> changes = new ArrayList<>();
        changes.add(new AuditEntry.Change("email", null, invitation.email().value()));
        changes.add(new AuditEntry.Change("roles", null, roleIds(invitation)));
        audit.append(new AuditEntry(now, actor, event, Accounts.MODEL, "", changes));
    }

    private static List<Long> roleIds(StoredInvitation invitation) {
        return invitation.roles().stream().map(InvitedRole::id).toList();
    }

    private static Invitation shown(StoredInvitation stored, Instant now) {
        return new Invitation(
                stored.id(),
                stored.email(),
                stored.fullName(),
                stored.roles().stream()
                        .map(role -> new Role(role.id(), role.name()))
                        .toList(),
                stored.inviter().map(Inviter::email),
                state(stored.times(), now),
                stored.times().sentAt(),
                stored.times().expiresAt());
    }

    private static State state(Invitations.Times times, Instant now) {
        if (times.acceptedAt().isPresent()) {
            return State.ACCEPTED;
        }
        if (times.withdrawnAt().isPresent()) {
            return State.WITHDRAWN;
        }
        return now.isBefore(times.expiresAt()) ? State.PENDING : State.EXPIRED;
    }

    private static RequestRejectedException closed() {
        return RequestRejectedException.conflict(
                "invitation_closed", "This invitation was accepted or withdrawn.", List.of());
    }

    private static RequestRejectedException taken() {
        return RequestRejectedException.conflict(
                "unique",
                "A user with this address exists.",
                List.of(Violation.at("email", "unique", "This address is taken.")));
    }
}
