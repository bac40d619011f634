package dev.hexadmin.domain.identity;

import java.time.Instant;
import java.util.Optional;

/**
 * An account.
 *
 * @param email unique
 * @param fullName may be empty
 * @param active whether it may be used
 * @param superuser passes every check
 * @param passwordHash with its parameters; never leaves the server
 * @param tokenVersion what tokens must say to be believed; raised to end every session
 * @param lastLogin the last completed sign-in
 * @param external where the user lives, if not here; such an account has no password
 */
public record User(
        UserId id,
        EmailAddress email,
        String fullName,
        boolean active,
        boolean superuser,
        String passwordHash,
        long tokenVersion,
        Instant createdAt,
        Optional<Instant> lastLogin,
        Optional<ExternalIdentity> external) {

    /** Without the hash. */
    @Override
    public String toString() {
        return "User[" + id + ", " + email + (active ? "" : ", inactive") + (superuser ? ", superuser" : "") + "]";
    }
}
