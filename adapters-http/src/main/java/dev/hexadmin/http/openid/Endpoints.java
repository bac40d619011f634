package dev.hexadmin.http.openid;

import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import dev.hexadmin.http.settings.OpenIdClient;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The metadata of a provider (OpenID Connect Discovery 1.0, section 3).
 *
 * @param endSession empty when the provider does not support RP-initiated sign-out
 * @param secretInBody whether the client's secret is sent in the body (RFC 6749, section 2.3.1) instead of a header
 */
record Endpoints(URI authorization, URI token, URI keys, Optional<URI> endSession, boolean secretInBody) {
    /** The address of the metadata. */
    static URI metadata(OpenIdClient client) {
        String issuer = client.issuer();
        return URI.create((issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer)
                + "/.well-known/openid-configuration");
    }

    /** @throws ProviderUnavailableException when the metadata is that of another issuer, or incomplete */
    static Endpoints of(OpenIdClient client, Map<String, Object> metadata) {
        if (!client.issuer().equals(metadata.get("issuer"))) {
            throw new ProviderUnavailableException("the metadata is of the issuer '" + metadata.get("issuer")
                    + "': 'issuer' in the settings must be exactly that");
        }
        boolean basic = !(metadata.get("token_endpoint_auth_methods_supported") instanceof List<?> methods)
                || methods.contains("client_secret_basic");
        return new Endpoints(
                required(client, metadata, "authorization_endpoint"),
                required(client, metadata, "token_endpoint"),
                required(client, metadata, "jwks_uri"),
                address(client, metadata, "end_session_endpoint"),
                !basic);
    }

    private static URI required(OpenIdClient client, Map<String, Object> metadata, String member) {
        return address(client, metadata, member)
                .orElseThrow(() -> new ProviderUnavailableException("the metadata has no '" + member + "'"));
    }

    private static Optional<URI> address(OpenIdClient client, Map<String, Object> metadata, String member) {
        if (!(metadata.get(member) instanceof String address)) {
            return Optional.empty();
        }
        if (!OpenIdClient.isAllowed(address, client.allowHttp())) {
            throw new ProviderUnavailableException("'" + member + "' of the metadata is not an address with https");
        }
        return Optional.of(URI.create(address));
    }
}
