package dev.hexadmin.application.access;

import dev.hexadmin.domain.identity.UserId;

/** Tells where a user's rights come from. Thread-safe; read anew each time. */
@FunctionalInterface
public interface RightsSources {
    /** The rights of a user as if they were active; of nobody, nothing. */
    RightsOverview of(UserId user);
}
