package dev.hexadmin.application.access.port;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stored roles and direct grants. Thread-safe. Writes are only legal inside a unit of work. */
public interface Roles {
    /** The columns by which lists are searched and ordered, for all roles, in no particular order. */
    List<Heading> headings();

    /** The roles with these ids that exist, in no particular order. */
    List<Role> find(Collection<Long> ids);

    /** One role, locked until the end of the running unit of work: others cannot change it or assign it to a user. */
    Optional<Role> lock(long id);

    /**
     * Creates a role.
     *
     * @return its id; empty when the name is already used
     */
    Optional<Long> insert(String name, String description, boolean superuser, RoleRights rights, Instant createdAt);

    /**
     * Replaces a locked role.
     *
     * @return false when the name is already used, after which the unit of work must be rolled back
     */
    boolean update(long id, String name, String description, RoleRights rights);

    /** Deletes a locked role that no user has. */
    void delete(long id);

    /** Adds missing permissions to {@code admin_permissions}. */
    void list(Map<String, Set<Action>> permissions);

    /** The roles that a user has, by name. */
    List<Role> of(UserId user);

    /** A user's direct grants: model name to actions. */
    Map<String, Set<Action>> directly(UserId user);

    /** Replaces a user's direct grants. */
    void replaceDirectly(UserId user, Map<String, Set<Action>> permissions);

    /** Whether the user, active or not, is a superuser by flag or by role; empty when the user does not exist. */
    Optional<Boolean> superuser(UserId user);

    /**
     * A role without its rights.
     *
     * @param name unique
     */
    record Heading(long id, String name, String description, Instant createdAt) {}
}
