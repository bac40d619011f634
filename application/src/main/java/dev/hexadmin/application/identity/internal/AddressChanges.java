package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.EscalationGuard;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.ChangingAddresses;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.AccountLinks;
import dev.hexadmin.application.identity.port.AccountLinks.Link;
import dev.hexadmin.application.identity.port.AccountLinks.Purpose;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Language;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Changes of one's own e-mail address. */
public final class AddressChanges implements ChangingAddresses {
    private static final Purpose PURPOSE = Purpose.EMAIL_CONFIRMATION;

    private final UnitOfWork unitOfWork;
    private final Users users;
    private final AccountLinks links;
    private final CurrentPassword currentPassword;
    private final ServerSecrets secrets;
    private final AccountMessages messages;
    private final EscalationGuard escalation;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final InstantSource clock;

    public AddressChanges(
            IdentityAssembly.Storage storage,
            HashingQueue hashing,
            ServerSecrets secrets,
            AccountMessages messages,
            EscalationGuard escalation,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.users = storage.stores().users();
        this.links = storage.byMail().links();
        this.currentPassword = new CurrentPassword(storage, hashing, clock);
        this.secrets = secrets;
        this.messages = messages;
        this.escalation = escalation;
        this.events = storage.events();
        this.audit = storage.audit();
        this.clock = clock;
    }

    @Override
    public boolean confirms() {
        return messages.sendsLinks();
    }

    @Override
    public boolean request(Actor.SignedIn actor, String typed, String password, Language language, boolean dryRun) {
        User user = currentPassword.require(actor, password, "email", "email_change_failed");
        EmailAddress wanted = AccountInput.email(typed);
        if (wanted.equals(user.email())) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at("email", "unchanged", "This is the address that you have.")));
        }
        escalation.mayChangeOwn(actor, List.of("email"));
        boolean confirms = confirms();
        return unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            if (users.byEmail(wanted).isPresent()) {
                throw taken();
            }
            links.forget(user.id(), PURPOSE);
            if (confirms) {
                sendLink(actor, user, wanted, language, now);
            } else {
                change(scope, actor, user, wanted, now);
            }
            return !confirms;
        });
    }

    private void sendLink(Actor actor, User user, EmailAddress wanted, Language language, Instant now) {
        String token = secrets.token();
        Instant expiresAt = now.plus(IdentitySettings.Mailing.EMAIL_CONFIRMATION);
        links.insert(
                new Link(ServerSecrets.hash(token), PURPOSE, user.id(), user.tokenVersion(), wanted, now, expiresAt));
        messages.addressConfirmation(user, wanted, token, expiresAt, language);
        messages.addressChangeRequested(user, wanted, actor.origin(), language, now);
        audit.append(new AuditEntry(
                now,
                actor,
                "email_change_requested",
                Accounts.MODEL,
                user.id().toString(),
                List.of(new AuditEntry.Change("email", user.email().value(), wanted.value()))));
    }

    private void change(UnitOfWork.Scope scope, Actor actor, User user, EmailAddress wanted, Instant now) {
        if (!users.update(user.id(), wanted, user.fullName(), user.superuser())) {
            throw taken();
        }
        audit.append(new AuditEntry(
                now,
                actor,
                "update",
                Accounts.MODEL,
                user.id().toString(),
                List.of(new AuditEntry.Change("email", user.email().value(), wanted.value()))));
        scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user.id())));
    }

    @Override
    public Optional<Pending> pending(Actor.SignedIn actor) {
        return links.newest(actor.id(), PURPOSE)
                .filter(link -> user(link).isPresent())
                .map(link -> new Pending(link.email(), link.expiresAt()));
    }

    @Override
    public Optional<EmailAddress> find(String token) {
        return links.find(ServerSecrets.hash(token), PURPOSE)
                .filter(link -> user(link).isPresent())
                .map(Link::email);
    }

    /** The user of a link that is still valid. */
    private Optional<User> user(Link link) {
        return clock.instant().isBefore(link.expiresAt())
                ? users.byId(link.user()).filter(user -> lets(link, user))
                : Optional.empty();
    }

    private static boolean lets(Link link, User user) {
        return user.active() && user.external().isEmpty() && user.tokenVersion() == link.tokenVersion();
    }

    @Override
    public EmailAddress confirm(Actor actor, String token, boolean dryRun) {
        String hash = ServerSecrets.hash(token);
        Link link = links.find(hash, PURPOSE)
                .filter(found -> user(found).isPresent())
                .orElseThrow(AccountInput::invalidLink);
        return unitOfWork.write(dryRun, scope -> {
            User user = users.hold(link.user()).filter(held -> lets(link, held)).orElseThrow(AccountInput::invalidLink);
            if (!links.take(hash, PURPOSE)) {
                throw AccountInput.invalidLink();
            }
            change(scope, Authenticator.as(user.id(), user.email(), actor), user, link.email(), clock.instant());
            return link.email();
        });
    }

    private static RequestRejectedException taken() {
        return RequestRejectedException.conflict(
                "unique",
                "A user with this address exists.",
                List.of(Violation.at("email", "unique", "This address is taken.")));
    }
}
