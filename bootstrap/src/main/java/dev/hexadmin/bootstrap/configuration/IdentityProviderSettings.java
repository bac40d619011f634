package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.http.settings.OpenIdClient;

/**
 * A provider of OpenID Connect.
 *
 * @param provider what sign-in and accounts need
 * @param client what the calls of the provider need
 */
public record IdentityProviderSettings(IdentityProvider provider, OpenIdClient client) {}
