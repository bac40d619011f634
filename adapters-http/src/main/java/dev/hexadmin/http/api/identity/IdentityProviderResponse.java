package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** A provider of OpenID Connect, with what a client needs to obtain an authorization code there. */
public record IdentityProviderResponse(
        String name,
        String label,

        @Schema(format = "uri", description = "The metadata is below it, at `/.well-known/openid-configuration`.")
        String issuer,

        String clientId,
        List<String> scopes) {}
