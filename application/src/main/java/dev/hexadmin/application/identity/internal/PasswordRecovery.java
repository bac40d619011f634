package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.RecoveringPasswords;
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
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Links for new passwords. */
public final class PasswordRecovery implements RecoveringPasswords {
    private static final System.Logger LOG = System.getLogger(PasswordRecovery.class.getName());
    private static final Purpose PURPOSE = Purpose.PASSWORD_RESET;

    private final UnitOfWork unitOfWork;
    private final Users users;
    private final AccountLinks links;
    private final PasswordHasher passwords;
    private final ServerSecrets secrets;
    private final AccountMessages messages;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final Executor executor;
    private final Duration lifetime;
    private final InstantSource clock;

    /** @param executor does what follows a request, after its response */
    public PasswordRecovery(
            IdentityAssembly.Storage storage,
            PasswordHasher passwords,
            ServerSecrets secrets,
            AccountMessages messages,
            Executor executor,
            IdentitySettings settings,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.users = storage.stores().users();
        this.links = storage.byMail().links();
        this.passwords = passwords;
        this.secrets = secrets;
        this.messages = messages;
        this.events = storage.events();
        this.audit = storage.audit();
        this.executor = executor;
        this.lifetime = settings.mailing().passwordReset();
        this.clock = clock;
    }

    @Override
    public boolean available() {
        return messages.sendsLinks();
    }

    @Override
    public void request(Actor actor, String typed) {
        messages.requireLinks();
        EmailAddress email = AccountInput.email(typed);
        executor.execute(() -> {
            try {
                users.byEmail(email).filter(PasswordRecovery::hasPassword).ifPresent(user -> send(actor, user));
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "A link for a new password was requested and could not be sent",
                        e);
            }
        });
    }

    private static boolean hasPassword(User user) {
        return user.active()
                && user.external().isEmpty()
                && !user.passwordHash().equals(User.Credentials.NO_PASSWORD);
    }

    private void send(Actor actor, User user) {
        unitOfWork.write(scope -> {
            Instant now = clock.instant();
            String token = secrets.token();
            links.insert(new Link(
                    ServerSecrets.hash(token),
                    PURPOSE,
                    user.id(),
                    user.tokenVersion(),
                    user.email(),
                    now,
                    now.plus(lifetime)));
            messages.passwordReset(user, token, actor.origin(), now);
            audit.append(Authenticator.entry(now, actor, "password_reset_requested", user.id()));
            return user.id();
        });
    }

    @Override
    public boolean valid(String token) {
        return user(token).isPresent();
    }

    /** The user whom a link lets set a new password. */
    private Optional<User> user(String token) {
        Instant now = clock.instant();
        return links.find(ServerSecrets.hash(token), PURPOSE)
                .filter(link -> now.isBefore(link.expiresAt()))
                .flatMap(link -> users.byId(link.user()).filter(user -> lets(link, user)));
    }

    private static boolean lets(Link link, User user) {
        return hasPassword(user)
                && user.tokenVersion() == link.tokenVersion()
                && user.email().equals(link.email());
    }

    @Override
    public Prepared<UserId> prepareReset(Actor actor, String token, String newPassword, boolean dryRun) {
        User user = user(token).orElseThrow(AccountInput::invalidLink);
        String passwordHash = passwords.hash(newPassword, user.email().value(), user.fullName());
        return () -> unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            Optional<User> current = users.hold(user.id());
            if (current.filter(found -> found.tokenVersion() == user.tokenVersion() && hasPassword(found))
                            .isEmpty()
                    || !links.take(ServerSecrets.hash(token), PURPOSE)) {
                throw AccountInput.invalidLink();
            }
            users.changePassword(user.id(), passwordHash);
            users.endSessions(user.id(), now);
            links.forget(user.id(), PURPOSE);
            Actor self = Authenticator.as(user.id(), user.email(), actor);
            audit.append(new AuditEntry(
                    now,
                    self,
                    "password_change",
                    Accounts.MODEL,
                    user.id().toString(),
                    List.of(new AuditEntry.Change("by", null, "link"))));
            messages.passwordChanged(user, actor.origin(), now);
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user.id())));
            return user.id();
        });
    }
}
