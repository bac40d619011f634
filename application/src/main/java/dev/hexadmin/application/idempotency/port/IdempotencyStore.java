package dev.hexadmin.application.idempotency.port;

import dev.hexadmin.application.idempotency.ReplayingRequests.Answer;
import java.time.Instant;
import java.util.Optional;

/** First answers by caller and key. Thread-safe. */
public interface IdempotencyStore {
    /** The answer that was kept at {@code oldest} or later. */
    Optional<Entry> find(String caller, String key, Instant oldest);

    /**
     * Holds the key until the running unit of work ends, in whatever way; nothing is left of it when the server dies.
     *
     * @return false when another server holds it
     * @throws IllegalStateException outside a unit of work
     */
    boolean hold(String caller, String key);

    /**
     * Keeps an answer, in the running unit of work. One that was kept before {@code oldest} gives way.
     *
     * @return false when there is another one
     * @throws IllegalStateException outside a unit of work
     */
    boolean keep(String caller, String key, Entry entry, Instant oldest);

    /** Puts another answer in the place of one that was kept. */
    void replace(String caller, String key, Answer answer);

    /** Removes some of what was kept before {@code oldest}, and the oldest answers of a caller who has more than {@code most}. */
    void sweep(String caller, Instant oldest, int most);

    /**
     * A key that was used.
     *
     * @param answeredAt when its answer was made
     */
    record Entry(String fingerprint, Instant answeredAt, Answer answer) {}
}
