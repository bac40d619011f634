package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Label;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A user authenticates at a provider of OpenID Connect instead of with a password (OpenID Connect Core 1.0,
 * authorization code flow with PKCE, RFC 7636 and RFC 9700). Thread-safe. Open to anonymous actors.
 *
 * <p>The provider is responsible for second factors: none is asked for here. What is stored between the two steps is
 * given to the browser, encrypted, so that any server can complete the sign-in.
 *
 * <p>Every method that names a provider throws {@link dev.hexadmin.application.RequestRejectedException} {@code
 * NOT_FOUND} for an unknown name, and, if it calls the provider, {@code UNAVAILABLE identity_provider_unavailable}.
 */
public interface SigningInWithProvider {
    /** The configured providers, in their order. */
    List<IdentityProvider> providers(Actor actor);

    /**
     * Begins a sign-in in a browser.
     *
     * @param redirectUri where the provider sends the browser afterwards
     * @param next where the user wants to go, kept for {@link #enter}
     */
    Start start(Actor actor, String provider, URI redirectUri, String next);

    /**
     * Completes a sign-in in a browser.
     *
     * @param browser the client's {@code User-Agent}, for the list of sessions
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED provider_sign_in_failed} when the
     *     request does not belong to a sign-in that this browser has begun, or the provider does not confirm it; {@code
     *     UNAUTHENTICATED no_account} when the user has no account here that may sign in
     */
    Completed enter(Actor actor, String provider, ProviderAnswer callback, String browser);

    /**
     * Exchanges a proof of the provider for tokens: the part before the transaction, which calls the provider.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #enter}
     */
    Prepared<SigningIn.Attempt<SigningIn.Tokens>> prepareExchange(Actor actor, String provider, Proof proof);

    /**
     * The address at which the browser of a session signs out at the provider, too; empty when the session was not begun
     * by a provider, or the provider has no such address. Never fails because of the provider.
     *
     * @param sessionToken of the session that is about to end
     * @param returnTo where the provider may send the browser afterwards
     */
    Optional<SignOutPage> signOutPage(Actor.SignedIn actor, String sessionToken, URI returnTo);

    /**
     * A sign-in that has begun.
     *
     * @param authorization the page of the provider
     * @param ticket encrypted, for a cookie of the browser
     * @param lifetime of the ticket
     */
    record Start(URI authorization, String ticket, Duration lifetime) {
        @Override
        public String toString() {
            return "Start[***]";
        }
    }

    /**
     * The response of the provider, as the browser brings it (RFC 6749, section 4.1.2; RFC 9207).
     *
     * @param ticket of {@link Start}; empty when the browser has none
     * @param redirectUri the same as at the start
     * @param code empty when the provider reports an error
     */
    record ProviderAnswer(
            Optional<String> ticket,
            URI redirectUri,
            Optional<String> state,
            Optional<String> code,
            Optional<String> issuer) {
        @Override
        public String toString() {
            return "ProviderAnswer[***]";
        }
    }

    /**
     * A completed sign-in.
     *
     * @param next as given at the start
     */
    record Completed(KeepingSessions.Opened opened, String next) {}

    /** What a client presents of the provider. */
    sealed interface Proof {
        /**
         * An authorization code that the client has obtained itself.
         *
         * @param nonce that the client has sent to the provider
         */
        record Code(String code, String codeVerifier, URI redirectUri, String nonce) implements Proof {
            @Override
            public String toString() {
                return "Code[***]";
            }
        }

        /**
         * An ID token that was issued for Hexadmin's client. It is accepted once, within ten minutes.
         *
         * @param nonce that the client has sent to the provider, if it has sent one
         */
        record IdToken(String token, Optional<String> nonce) implements Proof {
            @Override
            public String toString() {
                return "IdToken[***]";
            }
        }
    }

    /** Where a user signs out at a provider. */
    record SignOutPage(Label label, URI address) {}
}
