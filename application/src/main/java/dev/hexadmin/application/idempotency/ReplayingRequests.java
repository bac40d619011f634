package dev.hexadmin.application.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;

/**
 * An actor repeats a request without repeating what it did. Thread-safe.
 *
 * <p>Implements the IETF draft "The Idempotency-Key HTTP Header Field". Keys are scoped to the user. An
 * anonymous caller's key is scoped to the whole request: with another body it is another key, success is kept for ten
 * minutes, and nothing else is.
 */
public interface ReplayingRequests {
    /**
     * Carries out {@code request}, unless the key was used before: then its first response is returned again. The response
     * commits with the change, so after a crash either both are there or neither is. Kept for 24 hours is the response to a
     * change that was committed, and to one that conflicts with stored records or their versions.
     *
     * @param key 1..255 visible ASCII characters
     * @param fingerprint a digest over everything that makes two requests the same; of an anonymous caller also over
     *     everything that proves who it is
     * @param <R> the caller's own type of responses
     * @throws RequestRejectedException {@code INVALID idempotency_mismatch} for another fingerprint, {@code CONFLICT request_in_progress}
     *     while the first request is still running
     */
    <R> Outcome<R> run(Actor actor, String key, String fingerprint, Request<R> request);

    /**
     * A request in two steps.
     *
     * @param <R> the caller's own type of responses
     */
    interface Request<R> {
        /** Everything that may wait, and all checks that need no transaction. What is rejected here stores nothing. */
        Prepared<RequestOutcome<R>> prepare();

        /** Whether the change rolls itself back: then nothing is stored either. */
        boolean dryRun();

        /** The response to a rejection by the change itself. */
        R rejected(RequestRejectedException rejection);

        /** The response in the form in which it is stored. */
        byte[] serialize(R response);

        /** The response that {@link #serialize} was called with. */
        R deserialize(byte[] stored);
    }

    /**
     * What the caller gets.
     *
     * @param replayed whether it is the first response returned again
     */
    record Outcome<R>(R response, boolean replayed) {}
}
