package dev.hexadmin.application.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import java.util.Optional;

/**
 * An actor repeats a request without repeating its effect. Thread-safe.
 *
 * <p>Implements the IETF draft "The Idempotency-Key HTTP Header Field". Keys are scoped to the user. An anonymous
 * caller's key is scoped to the whole request: with another body it is another key. Only successful responses are
 * stored, for ten minutes.
 */
public interface ReplayingRequests {
    /**
     * Executes {@code request}, unless the key was used before: then the first response is returned. The response
     * commits with the change, so after a crash either both are stored or neither is. The response to a committed
     * change, and to a change that conflicts with stored records or their versions, is stored for 24 hours.
     *
     * @param key 1..255 visible ASCII characters
     * @param fingerprint a digest over everything that identifies the request; of an anonymous caller also over its
     *     credentials
     * @param <R> the caller's own type of responses
     * @throws RequestRejectedException {@code INVALID idempotency_mismatch} for another fingerprint, {@code CONFLICT
     *     request_in_progress} while the first request is still running
     */
    <R> Outcome<R> run(Actor actor, String key, String fingerprint, Request<R> request);

    /**
     * A request in two steps.
     *
     * @param <R> the caller's own type of responses
     */
    interface Request<R> {
        /**
         * Prepares the request: slow work, and all checks that need no transaction. A rejection in this step stores
         * nothing.
         */
        Prepared<RequestOutcome<R>> prepare();

        /** Whether the change rolls itself back (dry run): then no response is stored. */
        boolean dryRun();

        /** The response to a rejection by the change itself, to be stored; empty: the rejection is thrown, not stored. */
        Optional<R> rejected(RequestRejectedException rejection);

        /** The response in the form in which it is stored. */
        byte[] serialize(R response);

        /** The response that {@link #serialize} was called with. */
        R deserialize(byte[] stored);
    }

    /**
     * The response for the caller.
     *
     * @param replayed whether it is the stored first response
     */
    record Outcome<R>(R response, boolean replayed) {}
}
