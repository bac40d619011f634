package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.ExternalIdentity;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Accounts whose users live in the program's identity source; updates them from the source. Thread-safe.
 *
 * <p>A local account is never taken over: a user of the source whose address belongs to a local account cannot sign in.
 */
public final class ExternalAccounts {
    static final Duration CALL = Duration.ofSeconds(5);
    private static final List<String> SOURCE_FIELDS = List.of("email", "full_name", "password");
    private static final List<String> SOURCE_FIELDS_WITH_RIGHTS =
            List.of("email", "full_name", "password", "is_superuser", "roles");
    private static final int MAX_TOKEN_LENGTH = 8_192;
    private static final int MAX_LOGGED = 1_000;
    private static final System.Logger LOG = System.getLogger(ExternalAccounts.class.getName());

    private final UnitOfWork unitOfWork;
    private final Users users;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final InstantSource clock;
    private final Optional<Source> source;
    private final IdentityCache<UserId, UserId> people;
    /** By hash: the token itself is not stored. */
    private final IdentityCache<String, UserId> tokens;
    /** Warnings that were logged: each is logged once. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** The source, and its actor in audit rows. */
    private record Source(IdentitySource asked, String name, SourceCalls calls, Actor actor) {}

    public ExternalAccounts(
            Optional<IdentitySource> source,
            UnitOfWork unitOfWork,
            Users users,
            ClusterEvents events,
            AuditTrail audit,
            InstantSource clock) {
        this.source = source.map(asked -> new Source(
                asked,
                asked.name(),
                new SourceCalls(asked, CALL, clock),
                new Actor.Operator("identity source " + asked.name())));
        this.unitOfWork = unitOfWork;
        this.users = users;
        this.events = events;
        this.audit = audit;
        this.clock = clock;
        this.people = new IdentityCache<>(clock);
        this.tokens = new IdentityCache<>(clock);
    }

    /** Rejects changes to fields that the source owns. */
    static void requireHere(Optional<ExternalIdentity> external, String field) {
        if (external.isPresent()) {
            throw RequestRejectedException.invalid(
                    List.of(violation(external.get().source(), field)));
        }
    }

    static Violation violation(String source, String field) {
        return Violation.at(
                field,
                "external_account",
                Message.of("This account is managed by the identity source ''{source}'': change it there.")
                        .with("source", source));
    }

    /** The fields of {@code admin_users} that the source owns. */
    List<String> kept(String name) {
        return givesRights(name) ? SOURCE_FIELDS_WITH_RIGHTS : SOURCE_FIELDS;
    }

    /**
     * Whether the source decides the roles and the superuser flag of such an account; this also holds while the source
     * is not configured.
     */
    private boolean givesRights(String name) {
        return source.filter(present -> present.name().equals(name))
                .map(present -> present.asked().givesRights())
                .orElse(true);
    }

    /**
     * The account of the user with this password in the source, created or updated first. Empty also without a source,
     * and when the address belongs to another account.
     */
    Optional<User> signIn(String login, String password) {
        if (source.isEmpty()
                || password.isEmpty()) { // RFC 4513, section 5.1.2: a bind without a password proves nothing
            return Optional.empty();
        }
        Optional<UserId> user = source.get().calls().signIn(login, password).flatMap(this::settled);
        user.ifPresent(id -> people.put(id, id));
        return user.flatMap(users::byId);
    }

    /** The account of a user that the program names; empty when the address belongs to another account. */
    Optional<UserId> keep(ExternalUser said) {
        if (source.isEmpty()) {
            throw new IllegalStateException("there is no identity source");
        }
        return settled(said);
    }

    /** The user of a foreign token. */
    Optional<UserId> bearer(String token) {
        if (source.isEmpty() || token.isEmpty() || token.length() > MAX_TOKEN_LENGTH) {
            return Optional.empty();
        }
        return tokens.of(ServerSecrets.hash(token), () -> {
            Optional<UserId> user = source.get().calls().bearer(token).flatMap(this::settled);
            user.ifPresent(id -> people.put(id, id));
            return user;
        });
    }

    /**
     * A user's account state. The source is asked first when its last response is too old; the state is invalid when
     * that source is no longer configured.
     *
     * @throws RequestRejectedException {@code UNAVAILABLE identity_source_unavailable}
     */
    public Optional<Standing> standing(UserId id) {
        Optional<Standing> read = users.standing(id);
        Optional<ExternalIdentity> identity = read.filter(Standing::active).flatMap(Standing::external);
        if (identity.isEmpty()) {
            return read;
        }
        if (source.isEmpty() || !source.get().name().equals(identity.get().source())) {
            return Optional.empty();
        }
        if (unitOfWork.running()) { // no statement waits for this call
            return read;
        }
        people.of(id, () -> {
            Optional<ExternalUser> said =
                    source.get().calls().find(identity.get().subject());
            said.ifPresentOrElse(present -> refresh(id, present), () -> gone(id));
            return said.map(present -> id);
        });
        return users.standing(id);
    }

    private void gone(UserId id) {
        unitOfWork.write(scope -> {
            Instant now = clock.instant();
            boolean left = users.gone(id, now);
            if (left) {
                users.endSessions(id, now);
                written(scope, id, "update", List.of(new AuditEntry.Change("is_active", true, false)));
            }
            return left;
        });
    }

