package dev.hexadmin.application.idempotency.port;

import java.time.Instant;
import java.util.Optional;

/** First responses by caller and key. Thread-safe. */
public interface IdempotencyStore {
    /** The response that was stored at {@code oldest} or later. */
    Optional<StoredResponse> find(String caller, String key, Instant oldest);

    /**
     * Locks the key until the running unit of work ends; the lock ends with the server.
     *
     * @return false when another server holds it
     * @throws IllegalStateException outside a unit of work
     */
    boolean hold(String caller, String key);

    /**
     * Stores a response, in the running unit of work. One that was stored before {@code oldest} is replaced.
     *
     * @return false when there is another one
     * @throws IllegalStateException outside a unit of work
     */
    boolean store(String caller, String key, StoredResponse response, Instant oldest);

    /** Replaces the sealed response of a key that was stored before. */
    void replace(String caller, String key, byte[] sealed);

    /**
     * Deletes some responses older than {@code oldest}, and the oldest responses of a caller with more than {@code
     * most}.
     */
    void sweep(String caller, Instant oldest, int most);

    /**
     * The first response to a key.
     *
     * @param fingerprint of its request
     * @param respondedAt when it was created
     * @param sealed encrypted by its writer
     */
    record StoredResponse(String fingerprint, Instant respondedAt, byte[] sealed) {}
}
