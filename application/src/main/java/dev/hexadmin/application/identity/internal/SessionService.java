package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Sessions of the panel. The session of a token is cached briefly, since every page needs it. */
public final class SessionService implements KeepingSessions {
    private static final int ID_LENGTH = 16;
    private static final Duration MAX_EXTENSION_INTERVAL = Duration.ofMinutes(5);
    private static final System.Logger LOGGER = System.getLogger(SessionService.class.getName());

    private final UnitOfWork unitOfWork;
    private final Sessions sessions;
    private final Users users;
    private final Authenticator proof;
    private final ServerSecrets secrets;
    private final AccountStateCache standings;
    private final LiveRights rights;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final IdentitySettings settings;
    private final InstantSource clock;
    private final ExpiringCache<String, Known> fresh;

    private record Known(Sessions.Row row, FormToken form) {}

    public SessionService(
            IdentityAssembly.Storage storage,
            Authenticator proof,
            ServerSecrets secrets,
            AccountStateCache standings,
            LiveRights rights,
            IdentitySettings settings,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.sessions = storage.stores().sessions();
        this.users = storage.stores().users();
        this.proof = proof;
        this.secrets = secrets;
        this.standings = standings;
        this.rights = rights;
        this.events = storage.events();
        this.audit = storage.audit();
        this.settings = settings;
        this.clock = clock;
        this.fresh = new ExpiringCache<>(this::read, false, clock); // absence is not cached
        this.events.listen(this::heard);
    }

