package dev.hexadmin.application.access;

import dev.hexadmin.domain.identity.UserId;

/** Reports the sources of a user's rights. Thread-safe; reads the database on each call. */
@FunctionalInterface
public interface RightsSources {
    /** The rights of a user as if the account were active; empty for an unknown user. */
    RightsOverview of(UserId user);
}
