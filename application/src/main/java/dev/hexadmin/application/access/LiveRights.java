package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import java.util.Optional;

/**
 * What each user may do now. Kept per user and dropped on any change to the user, a role or a grant that is announced
 * (see {@link dev.hexadmin.application.port.ClusterEvents}); others are seen after two seconds at most. Thread-safe.
 */
public interface LiveRights {
    /**
     * The user's rights; {@link Rights#NONE} for a user that is not there. Inside a unit of work they are read anew and
     * not kept: they are what it has made of them so far.
     */
    Rights of(UserId user);

    /**
     * The rights of one role, for who stands for the user with that role alone. Empty when the role is gone, and as long
     * as it allows anything that the user may not do now.
     */
    Optional<Lent> lent(UserId user, long role);

    /**
     * The rights of one role.
     *
     * @param role its name
     */
    record Lent(String role, Rights rights) {}
}
