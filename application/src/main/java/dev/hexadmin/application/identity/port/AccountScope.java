package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;

/** The accounts that an actor may access, by rights on {@code admin_users} and row policies. Thread-safe. */
@FunctionalInterface
public interface AccountScope {
    /** Whether the actor may perform the action on the account; false also when it does not exist. */
    boolean reaches(Actor actor, UserId user, Action action);
}
