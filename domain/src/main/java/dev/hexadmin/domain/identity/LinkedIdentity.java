package dev.hexadmin.domain.identity;

/**
 * A user of a provider of OpenID Connect. Issuer and subject together identify the user permanently (OpenID Connect Core
 * 1.0, section 5.7); an e-mail address does not.
 *
 * @param issuer the provider's identifier, a URL
 * @param subject the identifier of the user within the issuer, at most 255 characters
 */
public record LinkedIdentity(String issuer, String subject) {}
