package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.identity.ManagingPasskeys.Descriptor;
import dev.hexadmin.application.identity.SigningIn.Attempt;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.RelyingParty;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A user signs in with a passkey: alone, when the authenticator has verified the user, or after the password. Thread-safe.
 * Open to anonymous actors. Follows Web Authentication Level 3, section 7.2.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED passkey_rejected}, the same for every
 *     cause; {@code UNAUTHENTICATED passkey_ticket_expired} for a ticket that is too old or was used
 */
public interface SigningInWithPasskey {
    /** Begins a sign-in with a passkey alone. It is the same for all users: the authenticator says who signs in. */
    Challenge begin(Actor actor);

    /**
     * Begins the second step of a sign-in.
     *
     * @param temporaryToken of the first step
     * @return empty when the user has no passkey
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}
     */
    Optional<Challenge> beginSecondStep(Actor actor, String temporaryToken);

    /** Completes a sign-in to the panel. */
    KeepingSessions.Opened enter(Actor actor, RelyingParty party, Response response, String browser);

    /** Completes a sign-in of a program: the part before its transaction. */
    Prepared<Attempt<Tokens>> prepareTokens(Actor actor, RelyingParty party, Response response);

    /**
     * What a browser needs to use a passkey.
     *
     * @param allowed the passkeys that may be used; empty for any of this site
     * @param userVerification whether the authenticator must verify the user, by PIN or biometrics
     * @param ticket to be sent with the response, valid once
     */
    record Challenge(
            String challenge, List<Descriptor> allowed, boolean userVerification, String ticket, Duration lifetime) {
        public Challenge {
            allowed = List.copyOf(allowed);
        }

        @Override
        public String toString() {
            return "Challenge[***]";
        }
    }

    /**
     * The response to a {@link Challenge}.
     *
     * @param credential the JSON of the authenticator's response
     * @param temporaryToken of the first step, if this is the second
     */
    record Response(String ticket, String credential, Optional<String> temporaryToken) {
        @Override
        public String toString() {
            return "Response[***]";
        }
    }
}
