package dev.hexadmin.http.server.uri;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * Own code, because Helidon's discovery knows no networks, takes one proxy only, and any scheme.
 *
 * <p>The address that a client called: behind trusted proxies, the one that they forward.
 *
 * @param scheme {@code http} or {@code https}
 * @param host with a port, unless it is the usual one; {@code ""} when the client did not say
 */
public record EffectiveUri(String scheme, String host) {
    /**
     * Of a request.
     *
     * @param target goes before the header {@code Host}
     * @param viaTrustedProxy whether the nearest peer is a trusted proxy
     * @param secure whether the connection is over TLS
     */
    public static EffectiveUri of(RequestTarget target, Headers headers, boolean viaTrustedProxy, boolean secure) {
        String scheme = forwarded(headers, "X-Forwarded-Proto", viaTrustedProxy)
                .map(proto -> proto.toLowerCase(Locale.ROOT))
                .filter(proto -> proto.equals("https") || proto.equals("http"))
                .orElse(secure ? "https" : "http");
        String host = forwarded(headers, "X-Forwarded-Host", viaTrustedProxy)
                .or(target::host)
                .or(() -> headers.first(HeaderNames.HOST))
                .orElse("");
        return new EffectiveUri(scheme, host);
    }

    /** The value of the outermost proxy, when the nearest one is trusted. */
    private static Optional<String> forwarded(Headers headers, String name, boolean viaTrustedProxy) {
        return viaTrustedProxy
                ? headers.first(HeaderNames.create(name))
                        .map(values -> values.split(",", 2)[0].strip())
                        .filter(value -> !value.isEmpty())
                : Optional.empty();
    }

    /** Whether the client came over TLS. */
    public boolean secure() {
        return scheme.equals("https");
    }

    /**
     * Whether an {@code Origin} (RFC 6454, 7) is this server's. Only host and port are compared: a proxy that ends TLS and
     * is not among the trusted ones hides the scheme.
     */
    public boolean isOrigin(String origin) {
        try {
            URI uri = new URI(origin);
            String authority = uri.getRawAuthority();
            return authority != null
                    && uri.getScheme() != null
                    && !host.isEmpty()
                    && withPort(authority, uri.getScheme()).equals(withPort(host, uri.getScheme()));
        } catch (URISyntaxException e) {
            return false; // such as the origin of a page without one, which is called null
        }
    }

    private static String withPort(String authority, String scheme) {
        String lower = authority.toLowerCase(Locale.ROOT);
        boolean port = lower.lastIndexOf(':') > lower.lastIndexOf(']'); // the colons of an IPv6 address are in brackets
        return port ? lower : lower + (scheme.equalsIgnoreCase("https") ? ":443" : ":80");
    }
}
