package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.SecondFactors.Pending;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.RefreshToken;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
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

/** Signing in, staying signed in, and leaving. */
public final class SignInService implements SigningIn {
    static final Duration PENDING_LIFETIME = Duration.ofMinutes(5);
    static final int PENDING_TRIES = 5;
    private static final String USERS = "admin_users";
    private static final int TYPED_MOST = 254;

    private final UnitOfWork unitOfWork;
    private final Users users;
    private final RefreshTokens refreshTokens;
    private final LoginAttempts attempts;
    private final SecondFactors factors;
    private final SecondFactorCodes codes;
    private final HashingQueue hashing;
    private final Issuing issuing;
    private final ServerSecrets secrets;
    private final Standings standings;
    private final LiveRights rights;
    private final AuditTrail audit;
    private final InstantSource clock;

    public SignInService(
            UnitOfWork unitOfWork,
            Users users,
            RefreshTokens refreshTokens,
            LoginAttempts attempts,
            SecondFactors factors,
            SecondFactorCodes codes,
            HashingQueue hashing,
            Issuing issuing,
            ServerSecrets secrets,
            Standings standings,
            LiveRights rights,
            AuditTrail audit,
            InstantSource clock) {
        this.unitOfWork = unitOfWork;
        this.users = users;
        this.refreshTokens = refreshTokens;
        this.attempts = attempts;
        this.factors = factors;
        this.codes = codes;
        this.hashing = hashing;
        this.issuing = issuing;
        this.secrets = secrets;
        this.standings = standings;
        this.rights = rights;
        this.audit = audit;
        this.clock = clock;
    }

    /** How far a sign-in came: what its transaction gives back, as a failure must be kept, too. */
    private sealed interface Step {
        record Done(Outcome outcome) implements Step {}

        record Failed() implements Step {}
    }

    @Override
    public Outcome signIn(Actor actor, String email, String password, Optional<String> code) {
        Optional<User> found = address(email).flatMap(users::byEmail);
        boolean right = hashing.matches(password, found.map(User::passwordHash));
        if (found.isEmpty() || !right || !found.get().active()) {
            String reason = found.isEmpty() ? "unknown_user" : !right ? "wrong_password" : "inactive";
            unitOfWork.write(scope -> failed(actor, email, found.map(User::id), reason));
            throw invalidCredentials();
        }
        User user = found.get();
        Optional<String> better =
                hashing.outdated(user.passwordHash()) ? Optional.of(hashing.hash(password)) : Optional.empty();
        return outcome(unitOfWork.write(scope -> {
            better.ifPresent(hash -> users.rehash(user.id(), user.passwordHash(), hash));
            if (!codes.on(user.id())) {
                return complete(actor, user.id(), user.email(), user.tokenVersion(), email);
            }
            if (code.isEmpty()) {
                return secondFactorNeeded(actor, user, email);
            }
            return codes.take(user.id(), code.get(), clock.instant())
                    ? complete(actor, user.id(), user.email(), user.tokenVersion(), email)
                    : failed(actor, email, Optional.of(user.id()), "wrong_code");
        }));
    }

    private Step secondFactorNeeded(Actor actor, User user, String typed) {
        Instant now = clock.instant();
        String token = secrets.token();
        factors.insertPending(ServerSecrets.hash(token), user.id(), user.tokenVersion(), now.plus(PENDING_LIFETIME));
        attempt(actor, typed, false, "second_factor_needed", now);
        return new Step.Done(new Outcome.SecondFactorNeeded(token, PENDING_LIFETIME));
    }

