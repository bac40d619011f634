package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An actor manages roles and direct grants. Thread-safe. Needs the matching action on {@code admin_roles}; each change
 * is one transaction with its audit row, and evicts the cached rights of all users.
 *
 * <p>Actors cannot grant rights that they do not have: rights that a change adds are checked, rights that it removes
 * are not. Only a superuser may change or delete the role that is equivalent to the superuser flag, and its rights are
 * fixed.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN forbidden} and {@code escalation}, {@code
 *     NOT_FOUND}, {@code CONFLICT role_in_use} and {@code unique}, {@code INVALID} with pointers into the body, {@code
 *     PRECONDITION_FAILED}
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
     * Creates a role.
     *
     * @param draft called only when the actor may create roles
     */
    Role create(Actor actor, Supplier<Draft> draft, boolean dryRun);

    /**
     * Changes a role. Unchanged parts are not checked again, so a role that names a removed model can still be edited.
     *
     * @param change maps the current role to the new one; runs inside the transaction
     * @param expected {@code If-Match}: one of these versions must be current; empty: no condition
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
     * The descriptions of the roles of a new installation. They are stored in English; pages show them in the language of the
     * user until a user changes them.
     */
    Map<String, Message> SEEDED_DESCRIPTIONS = Map.of(
            "SuperAdmin", Message.of("Everything, like the superuser flag."),
            "Admin", Message.of("Everything but users and roles."),
            "Editor", Message.of("Views, creates and edits everything that is not built in."),
            "Viewer", Message.of("Views everything that is not built in."));

    /**
     * Creates the roles of a new installation, SuperAdmin, Admin, Editor and Viewer, unless a role exists, and
     * completes the list of permissions. For the start of the program; safe when several servers start at once.
     */
    void seed(Actor.Operator operator);

    /**
     * The requested state of a role, not validated yet.
     *
     * @param name 1..80 characters, unique; blanks around it are dropped
     * @param description at most 1 000 characters
     * @param permissions model name or {@code *} to action words
     * @param fieldPermissions model name to field name to the words of the actions that remain allowed: view, create,
     *     edit
     * @param rowPolicies model name to policy text
     */
    record Draft(
            String name,
            String description,
            Map<String, List<String>> permissions,
            Map<String, Map<String, List<String>>> fieldPermissions,
            Map<String, String> rowPolicies) {
        /** A draft that leaves a role unchanged. */
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
