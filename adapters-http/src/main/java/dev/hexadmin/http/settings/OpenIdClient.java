package dev.hexadmin.http.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Hexadmin as a client of a provider of OpenID Connect.
 *
 * @param name of the provider
 * @param issuer the provider's identifier, exactly as in its metadata
 * @param clientId of Hexadmin at the provider
 * @param clientSecret empty for a public client
 * @param scopes requested; contains {@code openid}
 * @param groupsClaim the claim of the ID token with the user's groups; dots lead into objects
 * @param clockSkew by how much the clocks of the provider and of this server may differ
 * @param allowHttp whether addresses without TLS are allowed on other hosts than this one
 */
public record OpenIdClient(
        String name,
        String issuer,
        String clientId,
        Optional<String> clientSecret,
        List<String> scopes,
        String groupsClaim,
        Duration clockSkew,
        boolean allowHttp) {
    public OpenIdClient {
        scopes = List.copyOf(scopes);
        if (!isAllowed(issuer, allowHttp) || issuer.contains("?")) {
            throw new IllegalArgumentException("the address must begin with https://, without query and fragment");
        }
    }

    /** Whether a request may be sent to an address: TLS, a loopback address, or the setting. */
    public static boolean isAllowed(String address, boolean allowHttp) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            return false;
        }
        if (uri.getHost() == null || uri.getRawFragment() != null || uri.getRawUserInfo() != null) {
            return false;
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        return scheme.equals("https") || (scheme.equals("http") && (allowHttp || isLoopback(uri.getHost())));
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.[0-9]{1,3}){3}");
    }

    @Override
    public String toString() {
        return "OpenIdClient[" + name + ", " + issuer + "]";
    }
}
