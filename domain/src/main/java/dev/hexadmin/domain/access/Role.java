package dev.hexadmin.domain.access;

import dev.hexadmin.domain.records.Version;
import java.time.Instant;
import java.util.List;

/**
 * A role as stored.
 *
 * @param superuser whether users with the role pass every check, as with the superuser flag
 * @param users how many users have it
 */
public record Role(
        long id, String name, String description, boolean superuser, RoleRights rights, long users, Instant createdAt) {

    /** A version tag that changes whenever a part of the role that clients see changes. */
    public Version version() {
        return Version.of(List.of(
                id,
                name,
                description,
                rights.permissions(),
                rights.fields(),
                List.copyOf(rights.policies().keySet()),
                users,
                createdAt,
                List.copyOf(rights.policies().values())));
    }
}
