package dev.hexadmin.application.access;

import dev.hexadmin.application.access.ManagingRoles.Role;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import java.util.Collection;
import java.util.List;

/** The guard against giving away more than one has. Thread-safe. */
public interface Escalation {
    /**
     * Checks that the actor holds every right of these roles.
     *
     * @throws dev.hexadmin.application.Refused {@code FORBIDDEN escalation}
     */
    void mayAssign(Actor actor, Collection<Long> roleIds);

    /** The roles that {@link #mayAssign} lets the actor assign, by name. */
    List<Role> assignable(Actor actor);

    /**
     * Checks that the actor holds every right of this user: who sets another's password or address can act as them. A
     * right the actor has only on records of their own, by a row policy with {@code $user}, is no right on this user's.
     *
     * @param roleIds the user's roles
     * @throws dev.hexadmin.application.Refused {@code FORBIDDEN escalation}
     */
    void mayTakeOver(Actor actor, UserId user, Collection<Long> roleIds);

    /** The same for a user as they are now, with the roles they have; only a superuser passes for a superuser. */
    void mayTakeOver(Actor actor, UserId user);
}
