package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.LocaleChoice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A user authenticates, stays signed in, and signs out. Thread-safe. Open to anonymous actors.
 *
 * <p>Follows the OWASP Authentication and Session Management cheat sheets and RFC 9700 for refresh token rotation. All
 * failures of {@link #signIn} look and cost the same.
 */
public interface SigningIn {
    /**
     * Checks a password (and a code).
     *
     * @param email as typed
     * @param code a TOTP or backup code, if one was given
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}; {@code
     *     UNAVAILABLE identity_source_unavailable} when the account may belong to an identity source that does not respond
     */
    default Outcome signIn(Actor actor, String email, String password, Optional<String> code) {
        return prepareSignIn(actor, email, password, code).carryOut().orThrow();
    }

    /** The part of {@link #signIn} before its transaction: checks the password. */
    Prepared<Attempt<Outcome>> prepareSignIn(Actor actor, String email, String password, Optional<String> code);

    /**
     * The second step of a sign-in.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}
     */
    default Tokens verifySecondFactor(Actor actor, String temporaryToken, String code) {
        return prepareSecondFactor(actor, temporaryToken, code).carryOut().orThrow();
    }

    /** The part of {@link #verifySecondFactor} before its transaction. */
    Prepared<Attempt<Tokens>> prepareSecondFactor(Actor actor, String temporaryToken, String code);

    /**
     * Rotates a refresh token. A token that is used again within 10 seconds gets the same successor; later, its family
     * is revoked.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_refresh_token} or {@code
     *     refresh_token_expired}
     */
    default Tokens refresh(Actor actor, String refreshToken) {
        return prepareRefresh(actor, refreshToken).carryOut().orThrow();
    }

    /** The part of {@link #refresh} before its transaction. */
    Prepared<Attempt<Tokens>> prepareRefresh(Actor actor, String refreshToken);

    /**
     * Revokes the token's family, and with it the access tokens of that sign-in. An unknown token is not an error.
     *
     * @param dryRun whether it is rolled back
     * @return whether a family was revoked
     */
    boolean signOut(Actor actor, String refreshToken, boolean dryRun);

    /**
     * Ends every session of a signed-in actor: refresh tokens, access tokens, panel sessions.
     *
     * @param dryRun whether it is rolled back
     */
    void signOutEverywhere(Actor.SignedIn actor, boolean dryRun);

    /**
     * The user of an access token's claims, with their current state; empty when the user was deleted or is inactive,
     * when the token version has been raised, or when the sign-in has ended. A sign-in whose refresh tokens have merely
     * expired has not ended.
     */
    Optional<Actor.SignedIn> actor(Claims claims, Actor.Origin origin);

    /**
     * The user of a foreign token, according to the program's identity source; empty when the source does not accept
     * the token, or there is no source.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAVAILABLE identity_source_unavailable}
     */
    Optional<Actor.SignedIn> actor(String foreignToken, Actor.Origin origin);

    /** The user's own account data. */
    Profile profile(Actor.SignedIn actor);

    /**
     * The claims of an access token about its user.
     *
     * @param tokenVersion the user's when it was issued
     * @param signIn the family of the refresh tokens that were issued with it; empty in tokens of versions that did not
     *     name it
     */
    record Claims(UserId user, long tokenVersion, Optional<String> signIn) {}

    /**
     * The result of an attempt. A failure is recorded, so its transaction is committed, too.
     *
     * @param <T> the result of success
     */
    sealed interface Attempt<T> {
        record Succeeded<T>(T given) implements Attempt<T> {}

        record Failed<T>(RequestRejectedException refusal) implements Attempt<T> {}

        /** The result of success; throws the rejection. */
        default T orThrow() {
            return switch (this) {
                case Succeeded<T>(T given) -> given;
                case Failed<T>(RequestRejectedException refusal) -> throw refusal;
            };
        }
    }

    /** The result of a sign-in that did not fail. */
    sealed interface Outcome {
        /**
         * Signed in.
         *
         * @param tokens of the new session
         */
        record Complete(Tokens tokens) implements Outcome {}

        /**
         * A second factor is required.
         *
         * @param temporaryToken opaque, valid once
         * @param step how the user can pass it
         */
        record SecondFactorNeeded(String temporaryToken, Duration lifetime, SecondStep step) implements Outcome {}
    }

    /**
     * How a user can pass the second step of a sign-in.
     *
     * @param totp with a code of an authenticator
     * @param passkey with a passkey
     * @param backupCode with a backup code
     */
    record SecondStep(boolean totp, boolean passkey, boolean backupCode) {
        /** Whether there is a second step. */
        public boolean required() {
            return totp || passkey;
        }
    }

    /**
     * The tokens of a session. The adapter signs the access token.
     *
     * @param claims for the access token
     * @param refreshToken opaque, 256 random bits
     */
    record Tokens(Claims claims, Duration accessLifetime, String refreshToken, Duration refreshLifetime) {}

    /**
     * The user's own account data.
     *
     * @param source the identity source that owns the account, if there is one: then neither name nor password can be
     *     changed
     */
    record Profile(
            UserId id,
            EmailAddress email,
            String fullName,
            Access access,
            Instant createdAt,
            Optional<Instant> lastLogin,
            Optional<String> source,
            LocaleChoice locale) {}

    /**
     * What a user may do.
     *
     * @param superuser by the flag, or by an equivalent role
     * @param roles by name
     * @param permissions model name to action words; {@code *} for a superuser
     */
    record Access(boolean superuser, List<String> roles, Map<String, List<String>> permissions) {}
}
