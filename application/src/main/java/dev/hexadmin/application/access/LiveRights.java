package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import java.util.Optional;

/**
 * The current rights of each user. Cached per user and evicted on any published change to the user, a role or a grant
 * (see {@link dev.hexadmin.application.port.ClusterEvents}); other changes take effect after at most two seconds.
 * Thread-safe.
 */
public interface LiveRights {
    /**
     * The user's rights; {@link Rights#NONE} for an unknown user. Inside a unit of work they are read from the database
     * and not cached, because they include its uncommitted changes.
     */
    Rights of(UserId user);

    /**
     * The rights of one role, for an API key that has only that role. Empty when the role was deleted, or while it
     * allows anything that the user may not do.
     */
    Optional<Lent> lent(UserId user, long role);

    /**
     * The rights of one role.
     *
     * @param role its name
     */
    record Lent(String role, Rights rights) {}
}
