package dev.hexadmin.application.identity.port;

import dev.hexadmin.application.identity.port.ApiKeys.StoredKey;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sessions and API keys of all users. Thread-safe; changes are only legal inside a unit of work. */
public interface OpenAccess {
    /** Sessions that have not ended, newest first. */
    List<OpenSession> sessions(Filter filter, Instant now, long offset, int limit);

    long countSessions(Filter filter, Instant now);

    /** A session that has not ended. */
    Optional<OpenSession> session(String id, Instant now);

    /** Ends a session; false when it has ended. */
    boolean end(OpenSession session, Instant now);

    /** Keys that are not revoked, newest first. */
    List<OwnedKey> keys(Filter filter, long offset, int limit);

    long countKeys(Filter filter);

    /** The users who have a session or a key. */
    Set<UserId> users();

    /**
     * Whose access is listed.
     *
     * @param user only this one's
     * @param email only that of users whose address contains this text, in lower case
     * @param among only that of these users
     */
    record Filter(Optional<UserId> user, Optional<String> email, Optional<Collection<UserId>> among) {}

    /** A key and the address of its owner. */
    record OwnedKey(EmailAddress owner, StoredKey key) {}
}
