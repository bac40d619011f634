package dev.hexadmin.domain.identity;

import java.time.Instant;
import java.util.Optional;

/**
 * An account.
 *
 * @param email unique
 * @param fullName may be empty
 * @param active whether the user may sign in
 * @param superuser passes every check
 * @param lastLogin the last completed sign-in
 */
public record User(
        UserId id,
        EmailAddress email,
        String fullName,
        boolean active,
        boolean superuser,
        Credentials credentials,
        Instant createdAt,
        Optional<Instant> lastLogin) {
    /**
     * How the user signs in.
     *
     * @param passwordHash with its parameters; never leaves the server
     * @param tokenVersion the version that a token must carry to be accepted; incremented to end every session
     * @param external the external identity, if the user comes from an identity source; such an account has no password
     */
    public record Credentials(String passwordHash, long tokenVersion, Optional<ExternalIdentity> external) {
        /** Stored instead of a hash: no password matches it. */
        public static final String NO_PASSWORD = "none";

        /** The text form, without the password hash. */
        @Override
        public String toString() {
            return "Credentials[***]";
        }
    }

    public String passwordHash() {
        return credentials.passwordHash();
    }

    public long tokenVersion() {
        return credentials.tokenVersion();
    }

    public Optional<ExternalIdentity> external() {
        return credentials.external();
    }

    /** The text form, without the password hash. */
    @Override
    public String toString() {
        return "User[" + id + ", " + email + (active ? "" : ", inactive") + (superuser ? ", superuser" : "") + "]";
    }
}
