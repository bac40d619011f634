package dev.hexadmin.domain.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One user, for a list.
 *
 * @param source where the user lives, if not here
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