    private void heard(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.SessionsEnded all -> fresh.drop();
            case ClusterEvent.Missed all -> fresh.drop();
            case ClusterEvent.UserChanged others -> {}
            case ClusterEvent.RightsChanged others -> {}
            case ClusterEvent.SignInEnded others -> {}
            case ClusterEvent.ApiKeysChanged others -> {}
            case ClusterEvent.FeedsGrown others -> {}
        }
    }

    private Optional<Known> read(String token) {
        return sessions.find(ServerSecrets.hash(token)).map(row -> new Known(row, secrets.formToken(row.hash())));
    }

    @Override
    public Outcome signIn(Actor actor, String email, String password, String browser) {
        return switch (proof.signIn(actor, email, password, Optional.empty(), opening(actor, browser))) {
            case Authenticator.Step.Done<Opened>(Opened opened) -> new Outcome.Complete(opened);
            case Authenticator.Step.Waiting<Opened>(SigningIn.Outcome.SecondFactorNeeded needed) ->
                new Outcome.SecondFactorNeeded(needed.temporaryToken(), needed.lifetime());
            case Authenticator.Step.Failed<Opened> failed -> throw Authenticator.invalidCredentials();
        };
    }

    @Override
    public Optional<SigningIn.SecondStep> secondStep(Actor actor, String temporaryToken) {
        return proof.secondStep(temporaryToken);
    }

    @Override
    public Opened verifySecondFactor(Actor actor, String temporaryToken, String code, String browser) {
        return proof.verifySecondFactor(actor, temporaryToken, code, opening(actor, browser));
    }

    Authenticator.Reward<Opened> opening(Actor actor, String browser) {
        return opening(actor, browser, hash -> Optional.empty());
    }

    /**
     * Opens a session.
     *
     * @param provider the session at an identity provider, by the hash of the new session's token
     */
    Authenticator.Reward<Opened> opening(
            Actor actor, String browser, Function<String, Optional<Sessions.ProviderSession>> provider) {
        return (user, tokenVersion, method, now) -> {
            String token = secrets.token();
            String hash = ServerSecrets.hash(token);
            Instant expiresAt = end(now, now);
            sessions.insert(new Sessions.Row(
                    hash,
                    user,
                    tokenVersion,
                    now,
                    expiresAt,
                    new Sessions.SignIn(
                            actor.origin().address(),
                            Authenticator.shortened(browser),
                            Optional.of(method),
                            provider.apply(hash))));
            return new Opened(token, expiresAt);
        };
    }

    private Instant end(Instant createdAt, Instant now) {
        Instant idle = now.plus(settings.sessions().idle());
        Instant absolute = createdAt.plus(settings.sessions().absolute());
        return idle.isBefore(absolute) ? idle : absolute;
    }

    @Override
    public Optional<Session> use(String token, Actor.Origin origin) {
        Optional<Session> session = find(token, origin);
        if (session.isPresent()) {
            fresh.of(token).ifPresent(known -> extend(token, known.row()));
        }
        return session;
    }

    private void extend(String token, Sessions.Row row) {
        Instant end = end(row.createdAt(), clock.instant());
        Duration tenth = settings.sessions().idle().dividedBy(10);
        Duration step = tenth.compareTo(MAX_EXTENSION_INTERVAL) < 0 ? tenth : MAX_EXTENSION_INTERVAL;
        if (end.isBefore(row.expiresAt().plus(step))) {
            return;
        }
        try {
            unitOfWork.write(scope -> {
                sessions.extend(row.hash(), end);
                return row;
            });
            fresh.drop(token);
        } catch (ServiceUnavailableException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "A session is not extended now; its next request tries again", e);
        }
    }

    @Override
    public Optional<Session> find(String token, Actor.Origin origin) {
        Optional<Known> found = fresh.of(token);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Sessions.Row row = found.get().row();
        Optional<Standing> standing = standings.of(row.user());
        if (standing.isEmpty()
                || !standing.get().active()
                || standing.get().tokenVersion() != row.tokenVersion()
                || !clock.instant().isBefore(row.expiresAt())) {
            return Optional.empty();
        }
        Actor.SignedIn actor = new Actor.SignedIn(row.user(), standing.get().email(), rights.of(row.user()), origin)
                .reading(standing.get().locale());
        return Optional.of(new Session(actor, id(row), found.get().form(), row.expiresAt()));
    }

    @Override
    public void signOut(Actor.SignedIn actor, String token) {
        PersonOnly.require(actor);
        String hash = ServerSecrets.hash(token);
        unitOfWork.write(scope -> {
            boolean ended = sessions.delete(hash);
            if (ended) {
                audit.append(Authenticator.entry(clock.instant(), actor, "sign_out", actor.id()));
            }
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.SessionsEnded()));
            return ended;
        });
    }

    @Override
    public List<Open> list(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        Instant now = clock.instant();
        return sessions.of(actor.id()).stream()
                .filter(row -> now.isBefore(row.expiresAt()))
                .map(row -> new Open(
                        id(row),
                        row.createdAt(),
                        row.expiresAt(),
                        row.signIn().address(),
                        row.signIn().browser(),
                        row.signIn().method()))
                .toList();
    }

    @Override
    public void end(Actor.SignedIn actor, String id) {
        PersonOnly.require(actor);
        unitOfWork.write(scope -> {
            Sessions.Row row = sessions.of(actor.id()).stream()
                    .filter(one -> id(one).equals(id))
                    .findFirst()
                    .orElseThrow(() -> RequestRejectedException.notFound(
                            "There is no such session; perhaps it has ended by itself."));
            sessions.delete(row.hash());
            audit.append(Authenticator.entry(clock.instant(), actor, "sign_out", actor.id()));
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.SessionsEnded()));
            return row;
        });
    }

    @Override
    public int endOthers(Actor.SignedIn actor, String kept) {
        PersonOnly.require(actor);
        return unitOfWork.write(scope -> {
            Instant now = clock.instant();
            UserId user = actor.id();
            List<Sessions.Row> all = sessions.of(user);
            Optional<Sessions.Row> own =
                    all.stream().filter(row -> id(row).equals(kept)).findFirst();
            users.endSessions(user, now);
            long tokenVersion = users.standing(user).orElseThrow().tokenVersion();
            own.ifPresent(row -> sessions.insert(row.under(tokenVersion)));
            audit.append(Authenticator.entry(now, actor, "sign_out_others", user));
            scope.afterCommit(() -> {
                events.announce(new ClusterEvent.SessionsEnded());
                events.announceAndAwait(new ClusterEvent.UserChanged(user)); // one after the other
            });
            return all.size() - (own.isPresent() ? 1 : 0);
        });
    }

    @Override
    public FormToken formToken(String seed) {
        return secrets.formToken("before sign-in " + seed);
    }

    private static String id(Sessions.Row row) {
        return row.hash().substring(0, ID_LENGTH);
    }
}
