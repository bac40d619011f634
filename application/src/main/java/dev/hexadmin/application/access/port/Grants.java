package dev.hexadmin.application.access.port;

import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import java.util.Set;

/** The stored rights of users. Thread-safe. */
public interface Grants {
    /**
     * The user's rights from all roles and direct grants; {@link Rights#NONE} for an unknown or inactive user. The
     * superuser flag and the role SuperAdmin are equal: either makes {@link Rights#superuser}.
     */
    Rights of(UserId user);

    /**
     * All active users who are superusers by flag or by role. Only inside a unit of work, whose writes it sees.
     * Concurrent calls wait for its end: when two units of work each remove a superuser, the second one sees the result
     * of the first.
     */
    Set<UserId> activeSuperusers();
}
