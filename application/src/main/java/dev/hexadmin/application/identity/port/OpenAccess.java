package dev.hexadmin.application.identity.port;

import dev.hexadmin.application.identity.port.ApiKeys.StoredKey;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

    /**
     * Whose access is listed.
     *
     * @param user only this one's
     * @param email only that of users whose address contains this text, in lower case
     * @param within only that of users whose record meets this condition
     */
    record Filter(Optional<UserId> user, Optional<String> email, Optional<Within> within) {
        /** All access. */
        public static final Filter NONE = new Filter(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** @param users the model {@code admin_users} */
    record Within(Model users, Condition condition) {}

    /** A key and the address of its owner. */
    record OwnedKey(EmailAddress owner, StoredKey key) {}
}
