package dev.hexadmin.application.replay.port;

import dev.hexadmin.application.replay.ReplayingRequests.Answer;
import java.time.Instant;
import java.util.Optional;

/** First answers by caller and key. Thread-safe. */
public interface FirstAnswers {
    /**
     * Claims a key for a request that is about to run. Entries older than {@code expired} count as gone.
     *
     * @return the entry that is there already; empty when the claim is the caller's
     */
    Optional<Entry> claim(String caller, String key, String fingerprint, Instant now, Instant expired);

    /** Keeps the answer of a claimed key. */
    void complete(String caller, String key, Answer answer);

    /** Gives up a claim whose request did nothing. */
    void release(String caller, String key);

    /**
     * A key that was used.
     *
     * @param claimedAt when its request began
     * @param answer empty while the request runs, or when the server died in it
     */
    record Entry(String fingerprint, Instant claimedAt, Optional<Answer> answer) {}
}
