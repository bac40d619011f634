package dev.hexadmin.application.identity.internal;

/**
 * Validates and hashes new passwords.
 *
 * @param hashing limits concurrent hashes
 * @param policy rejects weak passwords
 */
public record PasswordHasher(HashingQueue hashing, PasswordPolicy policy) {}
