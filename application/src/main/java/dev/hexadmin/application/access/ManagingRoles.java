package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An actor manages roles and direct grants. Thread-safe. Needs the matching action on {@code admin_roles}; nobody grants
 * what they do not hold themselves.
 *
 * @see dev.hexadmin.application.Refused {@code FORBIDDEN escalation}, {@code CONFLICT role_in_use},
 *     {@code CONFLICT unique}, {@code INVALID} with pointers into the body
 */
public interface ManagingRoles {
    /** All roles that match {@code q} in name or description (empty: all), by name. */
    Listing list(Actor actor, String q, int page, int perPage);

    Role get(Actor actor, long id);

    Role create(Actor actor, Draft draft, boolean dryRun);

    /** Replaces the role, or with {@code Draft} made from the current one, changes a part of it. */
    Role replace(Actor actor, long id, Draft draft, boolean dryRun);

    void delete(Actor actor, long id, boolean dryRun);

    /** Replaces a user's direct grants: model name to actions. */
    void grantDirectly(Actor actor, UserId user, Map<String, Set<Action>> permissions);

    /**
     * A role as stored.
     *
     * @param grants by model name or {@code *}
     * @param users how many have it
     */
    record Role(long id, String name, String description, List<Grant> grants, long users, Instant createdAt) {}

    /**
     * A role as a client wants it.
     *
     * @param name 1..80 characters, unique
     * @param fieldPermissions model to field to the actions left on it
     * @param rowPolicies model to policy text
     */
    record Draft(
            String name,
            String description,
            Map<String, Set<Action>> permissions,
            Map<String, Map<String, Set<Action>>> fieldPermissions,
            Map<String, String> rowPolicies) {}

    /** One page of roles. */
    record Listing(List<Role> roles, long total) {}
}
