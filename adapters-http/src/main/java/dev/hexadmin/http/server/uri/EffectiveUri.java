package dev.hexadmin.http.server.uri;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
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
     * @param proxies the number of trusted proxies on the way
     * @param secure whether the connection is over TLS
     */
    public static EffectiveUri of(RequestTarget target, Headers headers, int proxies, boolean secure) {
        String scheme = forwarded(headers, "X-Forwarded-Proto", proxies)
                .map(proto -> proto.toLowerCase(Locale.ROOT))
                .filter(proto -> proto.equals("https") || proto.equals("http"))
                .orElse(secure ? "https" : "http");
        String host = forwarded(headers, "X-Forwarded-Host", proxies)
                .or(target::host)
                .or(() -> headers.first(HeaderNames.HOST))
                .orElse("");
        return new EffectiveUri(scheme, host);
    }

    /**
     * What the outermost trusted proxy was called as. Each proxy sets the value or adds one at the end; what is before those of
     * the trusted ones is the client's own.
     */
    private static Optional<String> forwarded(Headers headers, String name, int proxies) {
        HeaderName header = HeaderNames.create(name);
        if (proxies == 0 || !headers.contains(header)) {
            return Optional.empty();
        }
        String[] values = String.join(",", headers.all(header, List::of)).split(",", -1);
        return Optional.of(values[Math.max(0, values.length - proxies)].strip()).filter(value -> !value.isEmpty());
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
