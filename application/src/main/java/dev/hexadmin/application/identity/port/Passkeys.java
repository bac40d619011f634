package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of {@code admin_passkeys}. Thread-safe; changes are only legal inside a unit of work. */
public interface Passkeys {
    /** All passkeys of a user, oldest first. */
    List<StoredPasskey> of(UserId user);

    /** The passkey with this credential id. */
    Optional<StoredPasskey> byCredential(String credentialId);

    /**
     * The text by which authenticators know the user: random, so that it says nothing about the user.
     *
     * @param fresh stored if the user has none
     */
    String userHandle(UserId user, String fresh);

    /** Stores a passkey; empty when the credential id is known, also of another user. */
    Optional<StoredPasskey> insert(UserId user, String name, PasskeyVerifier.Credential credential, Instant now);

    /** Renames a passkey; false when the user has none with this id. */
    boolean rename(UserId user, long id, String name);

    /** Deletes a passkey; false when the user has none with this id. */
    boolean remove(UserId user, long id);

    /** Deletes all passkeys of a user; returns their number. */
    int removeAll(UserId user);

    /**
     * Stores a use, atomically.
     *
     * @return false, without a change, when the passkey was deleted, or the stored counter is not below {@code
     *     signCount} although one of them is not 0
     */
    boolean use(long id, PasskeyVerifier.Use use, Instant now);

    /**
     * A passkey.
     *
     * @param userHandle of its user
     * @param key with which its signatures are verified
     */
    record StoredPasskey(
            long id, UserId user, String userHandle, String name, PasskeyVerifier.Credential key, Times times) {}

    /** When a passkey was added and last used. */
    record Times(Instant createdAt, Optional<Instant> lastUsedAt) {}
}
