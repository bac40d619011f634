package dev.hexadmin.http.server.security;

import dev.hexadmin.domain.access.Actor;
import java.util.Optional;
import java.util.function.Supplier;

/** Authenticates a caller for longer than one request. Thread-safe. */
@FunctionalInterface
public interface LongLivedAuthentication {
    /**
     * Authenticates the holder of an access token.
     *
     * @throws dev.hexadmin.application.RequestRejectedException or {@link dev.hexadmin.http.server.problem.Problem}, both
     *     401, when the token is not valid
     */
    Admitted admit(String token, Actor.Origin origin);

    /** Authenticates the holder of a session of the panel; empty when it has ended, or without sessions. */
    default Optional<Admitted> admitSession(String token, Actor.Origin origin) {
        return Optional.empty();
    }

    /**
     * An authenticated caller.
     *
     * @param actor the actor with the current rights
     * @param again returns the actor with the rights at the time of the call; empty when the user is deleted or inactive,
     *     when the user's tokens of that time were revoked, or when the session has ended. The expiry of the token itself
     *     is ignored. It may read the database
     */
    record Admitted(Actor.SignedIn actor, Supplier<Optional<Actor.SignedIn>> again) {}
}
