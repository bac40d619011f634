package dev.hexadmin.application.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import java.util.Map;

/**
 * An actor repeats a request without repeating what it did: {@code Idempotency-Key}. Thread-safe.
 *
 * <p>Implements the IETF draft "The Idempotency-Key HTTP Header Field". Keys are scoped to the user. An
 * anonymous caller's key is scoped to the whole request: with another body it is another key, success is kept for ten
 * minutes, and nothing else is.
 */
public interface ReplayingRequests {
    /**
     * Carries out {@code request}, unless the key was used before: then its first answer is given again. The answer
     * commits with the change, so after a crash either both are there or neither is.
     *
     * @param key 1..255 visible ASCII characters
     * @param fingerprint a digest over method, path and body; of an anonymous caller over everything that proves who it is
     * @throws RequestRejectedException {@code INVALID idempotency_mismatch} for another fingerprint, {@code CONFLICT request_in_progress}
     *     while the first request is still running
     */
    Outcome run(Actor actor, String key, String fingerprint, Request request);

    /** A request in two steps. */
    interface Request {
        /** All that may wait, and all checks that need no transaction. What is refused here keeps nothing. */
        Prepared<RequestOutcome<Answer>> prepare();

        /** Whether the change rolls itself back: then nothing is kept either. */
        boolean dryRun();

        /** The answer to a refusal that came of the change itself. */
        Answer refused(RequestRejectedException refusal);
    }

    /**
     * An answer. Kept for 24 hours is that of a change that was committed, and what the records said to one that was not:
     * 409 and 412.
     *
     * @param headers those that belong to the answer: {@code Location}, {@code ETag}, {@code Content-Type}
     */
    record Answer(int status, Map<String, String> headers, byte[] body) {}

    /**
     * What the caller gets.
     *
     * @param replayed whether it is the first answer given again
     */
    record Outcome(Answer answer, boolean replayed) {}
}
