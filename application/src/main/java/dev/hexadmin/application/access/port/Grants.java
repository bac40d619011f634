package dev.hexadmin.application.access.port;

import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;

/** What users have been granted, as stored. Thread-safe. */
public interface Grants {
    /** The user's rights from all roles and direct grants; {@link Rights#NONE} for an unknown or inactive user. */
    Rights of(UserId user);
}
