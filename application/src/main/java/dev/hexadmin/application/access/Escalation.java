package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import java.util.Collection;

/** The guard against giving away more than one has. Thread-safe. */
public interface Escalation {
    /**
     * Checks that the actor holds every right of these roles.
     *
     * @throws dev.hexadmin.application.Refused {@code FORBIDDEN escalation}
     */
    void mayAssign(Actor actor, Collection<Long> roleIds);

    /**
     * Checks that the actor holds every right of this user: who sets another's password or address can act as them. A
     * right the actor has only on records of their own, by a row policy with {@code $user}, is no right on this user's.
     *
     * @param roleIds the user's roles
     * @throws dev.hexadmin.application.Refused {@code FORBIDDEN escalation}
     */
    void mayTakeOver(Actor actor, UserId user, Collection<Long> roleIds);
}