    @Override
    public Tokens verifySecondFactor(Actor actor, String temporaryToken, String code) {
        String hash = ServerSecrets.hash(temporaryToken);
        Outcome outcome = outcome(unitOfWork.write(scope -> {
            Instant now = clock.instant();
            Optional<Pending> pending = factors.tryPending(hash, PENDING_TRIES, now);
            Optional<Standing> standing = pending.flatMap(waiting -> users.standing(waiting.user()));
            if (pending.isEmpty() || standing.isEmpty()) {
                return failed(actor, "", Optional.empty(), "unknown_temporary_token");
            }
            UserId user = pending.get().user();
            EmailAddress email = standing.get().email();
            if (!codes.take(user, code, now)) {
                return failed(actor, email.value(), Optional.of(user), "wrong_code");
            }
            factors.deletePending(hash);
            return complete(actor, user, email, pending.get().tokenVersion(), email.value());
        }));
        return switch (outcome) {
            case Outcome.Complete(Tokens tokens) -> tokens;
            case Outcome.SecondFactorNeeded needed -> throw invalidCredentials();
        };
    }

    private static Outcome outcome(Step step) {
        return switch (step) {
            case Step.Done(Outcome outcome) -> outcome;
            case Step.Failed() -> throw invalidCredentials();
        };
    }

    private Step complete(Actor actor, UserId user, EmailAddress email, long tokenVersion, String typed) {
        Instant now = clock.instant();
        // The password was checked before this transaction: the user may have been changed since.
        if (!users.signedIn(user, tokenVersion, now)) {
            return failed(actor, typed, Optional.of(user), "inactive");
        }
        Tokens tokens = issuing.first(user, tokenVersion, now);
        attempt(actor, typed, true, "", now);
        audit.append(entry(now, as(user, email, actor), "sign_in", user));
        return new Step.Done(new Outcome.Complete(tokens));
    }

    private Step failed(Actor actor, String typed, Optional<UserId> user, String reason) {
        Instant now = clock.instant();
        attempt(actor, typed, false, reason, now);
        audit.append(new AuditEntry(
                now,
                actor,
                "sign_in_failed",
                USERS,
                user.map(UserId::toString).orElse(""),
                List.of(
                        new AuditEntry.Change("email", null, shortened(typed)),
                        new AuditEntry.Change("reason", null, reason))));
        return new Step.Failed();
    }

    private void attempt(Actor actor, String typed, boolean success, String reason, Instant now) {
        attempts.add(shortened(typed), actor.origin().address(), success, reason, now, IdentitySettings.MOST_ATTEMPTS);
    }

