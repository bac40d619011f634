package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.LinkedIdentity;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of {@code admin_linked_identities}. Thread-safe; changes are only legal inside a unit of work. */
public interface LinkedIdentities {
    /** The user to whom an identity is linked. */
    Optional<UserId> user(LinkedIdentity identity);

    /** The identities of a user, by issuer. */
    List<LinkedIdentity> of(UserId user);

    /**
     * Links an identity.
     *
     * @return false, without a change, when it is linked already, or the user has another identity of this issuer
     */
    boolean link(UserId user, LinkedIdentity identity, Instant now);

    /** Stores a sign-in with an identity; no effect when it is not linked. */
    void signedIn(LinkedIdentity identity, Instant now);
}
