package dev.hexadmin.http.server.security;

import dev.hexadmin.domain.access.Actor;
import java.util.Optional;
import java.util.function.Supplier;

/** Lets somebody in for longer than one request. Thread-safe. */
@FunctionalInterface
public interface LongLivedAuthentication {
    /**
     * Lets the holder of an access token in.
     *
     * @throws dev.hexadmin.application.RequestRejectedException or {@link dev.hexadmin.http.server.problem.Problem}, both 401, when the token is
     *     not good
     */
    Admitted admit(String token, Actor.Origin origin);

    /** Lets the holder of a session of the panel in; empty when it is over, or where there are no sessions. */
    default Optional<Admitted> admitSession(String token, Actor.Origin origin) {
        return Optional.empty();
    }

    /**
     * Somebody who was let in.
     *
     * @param actor as things are now
     * @param again the same, as things are whenever it is asked; empty when the user is gone or inactive or all tokens of
     *     that time were ended, or the session is over. That a token itself has expired meanwhile does not count. It may
     *     read the database
     */
    record Admitted(Actor.SignedIn actor, Supplier<Optional<Actor.SignedIn>> again) {}
}
