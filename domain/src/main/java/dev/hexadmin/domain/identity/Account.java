package dev.hexadmin.domain.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A user as shown in a list.
 *
 * @param source the identity source that owns the user; empty for a local user
 */
public record Account(
        UserId id,
        EmailAddress email,
        String fullName,
        boolean active,
        boolean superuser,
        List<String> roles,
        Optional<Instant> lastLogin,
        Optional<String> source) {}