    /** What was typed may be anything: short, and without what a database cannot store. */
    private static String shortened(String typed) {
        StringBuilder out = new StringBuilder();
        typed.codePoints()
                .limit(TYPED_MOST)
                .filter(c -> c != 0 && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    @Override
    public Tokens refresh(Actor actor, String refreshToken) {
        String hash = ServerSecrets.hash(refreshToken);
        Optional<RefreshToken> known = refreshTokens.find(hash);
        if (known.isEmpty()) {
            throw invalidRefreshToken();
        }
        RefreshToken token = known.get();
        Refreshed refreshed = unitOfWork.write(scope -> refreshed(actor, refreshToken, hash, token));
        return switch (refreshed) {
            case Refreshed.Tokens(SigningIn.Tokens tokens) -> tokens;
            case Refreshed.Invalid() -> throw invalidRefreshToken();
            case Refreshed.Expired() ->
                throw Refused.unauthenticated("refresh_token_expired", "The refresh token has expired. Sign in again.");
        };
    }

    /** What became of a refresh: what its transaction gives back, as a revocation must be kept, too. */
    private sealed interface Refreshed {
        record Tokens(SigningIn.Tokens tokens) implements Refreshed {}

        record Invalid() implements Refreshed {}

        record Expired() implements Refreshed {}
    }

    private Refreshed refreshed(Actor actor, String refreshToken, String hash, RefreshToken token) {
        Instant now = clock.instant();
        Optional<User> user = users.hold(token.user());
        if (user.isEmpty() || !user.get().active() || user.get().tokenVersion() != token.tokenVersion()) {
            return new Refreshed.Invalid();
        }
        String successor = secrets.successor(refreshToken, token.id());
        if (refreshTokens.rotate(hash, now)) {
            return new Refreshed.Tokens(
                    issuing.store(successor, token.family(), token.user(), token.tokenVersion(), now));
        }
        // Somebody was here before, or it is no longer good: only now the row says which.
        RefreshToken.@Nullable Verdict verdict =
                refreshTokens.find(hash).map(row -> row.verdict(now)).orElse(null);
        return switch (verdict) {
            case null -> new Refreshed.Invalid();
            case JUST_ROTATED -> again(token, successor, now);
            case REUSED -> {
                refreshTokens.revokeFamily(token.family(), now);
                audit.append(entry(now, actor, "refresh_token_reuse", token.user()));
                yield new Refreshed.Invalid();
            }
            case EXPIRED -> new Refreshed.Expired();
            case REVOKED, CURRENT -> new Refreshed.Invalid();
        };
    }

    private Refreshed again(RefreshToken token, String successor, Instant now) {
        return refreshTokens
                .find(ServerSecrets.hash(successor))
                .filter(row -> row.revokedAt().isEmpty() && now.isBefore(row.expiresAt()))
                .<Refreshed>map(row -> new Refreshed.Tokens(issuing.tokens(
                        token.user(), token.tokenVersion(), successor, Duration.between(now, row.expiresAt()))))
                .orElseGet(Refreshed.Invalid::new);
    }

    @Override
    public void signOut(Actor actor, String refreshToken) {
        Optional<RefreshToken> token = refreshTokens.find(ServerSecrets.hash(refreshToken));
        if (token.isEmpty()) {
            return;
        }
        RefreshToken known = token.get();
        unitOfWork.write(scope -> {
            Instant now = clock.instant();
            boolean ended = refreshTokens.revokeFamily(known.family(), now);
            if (ended) {
                Actor who = users.standing(known.user())
                        .<Actor>map(user -> as(known.user(), user.email(), actor))
                        .orElse(actor);
                audit.append(entry(now, who, "sign_out", known.user()));
            }
            return ended;
        });
    }

    @Override
    public void signOutEverywhere(Actor.SignedIn actor) {
        Accounts.requireInPerson(actor);
        unitOfWork.write(scope -> {
            Instant now = clock.instant();
            users.endSessions(actor.id(), now);
            audit.append(entry(now, actor, "sign_out_everywhere", actor.id()));
            scope.afterCommit(() -> standings.drop(actor.id()));
            return actor.id();
        });
    }

    @Override
    public Optional<Actor.SignedIn> actor(Claims claims, Actor.Origin origin) {
        Optional<Standing> standing = standings.of(claims.user());
        if (standing.isEmpty() || !standing.get().active() || standing.get().tokenVersion() != claims.tokenVersion()) {
            return Optional.empty();
        }
        return Optional.of(new Actor.SignedIn(claims.user(), standing.get().email(), rights.of(claims.user()), origin));
    }

    @Override
    public Profile profile(Actor.SignedIn actor) {
        User user = users.byId(actor.id())
                .orElseThrow(() -> Refused.unauthenticated("invalid_token", "The user is not there any more."));
        return new Profile(
                user.id(),
                user.email(),
                user.fullName(),
                actor.rights().superuser(), // by the flag, or by a role that is its equal
                actor.key().map(key -> List.of(key.role())).orElseGet(() -> users.roleNames(user.id())),
                permissions(actor.rights()),
                user.createdAt(),
                user.lastLogin());
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

    private static AuditEntry entry(Instant now, Actor actor, String event, UserId user) {
        return new AuditEntry(now, actor, event, USERS, user.toString(), List.of());
    }

    /** Whoever has just proved to be this user. */
    private static Actor as(UserId user, EmailAddress email, Actor actor) {
        return new Actor.SignedIn(user, email, Rights.NONE, actor.origin());
    }

    static Optional<EmailAddress> address(String typed) {
        try {
            return typed.indexOf('\0') >= 0 ? Optional.empty() : Optional.of(new EmailAddress(typed));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Refused invalidCredentials() {
        return Refused.unauthenticated("invalid_credentials", "The address or the password is wrong.");
    }

    private static Refused invalidRefreshToken() {
        return Refused.unauthenticated("invalid_refresh_token", "The refresh token is not valid. Sign in again.");
    }
}
