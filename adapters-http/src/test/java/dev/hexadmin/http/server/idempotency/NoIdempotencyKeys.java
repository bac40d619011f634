package dev.hexadmin.http.server.idempotency;

import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.domain.access.Actor;

/** For tests whose requests have no {@code Idempotency-Key}: a request with one fails the test. */
public final class NoIdempotencyKeys implements ReplayingRequests {
    @Override
    public <R> Outcome<R> run(Actor actor, String key, String fingerprint, Request<R> request) {
        throw new AssertionError("a request without an Idempotency-Key was expected");
    }
}
