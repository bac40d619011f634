package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.ExternalIdentity;
import dev.hexadmin.domain.identity.RefreshToken;
import dev.hexadmin.domain.identity.User;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sign-in, refresh and sign-out. */
public final class SignInService implements SigningIn {
    private final UnitOfWork unitOfWork;
    private final Users users;
    private final RefreshTokens refreshTokens;
    private final Authenticator proof;
    private final TokenIssuer issuing;
    private final ServerSecrets secrets;
    private final AccountStateCache standings;
    private final ExternalAccounts external;
    private final LiveRights rights;
    private final ClusterEvents events;
    private final AuditTrail audit;
    private final InstantSource clock;

    public SignInService(
            IdentityAssembly.Storage storage,
            Authenticator proof,
            TokenIssuer issuing,
            ServerSecrets secrets,
            AccountStateCache standings,
            ExternalAccounts external,
            LiveRights rights,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.users = storage.stores().users();
        this.refreshTokens = storage.stores().refreshTokens();
        this.proof = proof;
        this.issuing = issuing;
        this.secrets = secrets;
        this.standings = standings;
        this.external = external;
        this.rights = rights;
        this.events = storage.events();
        this.audit = storage.audit();
        this.clock = clock;
    }

    @Override
    public Prepared<Attempt<Outcome>> prepareSignIn(Actor actor, String email, String password, Optional<String> code) {
        Prepared<Authenticator.Step<Tokens>> proving =
                proof.prepareSignIn(actor, email, password, code, issuing.firstOf(actor));
        return () -> switch (proving.carryOut()) {
            case Authenticator.Step.Done<Tokens>(Tokens tokens) ->
                new Attempt.Succeeded<>(new Outcome.Complete(tokens));
            case Authenticator.Step.Waiting<Tokens>(Outcome.SecondFactorNeeded needed) ->
                new Attempt.Succeeded<>(needed);
            case Authenticator.Step.Failed<Tokens> failed -> new Attempt.Failed<>(Authenticator.invalidCredentials());
        };
    }

    @Override
    public Prepared<Attempt<Tokens>> prepareSecondFactor(Actor actor, String temporaryToken, String code) {
        return () -> switch (proof.secondFactor(actor, temporaryToken, code, issuing.firstOf(actor))) {
            case Authenticator.Step.Done<Tokens>(Tokens tokens) -> new Attempt.Succeeded<>(tokens);
            case Authenticator.Step.Waiting<Tokens> waiting -> new Attempt.Failed<>(Authenticator.invalidCode());
            case Authenticator.Step.Failed<Tokens> failed -> new Attempt.Failed<>(Authenticator.invalidCode());
        };
    }

    @Override
    public Prepared<Attempt<Tokens>> prepareRefresh(Actor actor, String refreshToken) {
        String hash = ServerSecrets.hash(refreshToken);
        Optional<RefreshToken> known = refreshTokens.find(hash);
        if (known.isEmpty()) {
            throw invalidRefreshToken();
        }
        RefreshToken token = known.get();
        if (standings
                .of(token.user())
                .filter(Standing::active)
                .isEmpty()) { // asks the identity source, if its last response is too old
            throw invalidRefreshToken();
        }
        return () -> switch (unitOfWork.write(scope -> refreshed(scope, actor, refreshToken, hash, token))) {
            case Refreshed.Tokens(SigningIn.Tokens tokens) -> new Attempt.Succeeded<>(tokens);
            case Refreshed.Invalid() -> new Attempt.Failed<>(invalidRefreshToken());
            case Refreshed.Expired() ->
                new Attempt.Failed<>(RequestRejectedException.unauthenticated(
                        "refresh_token_expired", "The refresh token has expired. Sign in again."));
        };
    }

    /** The result of a refresh: it is returned by the transaction, which is committed for a revocation, too. */
    private sealed interface Refreshed {
        record Tokens(SigningIn.Tokens tokens) implements Refreshed {}

        record Invalid() implements Refreshed {}

        record Expired() implements Refreshed {}
    }

    private Refreshed refreshed(
            UnitOfWork.Scope scope, Actor actor, String refreshToken, String hash, RefreshToken token) {
        Instant now = clock.instant();
        Optional<User> user = users.hold(token.user());
        if (user.isEmpty() || !user.get().active() || user.get().tokenVersion() != token.tokenVersion()) {
            return new Refreshed.Invalid();
        }
        List<String> successors = secrets.successors(refreshToken, token.id());
        if (refreshTokens.rotate(hash, now)) {
            return new Refreshed.Tokens(issuing.store(
                    successors.getFirst(),
                    new RefreshTokens.Issued(
                            token.family(),
                            token.user(),
                            token.tokenVersion(),
                            token.method(),
                            actor.origin().address()),
                    now));
        }
        // The conditional update did not match: the row decides whether the token was rotated before or is no longer
        // valid.
        RefreshToken.@Nullable Verdict verdict =
                refreshTokens.find(hash).map(row -> row.verdict(now)).orElse(null);
        return switch (verdict) {
            case null -> new Refreshed.Invalid();
            case JUST_ROTATED -> again(token, successors, now);
            case REUSED -> {
                if (refreshTokens.revokeFamily(token.family(), now)) {
                    announceEnd(scope, token.family());
                }
                audit.append(Authenticator.entry(now, actor, "refresh_token_reuse", token.user()));
                yield new Refreshed.Invalid();
            }
            case EXPIRED -> new Refreshed.Expired();
            case REVOKED, CURRENT -> new Refreshed.Invalid();
        };
    }

