package dev.hexadmin.domain.identity;

/**
 * Whom an account stands for whose user lives elsewhere, told as in OpenID Connect Core 1.0, section 2.
 *
 * @param source the name of the identity source
 * @param subject tells the user from all others there, for good
 */
public record ExternalIdentity(String source, String subject) {}
