package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Somebody signs in to the panel and stays signed in: sessions that the server keeps, so that signing out, a new password
 * or somebody else ends them at once. Thread-safe. Follows the OWASP Session Management cheat sheet.
 */
public interface KeepingSessions {
    /**
     * Checks a password.
     *
     * @param email as typed
     * @param browser what the client says it is, for the list of sessions
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}; all failures look and cost the
     *     same
     */
    Outcome signIn(Actor actor, String email, String password, String browser);

    /**
     * The second step of a sign-in.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED invalid_credentials}
     */
    Opened verifySecondFactor(Actor actor, String temporaryToken, String code, String browser);

    /**
     * Whose session it is, as things are now; empty when it is over or never was. One ended on this server is over for the
     * next call, one ended on another within two seconds.
     */
    Optional<Session> find(String token, Actor.Origin origin);

    /**
     * As {@link #find}, by a request of the session's user: puts off the end of the session, up to the absolute timeout. It
     * is written down once in a tenth of the idle timeout, every five minutes at most; a session that cannot be extended now
     * is good all the same.
     */
    Optional<Session> use(String token, Actor.Origin origin);

    /** Ends a session; one that is over is no error. */
    void signOut(Actor.SignedIn actor, String token);

    /** The actor's own sessions, the newest first. */
    List<Open> list(Actor.SignedIn actor);

    /**
     * Ends one of the actor's own sessions.
     *
     * @param id of the list
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}
     */
    void end(Actor.SignedIn actor, String id);

    /**
     * Ends all of the actor's own sessions, refresh and access tokens, but for this session.
     *
     * @param kept the session's id
     * @return how many sessions ended
     */
    int endOthers(Actor.SignedIn actor, String kept);

    /** A text that nobody without the server's secret can make from {@code seed}: for forms before there is a session. */
    String formToken(String seed);

    /** A sign-in that did not fail. */
    sealed interface Outcome {
        /** Done. */
        record Complete(Opened opened) implements Outcome {}

        /**
         * A second factor is asked for.
         *
         * @param temporaryToken opaque, good for five tries
         */
        record SecondFactorNeeded(String temporaryToken, Duration lifetime) implements Outcome {}
    }

    /**
     * A new session.
     *
     * @param token 256 random bits for the cookie; only its hash is kept
     */
    record Opened(String token, Instant expiresAt) {
        @Override
        public String toString() {
            return "Opened[***, " + expiresAt + "]";
        }
    }

    /**
     * A session that is good now.
     *
     * @param id names it in the list of sessions; no secret
     * @param formToken proves that a form was served to this session
     */
    record Session(Actor.SignedIn actor, String id, String formToken, Instant expiresAt) {
        @Override
        public String toString() {
            return "Session[" + actor.id() + ", " + id + "]";
        }
    }

    /** One of a user's sessions, for a list. */
    record Open(String id, Instant createdAt, Instant expiresAt, String address, String browser) {}
}