    /** The account with the source's data; empty when the address belongs to another account. */
    private Optional<UserId> settled(ExternalUser said) {
        ExternalIdentity identity = new ExternalIdentity(source.orElseThrow().name(), said.subject());
        Optional<User> known = users.byIdentity(identity);
        if (known.isPresent()) {
            refresh(known.get(), said);
            return known.map(User::id);
        }
        return unitOfWork.write(scope -> {
            users.serialize(); // the same user may sign in twice at the same moment
            Optional<User> meanwhile = users.byIdentity(identity);
            return meanwhile.isPresent() ? meanwhile.map(User::id) : inserted(scope, identity, said);
        });
    }

    private Optional<UserId> inserted(UnitOfWork.Scope scope, ExternalIdentity identity, ExternalUser said) {
        boolean superuser = givesRights(identity.source()) && said.superuser();
        EmailAddress email = new EmailAddress(said.email());
        Optional<UserId> id = users.insert(
                email,
                said.fullName(),
                superuser,
                User.Credentials.NO_PASSWORD,
                Optional.of(identity),
                clock.instant());
        if (id.isEmpty()) {
            addressTaken(said);
            return id;
        }
        List<AuditEntry.Change> made = new ArrayList<>(List.of(
                new AuditEntry.Change("email", null, email.value()),
                new AuditEntry.Change("full_name", null, said.fullName()),
                new AuditEntry.Change("is_active", null, true),
                new AuditEntry.Change("is_superuser", null, superuser),
                new AuditEntry.Change("source", null, identity.source())));
        if (givesRights(identity.source())) {
            List<Long> roles = roles(said);
            users.assign(id.get(), roles);
            made.add(new AuditEntry.Change("roles", List.of(), roles));
        }
        written(scope, id.get(), "create", made);
        return id;
    }

    private void refresh(UserId id, ExternalUser said) {
        users.byId(id).ifPresent(user -> refresh(user, said));
    }

    private void refresh(User read, ExternalUser said) {
        if (read.active() && changes(read, said).isEmpty()) {
            return;
        }
        unitOfWork.write(scope -> {
            users.serialize();
            users.byId(read.id()).ifPresent(user -> update(scope, user, said));
            return read.id();
        });
    }

    private void update(UnitOfWork.Scope scope, User user, ExternalUser said) {
        List<AuditEntry.Change> changes = changes(user, said);
        boolean superuser = givesRights(user) ? said.superuser() : user.superuser();
        if (!users.update(user.id(), new EmailAddress(said.email()), said.fullName(), superuser)) {
            addressTaken(said); // the other values are applied all the same
            users.update(user.id(), user.email(), said.fullName(), superuser);
            changes.removeIf(change -> change.field().equals("email"));
        }
        if (changes.stream().anyMatch(change -> change.field().equals("roles"))) {
            users.assign(user.id(), roles(said));
        }
        if (users.back(user.id())) {
            changes.add(new AuditEntry.Change("is_active", false, true));
        }
        if (!changes.isEmpty()) {
            written(scope, user.id(), "update", changes);
        }
    }

    private List<AuditEntry.Change> changes(User user, ExternalUser said) {
        List<AuditEntry.Change> changes = new ArrayList<>();
        if (!user.email().value().equals(said.email())) {
            changes.add(new AuditEntry.Change("email", user.email().value(), said.email()));
        }
        if (!user.fullName().equals(said.fullName())) {
            changes.add(new AuditEntry.Change("full_name", user.fullName(), said.fullName()));
        }
        if (givesRights(user)) {
            if (user.superuser() != said.superuser()) {
                changes.add(new AuditEntry.Change("is_superuser", user.superuser(), said.superuser()));
            }
            List<Long> before = sorted(users.roles(users.roleNames(user.id())).values());
            List<Long> after = roles(said);
            if (!before.equals(after)) {
                changes.add(new AuditEntry.Change("roles", before, after));
            }
        }
        return changes;
    }

    private boolean givesRights(User user) {
        return user.external()
                .map(ExternalIdentity::source)
                .map(this::givesRights)
                .orElse(false);
    }

    private List<Long> roles(ExternalUser said) {
        Map<String, Long> roles = users.roles(said.roles());
        Set<String> unknown = new TreeSet<>(said.roles());
        unknown.removeAll(roles.keySet());
        unknown.forEach(role -> tell(
                "role " + role,
                "The identity source gives the role '" + role + "', which is not there: it is left out"));
        return sorted(roles.values());
    }

    private static List<Long> sorted(Collection<Long> ids) {
        return ids.stream().sorted().toList();
    }

    private void addressTaken(ExternalUser said) {
        tell(
                "address " + said.subject(),
                "The address of the user '" + said.subject()
                        + "' of the identity source is that of another account here."
                        + " Change or delete that one, and the user can sign in, or is reached at the address");
    }

    private void tell(String what, String message) {
        if (told.size() < MAX_LOGGED && told.add(what)) {
            LOG.log(Level.WARNING, message);
        }
    }

    private void written(UnitOfWork.Scope scope, UserId user, String event, List<AuditEntry.Change> changes) {
        audit.append(new AuditEntry(
                clock.instant(), source.orElseThrow().actor(), event, Authenticator.USERS, user.toString(), changes));
        scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(user)));
    }
}
