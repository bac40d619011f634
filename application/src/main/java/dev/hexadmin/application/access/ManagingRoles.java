package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An actor manages roles and direct grants. Thread-safe. Needs the matching action on {@code admin_roles}; each change is
 * one transaction with its audit row, and everybody's rights are read anew after it.
 *
 * <p>Nobody grants what they do not hold themselves: what a change adds is checked, what it takes away is not. Only a
 * superuser changes or deletes the role that is the superuser flag's equal, and its rights are fixed.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN forbidden} and {@code escalation}, {@code NOT_FOUND},
 *     {@code CONFLICT role_in_use} and {@code unique}, {@code INVALID} with pointers into the body,
 *     {@code PRECONDITION_FAILED}
 */
public interface ManagingRoles {
    /**
     * One page of roles.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code MALFORMED} with the violations of the request
     */
    Listing list(Actor actor, RoleListRequest request);

    Role get(Actor actor, long id);

    /**
     * Stores a new role.
     *
     * @param draft asked for when the actor may create roles at all
     */
    Role create(Actor actor, Supplier<Draft> draft, boolean dryRun);

    /**
     * Changes a role. What the draft has unchanged is not checked again, so a role that names a model that is gone can
     * still be edited.
     *
     * @param change from the role as it is to the role as it should be; runs inside the transaction
     * @param expected {@code If-Match}: one of these versions is current; empty: whatever it is now
     */
    Role change(Actor actor, long id, UnaryOperator<Draft> change, Optional<List<Version>> expected, boolean dryRun);

    /** Deletes a role that no user has. */
    void delete(Actor actor, long id, Optional<List<Version>> expected, boolean dryRun);

    /**
     * Replaces a user's direct grants. Needs {@code edit} on {@code admin_roles}.
     *
     * @param permissions model name or {@code *} to actions
     */
    void grantDirectly(Actor actor, UserId user, Map<String, Set<Action>> permissions);

    /**
     * Makes the roles of a new installation, SuperAdmin, Admin, Editor and Viewer, unless there is a role already, and
     * completes the list of permissions. For the start of the program; safe on several servers at once.
     */
    void seed(Actor.Operator operator);

    /**
     * A role as somebody wants it, in words that are not yet checked.
     *
     * @param name 1..80 characters, unique; blanks around it are dropped
     * @param description 1 000 characters at most
     * @param permissions model name or {@code *} to action words
     * @param fieldPermissions model name to field name to the words of the actions left on it: view, create, edit
     * @param rowPolicies model name to policy text
     */
    record Draft(
            String name,
            String description,
            Map<String, List<String>> permissions,
            Map<String, Map<String, List<String>>> fieldPermissions,
            Map<String, String> rowPolicies) {
        /** The draft that leaves a role as it is. */
        public static Draft of(Role role) {
            return new Draft(
                    role.name(),
                    role.description(),
                    role.rights().permissionWords(),
                    role.rights().fieldWords(),
                    role.rights().policies());
        }
    }

    /**
     * One page of roles.
     *
     * @param page its number, from 1
     * @param perPage roles on a page
     * @param total on all pages
     */
    record Listing(List<Role> roles, int page, int perPage, long total) {
        public Listing {
            roles = List.copyOf(roles);
        }
    }
}
