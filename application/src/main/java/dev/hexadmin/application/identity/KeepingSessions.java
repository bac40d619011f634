package dev.hexadmin.application.identity;

import dev.hexadmin.application.identity.SigningIn.SecondStep;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.SignInMethod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A user signs in to the panel and stays signed in. Sessions are stored on the server, so signing out, changing the
 * password, or an administrator ends them at once. Thread-safe. Follows the OWASP Session Management cheat sheet.
 */
public interface KeepingSessions {
    /**
     * Checks a password.
     *
     * @param email as typed
     * @param browser the client's {@code User-Agent}, for the list of sessions
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}; all
     *     failures look and cost the same
     */
    Outcome signIn(Actor actor, String email, String password, String browser);

    /** How a user can pass the second step of a sign-in; empty when the sign-in is unknown, or too old. */
    Optional<SecondStep> secondStep(Actor actor, String temporaryToken);

    /**
     * The second step of a sign-in.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}
     */
    Opened verifySecondFactor(Actor actor, String temporaryToken, String code, String browser);

    /**
     * The user of a session, with their current state; empty when the session has ended or never existed. A session
     * that was ended on this server is rejected by the next call, one ended on another server within two seconds.
     */
    Optional<Session> find(String token, Actor.Origin origin);

    /**
     * Like {@link #find}, for a request of the session's user: extends the session up to the absolute time-out. The
     * extension is stored at intervals of a tenth of the idle time-out, five minutes at most. When storing fails, the
     * session is valid all the same.
     */
    Optional<Session> use(String token, Actor.Origin origin);

    /** Ends a session; without effect when it has already ended. */
    void signOut(Actor.SignedIn actor, String token);

    /** The actor's own sessions, newest first. */
    List<Open> list(Actor.SignedIn actor);

    /**
     * Ends one of the actor's own sessions.
     *
     * @param id of the list
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}
     */
    void end(Actor.SignedIn actor, String id);

    /**
     * Ends all of the actor's own sessions, refresh tokens and access tokens, except this session.
     *
     * @param kept the id of the session that continues
     * @return number of ended sessions
     */
    int endOthers(Actor.SignedIn actor, String kept);

    /**
     * A token that cannot be computed from {@code seed} without the server's secret: for forms before there is a
     * session.
     */
    FormToken formToken(String seed);

    /**
     * Proves that this server has made a form.
     *
     * @param accepted the token of new forms first; the others were made with previous secrets
     */
    record FormToken(List<String> accepted) {
        public FormToken {
            accepted = List.copyOf(accepted);
        }

        /** The token of a new form. */
        public String text() {
            return accepted.getFirst();
        }

        /** Whether a form with this token was made by this server; compares in constant time. */
        public boolean accepts(String token) {
            byte[] given = token.getBytes(StandardCharsets.UTF_8);
            return accepted.stream()
                    .anyMatch(each -> MessageDigest.isEqual(each.getBytes(StandardCharsets.UTF_8), given));
        }

        @Override
        public String toString() {
            return "FormToken[***]";
        }
    }

    /** The result of a sign-in that did not fail. */
    sealed interface Outcome {
        /** Signed in. */
        record Complete(Opened opened) implements Outcome {}

        /**
         * A second factor is required.
         *
         * @param temporaryToken opaque, valid for five attempts
         */
        record SecondFactorNeeded(String temporaryToken, Duration lifetime) implements Outcome {}
    }

    /**
     * A new session.
     *
     * @param token 256 random bits for the cookie; only its hash is stored
     */
    record Opened(String token, Instant expiresAt) {
        @Override
        public String toString() {
            return "Opened[***, " + expiresAt + "]";
        }
    }

    /**
     * A valid session.
     *
     * @param id identifies it in the list of sessions; not secret
     * @param form proves that a form was served to this session
     */
    record Session(Actor.SignedIn actor, String id, FormToken form, Instant expiresAt) {
        /** The token of a new form. */
        public String formToken() {
            return form.text();
        }

        @Override
        public String toString() {
            return "Session[" + actor.id() + ", " + id + "]";
        }
    }

    /**
     * One of a user's sessions, for a list.
     *
     * @param method empty for sessions that began before methods were stored
     */
    record Open(
            String id,
            Instant createdAt,
            Instant expiresAt,
            String address,
            String browser,
            Optional<SignInMethod> method) {}
}