    private Refreshed again(RefreshToken token, List<String> successors, Instant now) {
        return successors.stream()
                .flatMap(successor -> again(token, successor, now).stream())
                .findFirst()
                .orElseGet(Refreshed.Invalid::new);
    }

    private Optional<Refreshed> again(RefreshToken token, String successor, Instant now) {
        return refreshTokens
                .find(ServerSecrets.hash(successor))
                .filter(row -> row.revokedAt().isEmpty() && now.isBefore(row.expiresAt()))
                .map(row -> new Refreshed.Tokens(issuing.tokens(
                        new Claims(token.user(), token.tokenVersion(), Optional.of(token.family())),
                        successor,
                        Duration.between(now, row.expiresAt()))));
    }

    private void announceEnd(UnitOfWork.Scope scope, String family) {
        scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.SignInEnded(family)));
    }

    @Override
    public boolean signOut(Actor actor, String refreshToken, boolean dryRun) {
        Optional<RefreshToken> token = refreshTokens.find(ServerSecrets.hash(refreshToken));
        if (token.isEmpty()) {
            return false;
        }
        RefreshToken known = token.get();
        return unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            boolean ended = refreshTokens.revokeFamily(known.family(), now);
            if (ended) {
                Actor who = users.standing(known.user())
                        .<Actor>map(user -> Authenticator.as(known.user(), user.email(), actor))
                        .orElse(actor);
                audit.append(Authenticator.entry(now, who, "sign_out", known.user()));
                announceEnd(scope, known.family());
            }
            return ended;
        });
    }

    @Override
    public void signOutEverywhere(Actor.SignedIn actor, boolean dryRun) {
        PersonOnly.require(actor);
        unitOfWork.write(dryRun, scope -> {
            Instant now = clock.instant();
            users.endSessions(actor.id(), now);
            audit.append(Authenticator.entry(now, actor, "sign_out_everywhere", actor.id()));
            scope.afterCommit(() -> events.announceAndAwait(new ClusterEvent.UserChanged(actor.id())));
            return actor.id();
        });
    }

    @Override
    public Optional<Actor.SignedIn> actor(Claims claims, Actor.Origin origin) {
        Optional<Standing> standing = standings.of(claims.user());
        if (standing.isEmpty() || !standing.get().active() || standing.get().tokenVersion() != claims.tokenVersion()) {
            return Optional.empty();
        }
        if (claims.signIn().isPresent() && !standings.lasts(claims.signIn().get())) {
            return Optional.empty();
        }
        return Optional.of(new Actor.SignedIn(claims.user(), standing.get().email(), rights.of(claims.user()), origin)
                .reading(standing.get().locale()));
    }

    @Override
    public Optional<Actor.SignedIn> actor(String foreignToken, Actor.Origin origin) {
        return external.bearer(foreignToken)
                .flatMap(user -> standings
                        .of(user)
                        .filter(Standing::active)
                        .map(standing -> new Actor.SignedIn(user, standing.email(), rights.of(user), origin)
                                .reading(standing.locale())));
    }

    @Override
    public Profile profile(Actor.SignedIn actor) {
        User user = users.byId(actor.id())
                .orElseThrow(() ->
                        RequestRejectedException.unauthenticated("invalid_token", "The user is not there any more."));
        return new Profile(
                user.id(),
                user.email(),
                user.fullName(),
                new Access(
                        actor.rights().superuser(),
                        actor.key().map(key -> List.of(key.role())).orElseGet(() -> users.roleNames(user.id())),
                        permissions(actor.rights())),
                user.createdAt(),
                user.lastLogin(),
                user.external().map(ExternalIdentity::source),
                actor.locale());
    }

    private static Map<String, List<String>> permissions(Rights rights) {
        if (rights.superuser()) {
            return Map.of(Grant.EVERY_MODEL, words(EnumSet.allOf(Action.class)));
        }
        Map<String, Set<Action>> byModel = new TreeMap<>();
        for (Grant grant : rights.grants()) {
            byModel.computeIfAbsent(grant.model(), model -> EnumSet.noneOf(Action.class))
                    .addAll(grant.actions());
        }
        Map<String, List<String>> permissions = new TreeMap<>();
        byModel.forEach((model, actions) -> permissions.put(model, words(actions)));
        return permissions;
    }

    private static List<String> words(Set<Action> actions) {
        return Arrays.stream(Action.values())
                .filter(actions::contains)
                .map(Action::word)
                .toList();
    }

    private static RequestRejectedException invalidRefreshToken() {
        return RequestRejectedException.unauthenticated(
                "invalid_refresh_token", "The refresh token is not valid. Sign in again.");
    }
}
