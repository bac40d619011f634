package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.SigningIn.Outcome.SecondFactorNeeded;
import dev.hexadmin.application.identity.SigningIn.SecondStep;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.SecondFactors.Pending;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of authentication, shared by token sign-in and panel sign-in. */
public final class Authenticator {
    static final Duration PENDING_LIFETIME = Duration.ofMinutes(5);
    static final int PENDING_TRIES = 5;
    static final String USERS = "admin_users";
    private static final int MAX_INPUT_LENGTH = 254;

    private final UnitOfWork unitOfWork;
    private final Users users;
    private final LoginAttempts attempts;
    private final SecondFactors factors;
    private final SecondFactorCodes codes;
    private final HashingQueue hashing;
    private final ExternalAccounts external;
    private final ServerSecrets secrets;
    private final SignInDevices devices;
    private final AuditTrail audit;
    private final InstantSource clock;

    public Authenticator(
            IdentityAssembly.Storage storage,
            SecondFactorCodes codes,
            HashingQueue hashing,
            ExternalAccounts external,
            ServerSecrets secrets,
            SignInDevices devices,
            InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.users = storage.stores().users();
        this.attempts = storage.stores().loginAttempts();
        this.factors = storage.stores().secondFactors();
        this.codes = codes;
        this.hashing = hashing;
        this.external = external;
        this.secrets = secrets;
        this.devices = devices;
        this.audit = storage.audit();
        this.clock = clock;
    }

    /**
     * Creates the result for an authenticated user, inside the transaction of the sign-in.
     *
     * @param <T> the result
     */
    @FunctionalInterface
    interface Reward<T> {
        T give(UserId user, long tokenVersion, SignInMethod method, Instant now);
    }

    /**
     * The progress of a sign-in: the result of its transaction, which is committed for a failure, too.
     *
     * @param <T> the result
     */
    sealed interface Step<T> {
        record Done<T>(T given) implements Step<T> {}

        record Waiting<T>(SecondFactorNeeded needed) implements Step<T> {}

        record Failed<T>() implements Step<T> {}
    }

    /** Checks a password (and a code). */
    <T> Step<T> signIn(Actor actor, String email, String password, Optional<String> code, Reward<T> reward) {
        return prepareSignIn(actor, email, password, code, reward).carryOut();
    }

    /** The part of {@link #signIn} before its transaction: checks the password. */
    <T> Prepared<Step<T>> prepareSignIn(
            Actor actor, String email, String password, Optional<String> code, Reward<T> reward) {
        Optional<User> found = address(email).flatMap(users::byEmail);
        Optional<User> here = found.filter(user -> user.external().isEmpty());
        boolean right = hashing.matches(password, here.map(User::passwordHash));
        Optional<User> elsewhere = here.isPresent() ? Optional.empty() : external.signIn(shortened(email), password);
        Optional<User> proved = right ? here : elsewhere;
        if (proved.isEmpty() || !proved.get().active()) {
            String reason = proved.isPresent() ? "inactive" : found.isPresent() ? "wrong_password" : "unknown_user";
            Optional<User> tried = proved.or(() -> found);
            return () -> unitOfWork.write(scope -> failed(actor, email, tried.map(User::id), reason));
        }
        User user = proved.get();
        Optional<String> better = user.external().isEmpty() && hashing.outdated(user.passwordHash())
                ? Optional.of(hashing.hash(password))
                : Optional.empty();
        return () -> unitOfWork.write(scope -> {
            better.ifPresent(hash -> users.rehash(user.id(), user.passwordHash(), hash));
            SecondStep step = codes.steps(user.id());
            if (!step.required()) {
                return complete(actor, proved(user, SignInMethod.PASSWORD), email, reward);
            }
            if (code.isEmpty()) {
                return secondFactorNeeded(actor, user, step, email);
            }
            return codes.take(user.id(), code.get(), clock.instant())
                    ? complete(actor, proved(user, SignInMethod.PASSWORD_AND_CODE), email, reward)
                    : failed(actor, email, Optional.of(user.id()), "wrong_code");
        });
    }

