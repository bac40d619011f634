package dev.hexadmin.domain.identity;

/**
 * The identity of an account in an external identity source, as in OpenID Connect Core 1.0, section 2.
 *
 * @param source the name of the identity source
 * @param subject the permanent identifier of the user within the source
 */
public record ExternalIdentity(String source, String subject) {}
