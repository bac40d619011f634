package dev.hexadmin.application.identity.internal;

/**
 * Checks and hashes new passwords.
 *
 * @param hashing runs so many at once
 * @param policy refuses weak ones
 */
public record PasswordHasher(HashingQueue hashing, PasswordPolicy policy) {}