    /**
     * The second step of a sign-in. A temporary token allows {@value #PENDING_TRIES} codes; an invalid token is not
     * recorded.
     *
     * @throws RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}
     */
    <T> T verifySecondFactor(Actor actor, String temporaryToken, String code, Reward<T> reward) {
        return switch (secondFactor(actor, temporaryToken, code, reward)) {
            case Step.Done<T>(T given) -> given;
            case Step.Waiting<T> waiting -> throw invalidCode();
            case Step.Failed<T> failed -> throw invalidCode();
        };
    }

    /** The same, with a failure as a result instead of an exception. */
    <T> Step<T> secondFactor(Actor actor, String temporaryToken, String code, Reward<T> reward) {
        return unitOfWork.write(scope -> secondStep(
                actor,
                temporaryToken,
                (user, now) -> codes.take(user, code, now)
                        ? new SecondProof.Right(SignInMethod.PASSWORD_AND_CODE, List.of())
                        : new SecondProof.Wrong("wrong_code"),
                reward));
    }

    /** How a user can pass the second step; empty when the sign-in is unknown, too old, or had too many wrong codes. */
    Optional<SecondStep> secondStep(String temporaryToken) {
        return factors.pending(ServerSecrets.hash(temporaryToken), PENDING_TRIES, clock.instant())
                .map(pending -> codes.steps(pending.user()));
    }

    /** Checks what a user presents in the second step, inside its transaction. */
    interface SecondCheck {
        SecondProof of(UserId user, Instant now);
    }

    /** The result of a {@link SecondCheck}. */
    sealed interface SecondProof {
        record Right(SignInMethod method, List<AuditEntry.Change> details) implements SecondProof {}

        record Wrong(String reason) implements SecondProof {}
    }

    /** The second step, inside the running unit of work. */
    <T> Step<T> secondStep(Actor actor, String temporaryToken, SecondCheck check, Reward<T> reward) {
        String hash = ServerSecrets.hash(temporaryToken);
        Instant now = clock.instant();
        Optional<Pending> pending = factors.tryPending(hash, PENDING_TRIES, now);
        Optional<Standing> standing = pending.flatMap(waiting -> users.standing(waiting.user()));
        if (pending.isEmpty() || standing.isEmpty()) {
            return new Step.Failed<>(); // not recorded: it concerns no user
        }
        UserId user = pending.get().user();
        EmailAddress email = standing.get().email();
        return switch (check.of(user, now)) {
            case SecondProof.Wrong(String reason) -> failed(actor, email.value(), Optional.of(user), reason);
            case SecondProof.Right(SignInMethod method, List<AuditEntry.Change> details) -> {
                factors.deletePending(hash);
                yield complete(
                        actor,
                        new Proved(user, email, pending.get().tokenVersion(), method, details),
                        email.value(),
                        reward);
            }
        };
    }

    private <T> Step<T> secondFactorNeeded(Actor actor, User user, SecondStep step, String typed) {
        Instant now = clock.instant();
        String token = secrets.token();
        factors.insertPending(ServerSecrets.hash(token), user.id(), user.tokenVersion(), now.plus(PENDING_LIFETIME));
        attempt(actor, typed, false, "second_factor_needed", now);
        return new Step.Waiting<>(new SecondFactorNeeded(token, PENDING_LIFETIME, step));
    }

    /** Completes the sign-in of a user whom a provider has authenticated, inside the running unit of work. */
    <T> Step<T> completeWith(String provider, Actor actor, User user, Reward<T> reward) {
        return complete(
                actor, user, SignInMethod.PROVIDER, List.of(new AuditEntry.Change("provider", null, provider)), reward);
    }

    /** Completes the sign-in of a user who was authenticated without a password, inside the running unit of work. */
    <T> Step<T> complete(
            Actor actor, User user, SignInMethod method, List<AuditEntry.Change> details, Reward<T> reward) {
        return complete(
                actor,
                new Proved(user.id(), user.email(), user.tokenVersion(), method, details),
                user.email().value(),
                reward);
    }

