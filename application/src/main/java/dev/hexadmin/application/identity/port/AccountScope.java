package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;

/** Which accounts somebody reaches: rights on {@code admin_users} and the row policies there. Thread-safe. */
@FunctionalInterface
public interface AccountScope {
    /** Whether the actor may do this with the account; false also when there is none. */
    boolean reaches(Actor actor, UserId user, Action action);
}
