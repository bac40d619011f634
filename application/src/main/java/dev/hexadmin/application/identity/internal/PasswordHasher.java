package dev.hexadmin.application.identity.internal;

/**
 * Validates and hashes new passwords.
 *
 * @param hashing limits concurrent hashes
 * @param policy rejects weak passwords
 */
public record PasswordHasher(HashingQueue hashing, PasswordPolicy policy) {
    /** The hash of a new password; throws {@code INVALID} at {@code /password} when it is not acceptable. */
    String hash(String password, String email, String fullName) {
        policy.require(password, email, fullName);
        return hashing.hash(password);
    }
}
