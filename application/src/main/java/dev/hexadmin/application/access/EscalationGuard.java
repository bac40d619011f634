package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.identity.UserId;
import java.util.Collection;
import java.util.List;

/** Prevents users from granting rights that they do not have. Thread-safe. */
public interface EscalationGuard {
    /**
     * Checks that the actor may assign these roles to a user: the actor must have every right of the roles. A right
     * that the actor has only by a row policy with {@code $user} cannot be granted: for another user it covers other
     * records.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation}
     */
    void mayAssign(Actor actor, Collection<Long> roleIds);

    /** The roles that {@link #mayAssign} lets the actor assign, by name. */
    List<Role> assignable(Actor actor);

    /**
     * Checks that the actor may give this role to their own API key: the actor must have every right of the role. A
     * right by a row policy with {@code $user} suffices, since the key acts for the same user.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation}
     */
    void mayLend(Actor.SignedIn actor, long role);

    /** The roles that {@link #mayLend} lets the actor give to a key, by name. */
    List<Role> lendable(Actor.SignedIn actor);

    /**
     * Checks that no row policy of the actor compares with one of these fields of their own account: by changing the
     * field they would choose the records that they can access.
     *
     * @param fields of {@code admin_users}, by name
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation} that points to the fields
     */
    void mayChangeOwn(Actor actor, Collection<String> fields);

    /**
     * Checks that the actor has every right of this user: an actor who can set a user's password or address can act as
     * that user. A right that the actor has only by a row policy with {@code $user} does not count, since it covers
     * other records.
     *
     * @param roleIds the user's roles
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN escalation}
     */
    void mayTakeOver(Actor actor, UserId user, Collection<Long> roleIds);

    /** The same check for a user with their current roles; only superusers pass for a superuser. */
    void mayTakeOver(Actor actor, UserId user);
}
