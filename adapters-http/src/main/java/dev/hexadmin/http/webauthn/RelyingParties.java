package dev.hexadmin.http.webauthn;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.request.RequestContext;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * At which site passkeys are valid: the configured one, else {@code localhost} for requests that reach it there. The header
 * {@code Host} of other requests decides nothing. Thread-safe.
 */
public final class RelyingParties {
    private static final String LOCAL = "localhost";
    private static final String HOST_NAME = "(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?";
    private static final String APP = "android:apk-key-hash:";

    private final Optional<RelyingParty> configured;

    private RelyingParties(Optional<RelyingParty> configured) {
        this.configured = configured;
    }

    /**
     * The site of the settings.
     *
     * @param publicUrl at which users reach the panel
     * @param id the host name or a domain above it, if it is not that of {@code publicUrl}
     * @param more origins of other front ends
     * @throws IllegalArgumentException with what is wrong with {@code id} or {@code more}
     */
    public static RelyingParties of(Optional<URI> publicUrl, Optional<String> id, List<String> more) {
        Optional<String> own = publicUrl.map(RelyingParties::origin).filter(RelyingParties::isSecure);
        if (own.isEmpty() && id.isEmpty() && more.isEmpty()) {
            return new RelyingParties(Optional.empty());
        }
        String party = id.or(() -> own.map(RelyingParties::host))
                .orElseThrow(() -> new IllegalArgumentException(
                        "passkeys.rp_id is needed, unless public_url is an https address with a host name"));
        if (!party.matches(HOST_NAME)) {
            throw new IllegalArgumentException("passkeys.rp_id must be a host name such as example.com");
        }
        Set<String> origins = new LinkedHashSet<>();
        own.ifPresent(origins::add);
        origins.addAll(more);
        if (origins.isEmpty()) {
            throw new IllegalArgumentException(
                    "passkeys.origins is needed, unless public_url is an https address with a host name");
        }
        for (String origin : origins) {
            if (!origin.startsWith(APP) && (!isOrigin(origin) || !isSecure(origin))) {
                throw new IllegalArgumentException("'" + origin + "' is no origin such as https://app.example.com;"
                        + " http is possible with localhost only");
            }
            if (!origin.startsWith(APP) && !isBelow(host(origin), party)) {
                throw new IllegalArgumentException("'" + origin + "' is not at " + party
                        + " or below it: browsers do not offer the passkeys there; see passkeys.rp_id");
            }
        }
        return new RelyingParties(Optional.of(new RelyingParty(party, origins)));
    }

    /** The site for a request; empty when passkeys cannot be used there. */
    public Optional<RelyingParty> of(RequestContext request) {
        return configured.or(() -> local(request));
    }

    /**
     * The same.
     *
     * @throws RequestRejectedException {@code CONFLICT passkeys_unavailable}
     */
    public RelyingParty require(RequestContext request) {
        return of(request)
                .orElseThrow(() -> RequestRejectedException.conflict(
                        "passkeys_unavailable",
                        Message.of(
                                "Passkeys cannot be used here. They need the setting public_url with an https address and a host name."),
                        List.of()));
    }

    private static Optional<RelyingParty> local(RequestContext request) {
        try {
            String origin = origin(new URI(request.url()));
            return isOrigin(origin) && isBelow(host(origin), LOCAL)
                    ? Optional.of(new RelyingParty(host(origin), Set.of(origin)))
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The origin of an address (RFC 6454), without the usual port. */
    private static String origin(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        boolean usual = address.getPort() < 0 || address.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + String.valueOf(address.getHost()).toLowerCase(Locale.ROOT)
                + (usual ? "" : ":" + address.getPort());
    }

    private static boolean isOrigin(String text) {
        return text.matches("https?://" + HOST_NAME + "(?::[0-9]{1,5})?");
    }

    /** Whether browsers offer passkeys to pages of this origin. */
    private static boolean isSecure(String origin) {
        return isOrigin(origin) && (origin.startsWith("https:") || isBelow(host(origin), LOCAL));
    }

    private static String host(String origin) {
        return URI.create(origin).getHost();
    }

    private static boolean isBelow(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain);
    }
}
