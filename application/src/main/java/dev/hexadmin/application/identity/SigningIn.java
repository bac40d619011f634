package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Somebody proves who they are, stays signed in, and leaves. Thread-safe. Open to anonymous actors.
 *
 * <p>Follows the OWASP Authentication and Session Management cheat sheets and RFC 9700 for refresh token rotation. All
 * failures of {@link #signIn} look and cost the same.
 */
public interface SigningIn {
    /**
     * Checks a password (and a code).
     *
     * @param email as typed
     * @param code a TOTP or backup code, if one came along
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}; {@code UNAVAILABLE
     *     identity_source_away} when the account may be kept elsewhere, where nobody answers
     */
    default Outcome signIn(Actor actor, String email, String password, Optional<String> code) {
        return prepareSignIn(actor, email, password, code).carryOut().orThrow();
    }

    /** {@link #signIn} up to its transaction: the password is checked, wherever the account is kept. */
    Prepared<Attempt<Outcome>> prepareSignIn(Actor actor, String email, String password, Optional<String> code);

    /**
     * The second step of a sign-in.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}
     */
    default Tokens verifySecondFactor(Actor actor, String temporaryToken, String code) {
        return prepareSecondFactor(actor, temporaryToken, code).carryOut().orThrow();
    }

    /** {@link #verifySecondFactor} up to its transaction. */
    Prepared<Attempt<Tokens>> prepareSecondFactor(Actor actor, String temporaryToken, String code);

    /**
     * Rotates a refresh token. Used again within 10 seconds it gives the same successor; later, its family is revoked.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_refresh_token} or
     *     {@code refresh_token_expired}
     */
    default Tokens refresh(Actor actor, String refreshToken) {
        return prepareRefresh(actor, refreshToken).carryOut().orThrow();
    }

    /** {@link #refresh} up to its transaction. */
    Prepared<Attempt<Tokens>> prepareRefresh(Actor actor, String refreshToken);

    /**
     * Ends the token's family. An unknown token is no error.
     *
     * @return whether there was anything to end
     */
    boolean signOut(Actor actor, String refreshToken);

    /** Ends every session of a signed-in actor: refresh tokens, access tokens, panel sessions. */
    void signOutEverywhere(Actor.SignedIn actor);

    /**
     * Who an access token's claims stand for, as things are now; empty when the user is gone or inactive or the token
     * version has been raised.
     */
    Optional<Actor.SignedIn> actor(Claims claims, Actor.Origin origin);

    /**
     * Whose token this is that was not made here, by the program's identity source; empty when it is nobody's, or there is
     * no source.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAVAILABLE identity_source_away}
     */
    Optional<Actor.SignedIn> actor(String foreignToken, Actor.Origin origin);

    /** What the signed-in user may know of themselves. */
    Profile profile(Actor.SignedIn actor);

    /**
     * What an access token says about its user.
     *
     * @param tokenVersion the user's when it was made
     */
    record Claims(UserId user, long tokenVersion) {}

    /**
     * How an attempt ended. A failure is written down, so its transaction is kept like any other.
     *
     * @param <T> what success gives
     */
    sealed interface Attempt<T> {
        record Succeeded<T>(T given) implements Attempt<T> {}

        record Failed<T>(RequestRejectedException refusal) implements Attempt<T> {}

        /** What success gives; the refusal is thrown. */
        default T orThrow() {
            return switch (this) {
                case Succeeded<T>(T given) -> given;
                case Failed<T>(RequestRejectedException refusal) -> throw refusal;
            };
        }
    }

    /** A sign-in that did not fail. */
    sealed interface Outcome {
        /**
         * Done.
         *
         * @param tokens the new session
         */
        record Complete(Tokens tokens) implements Outcome {}

        /**
         * A second factor is asked for.
         *
         * @param temporaryToken opaque, good once
         */
        record SecondFactorNeeded(String temporaryToken, Duration lifetime) implements Outcome {}
    }

    /**
     * A session's tokens. The access token itself is made by whoever speaks to the client.
     *
     * @param claims for the access token
     * @param refreshToken opaque, 256 random bits
     */
    record Tokens(Claims claims, Duration accessLifetime, String refreshToken, Duration refreshLifetime) {}

    /**
     * A user as they see themselves.
     *
     * @param permissions model name to action words; {@code *} for a superuser
     * @param source where the account is kept, if not here: neither name nor password can be changed
     */
    record Profile(
            UserId id,
            EmailAddress email,
            String fullName,
            boolean superuser,
            List<String> roles,
            Map<String, List<String>> permissions,
            Instant createdAt,
            Optional<Instant> lastLogin,
            Optional<String> source) {}
}
