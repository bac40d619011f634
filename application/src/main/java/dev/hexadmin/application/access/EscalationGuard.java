package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.identity.UserId;
import java.util.Collection;
import java.util.List;

/** The guard against giving away more than one has. Thread-safe. */
public interface EscalationGuard {
    /**
     * Checks that the actor may give these roles to a user: holds every right of them. A right that the actor has only
     * by a row policy with {@code $user} is not passed on: on another user it covers other records.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation}
     */
    void mayAssign(Actor actor, Collection<Long> roleIds);

    /** The roles that {@link #mayAssign} lets the actor assign, by name. */
    List<Role> assignable(Actor actor);

    /**
     * Checks that the actor may give this role to an API key of their own: holds every right of it, those by a row policy
     * with {@code $user} too, as the key stands for the same user.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation}
     */
    void mayLend(Actor.SignedIn actor, long role);

    /** The roles that {@link #mayLend} lets the actor give to a key, by name. */
    List<Role> lendable(Actor.SignedIn actor);

    /**
     * Checks that no row policy that binds the actor compares with one of these fields of their own account: by setting
     * it they would choose the records that they reach.
     *
     * @param fields of {@code admin_users}, by name
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation} that points to the fields
     */
    void mayChangeOwn(Actor actor, Collection<String> fields);

    /**
     * Checks that the actor holds every right of this user: who sets another's password or address can act as them. A
     * right the actor has only on records of their own, by a row policy with {@code $user}, is no right on this user's.
     *
     * @param roleIds the user's roles
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation}
     */
    void mayTakeOver(Actor actor, UserId user, Collection<Long> roleIds);

    /** The same for a user as they are now, with the roles they have; only a superuser passes for a superuser. */
    void mayTakeOver(Actor actor, UserId user);
}
