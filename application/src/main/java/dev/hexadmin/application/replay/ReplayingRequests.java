package dev.hexadmin.application.replay;

import dev.hexadmin.domain.access.Actor;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An actor repeats a request without repeating what it did: {@code Idempotency-Key}. Thread-safe.
 *
 * <p>Implements the IETF draft "The Idempotency-Key HTTP Header Field". Keys are scoped to the user. An
 * anonymous caller's key is scoped to the whole request: with another body it is another key, success is kept for ten
 * minutes, and nothing else is.
 */
public interface ReplayingRequests {
    /**
     * Carries out {@code request}, unless the key was used before: then its first answer is given again.
     *
     * @param key 1..255 visible ASCII characters
     * @param fingerprint a digest over method, path and body; of an anonymous caller over everything that proves who it is
     * @throws dev.hexadmin.application.Refused {@code INVALID idempotency_mismatch} for another fingerprint,
     *     {@code CONFLICT request_in_progress} while the first request is still running,
     *     {@code CONFLICT idempotency_outcome_unknown} when it was never answered
     */
    Outcome run(Actor actor, String key, String fingerprint, Supplier<Answer> request);

    /**
     * An answer, kept 24 hours if the request was carried out: 2xx, 404, 409, 412. Other refusals give the key back. A
     * request that throws keeps its claim: its outcome is not known.
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
