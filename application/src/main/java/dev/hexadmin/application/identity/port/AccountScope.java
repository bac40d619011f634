package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.Condition;

/** The accounts that an actor may access, by rights on {@code admin_users} and row policies. Thread-safe. */
public interface AccountScope {
    /** Whether the actor may perform the action on the account; false also when it does not exist. */
    boolean reaches(Actor actor, UserId user, Action action);

    /** What the records of {@code admin_users} meet on which the actor may perform the action. */
    Condition condition(Actor actor, Action action);
}
