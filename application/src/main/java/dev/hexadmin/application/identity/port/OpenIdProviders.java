package dev.hexadmin.application.identity.port;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Calls of the configured providers of OpenID Connect. Thread-safe. Most calls use the network, so none may be made
 * inside a unit of work.
 */
public interface OpenIdProviders {
    /**
     * The page of the provider to which a browser is sent.
     *
     * @throws ProviderUnavailableException when the provider's metadata cannot be read
     */
    URI authorization(String provider, AuthorizationRequest request);

    /**
     * Exchanges a code for an ID token, and verifies it.
     *
     * @throws ProviderUnavailableException when the provider cannot be reached or does not respond as specified
     * @throws ProviderRejectedException when the provider rejects the code, or the ID token is not valid
     */
    VerifiedIdentity redeem(String provider, AuthorizationCode code);

    /**
     * Verifies an ID token that a client has obtained.
     *
     * @param nonce that the token must contain; when it is empty, the token must have none
     * @throws ProviderUnavailableException when the provider's keys cannot be read
     * @throws ProviderRejectedException when the ID token is not valid
     */
    VerifiedIdentity verify(String provider, String idToken, Optional<String> nonce);

    /**
     * The page of the provider that ends the user's session there (OpenID Connect RP-Initiated Logout 1.0); empty when
     * the provider has none.
     *
     * @throws ProviderUnavailableException when the provider's metadata cannot be read
     */
    Optional<URI> signOut(String provider, SignOutRequest request);

    /**
     * What is sent to the authorization endpoint.
     *
     * @param codeChallenge of the method S256
     */
    record AuthorizationRequest(URI redirectUri, String state, String nonce, String codeChallenge) {}

    /**
     * What is sent to the token endpoint.
     *
     * @param nonce that the ID token must contain
     */
    record AuthorizationCode(String code, String codeVerifier, URI redirectUri, String nonce) {
        @Override
        public String toString() {
            return "AuthorizationCode[***]";
        }
    }

    /**
     * What is sent to the end session endpoint.
     *
     * @param idToken of the sign-in, if it was kept
     */
    record SignOutRequest(Optional<String> idToken, URI returnTo) {
        @Override
        public String toString() {
            return "SignOutRequest[***]";
        }
    }

    /**
     * The verified claims of an ID token.
     *
     * @param email as in the claim; it may be no address
     * @param groups empty when the claim is missing
     * @param token the ID token
     */
    record VerifiedIdentity(
            String issuer,
            String subject,
            Optional<String> email,
            boolean emailVerified,
            String fullName,
            Set<String> groups,
            IssuedToken token) {
        public VerifiedIdentity {
            groups = Set.copyOf(groups);
        }
    }

    /** An ID token. */
    record IssuedToken(String text, Instant issuedAt, Instant expiresAt) {
        @Override
        public String toString() {
            return "IssuedToken[***]";
        }
    }
}
