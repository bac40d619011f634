package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.RelyingParty;
import java.util.List;

/**
 * Verifies the responses of authenticators (Web Authentication Level 3, sections 7.1 and 7.2). Responses are the JSON of
 * {@code PublicKeyCredential.toJSON()}. Ids, keys and challenges are in base64url without padding. Thread-safe.
 */
public interface PasskeyVerifier {
    /**
     * Verifies the response to a registration.
     *
     * @throws PasskeyRejectedException if it is not valid
     */
    Credential register(String response, Expected expected);

    /**
     * Reads which passkey a response claims to come from. Nothing of it is verified.
     *
     * @throws PasskeyRejectedException {@code malformed}
     */
    Claim read(String response);

    /**
     * Verifies the response to a sign-in.
     *
     * @param credential as stored
     * @throws PasskeyRejectedException if it is not valid; {@link PasskeyRejectedException#SIGN_COUNT} if the counter of
     *     the authenticator has not increased
     */
    Use authenticate(String response, Expected expected, Credential credential);

    /**
     * What a response must be about.
     *
     * @param challenge base64url
     * @param userVerification whether the authenticator must have verified the user, by PIN or biometrics
     */
    record Expected(String challenge, RelyingParty party, boolean userVerification) {}

    /**
     * A passkey, as its authenticator has registered it.
     *
     * @param publicKey in the form of the verifier
     * @param signCount the counter of signatures; 0 if the authenticator has none
     * @param sync whether it is copied to other devices
     * @param transports how browsers reach the authenticator, such as {@code internal}
     */
    record Credential(String id, String publicKey, long signCount, Sync sync, List<String> transports) {
        public Credential {
            transports = List.copyOf(transports);
        }
    }

    /**
     * Whether a passkey is copied to other devices.
     *
     * @param eligible whether it may be
     * @param backedUp whether it is
     */
    record Sync(boolean eligible, boolean backedUp) {}

    /**
     * Which passkey a response claims to come from.
     *
     * @param userHandle {@code ""} if the authenticator does not say which user it is for
     */
    record Claim(String credentialId, String userHandle) {}

    /** What a verified response says. */
    record Use(long signCount, boolean backedUp) {}
}