    /** Records a sign-in that failed, inside the running unit of work. */
    <T> Step<T> failed(Actor actor, Optional<User> user, String reason) {
        return failed(
                actor, user.map(found -> found.email().value()).orElse(""), user.map(User::id), reason, List.of());
    }

    /** Records a sign-in by a provider that failed, inside the running unit of work. */
    <T> Step<T> failedWith(String provider, Actor actor, String email, Optional<UserId> user, String reason) {
        return failed(actor, email, user, reason, List.of(new AuditEntry.Change("provider", null, provider)));
    }

    /**
     * A user who has proved who they are.
     *
     * @param tokenVersion the user's at that moment
     * @param details for the audit log
     */
    private record Proved(
            UserId user, EmailAddress email, long tokenVersion, SignInMethod method, List<AuditEntry.Change> details) {}

    private static Proved proved(User user, SignInMethod method) {
        return new Proved(user.id(), user.email(), user.tokenVersion(), method, List.of());
    }

    private <T> Step<T> complete(Actor actor, Proved proved, String typed, Reward<T> reward) {
        UserId user = proved.user();
        Instant now = clock.instant();
        // Re-reads the user: they may have been changed since the password was checked before this transaction.
        if (!users.signedIn(user, proved.tokenVersion(), now)) {
            return failed(actor, typed, Optional.of(user), "inactive", proved.details());
        }
        T given = reward.give(user, proved.tokenVersion(), proved.method(), now);
        devices.signedIn(user, proved.email(), actor.origin(), now);
        attempt(actor, typed, true, "", now);
        audit.append(new AuditEntry(
                now, as(user, proved.email(), actor), "sign_in", USERS, user.toString(), proved.details()));
        return new Step.Done<>(given);
    }

    private <T> Step<T> failed(Actor actor, String typed, Optional<UserId> user, String reason) {
        return failed(actor, typed, user, reason, List.of());
    }

    private <T> Step<T> failed(
            Actor actor, String typed, Optional<UserId> user, String reason, List<AuditEntry.Change> details) {
        Instant now = clock.instant();
        List<AuditEntry.Change> changes = new ArrayList<>(List.of(
                new AuditEntry.Change("email", null, shortened(typed)), new AuditEntry.Change("reason", null, reason)));
        changes.addAll(details);
        attempt(actor, typed, false, reason, now);
        audit.append(new AuditEntry(
                now, actor, "sign_in_failed", USERS, user.map(UserId::toString).orElse(""), changes));
        return new Step.Failed<>();
    }

    private void attempt(Actor actor, String typed, boolean success, String reason, Instant now) {
        attempts.add(shortened(typed), actor.origin().address(), success, reason, now, IdentitySettings.MOST_ATTEMPTS);
    }

    /** Shortens input and removes characters that a database cannot store. */
    static String shortened(String typed) {
        StringBuilder out = new StringBuilder();
        typed.codePoints()
                .limit(MAX_INPUT_LENGTH)
                .filter(c -> c != 0 && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    static AuditEntry entry(Instant now, Actor actor, String event, UserId user) {
        return new AuditEntry(now, actor, event, USERS, user.toString(), List.of());
    }

    /** The authenticated user as an actor. */
    static Actor as(UserId user, EmailAddress email, Actor actor) {
        return new Actor.SignedIn(user, email, Rights.NONE, actor.origin());
    }

    static Optional<EmailAddress> address(String typed) {
        try {
            return typed.indexOf('\0') >= 0 ? Optional.empty() : Optional.of(new EmailAddress(typed));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static RequestRejectedException invalidCredentials() {
        return RequestRejectedException.unauthenticated("invalid_credentials", "The address or the password is wrong.");
    }

    /** Of a second step, also one whose sign-in is not valid any more. */
    static RequestRejectedException invalidCode() {
        return RequestRejectedException.unauthenticated(
                "invalid_credentials", "The code is wrong or was used before, or this sign-in began too long ago.");
    }
}
