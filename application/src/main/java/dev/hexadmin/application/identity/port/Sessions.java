package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sessions of the panel, by the hash of their token. Thread-safe; changes are only legal inside a unit of work. */
public interface Sessions {
    Optional<Row> find(String hash);

    /** All of a user, the newest first. */
    List<Row> of(UserId user);

    void insert(Row session);

    /** Puts off its end; nothing happens when it is not there, or ends later. */
    void extend(String hash, Instant expiresAt);

    /** Deletes one; false when there is none. */
    boolean delete(String hash);

    /** Deletes up to {@code limit} that expired before. */
    int sweep(Instant expiredBefore, int limit);

    /**
     * A session.
     *
     * @param hash of its token
     * @param tokenVersion the user's when it began
     * @param address the client's
     * @param browser what the client called itself
     */
    record Row(
            String hash,
            UserId user,
            long tokenVersion,
            Instant createdAt,
            Instant expiresAt,
            String address,
            String browser) {
        /** The same with another token version. */
        public Row under(long newTokenVersion) {
            return new Row(hash, user, newTokenVersion, createdAt, expiresAt, address, browser);
        }
    }
}
