package dev.hexadmin.http.panel.session;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.texts.Localized;
import java.time.Duration;
import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * The cookie {@code admin_device}: 256 random bits by which a browser is recognized when its user signs in again. It gives
 * no access.
 */
final class DeviceCookie {
    private static final String NAME = "admin_device";
    private static final int BYTES = 32;
    /** The longest time for which browsers keep a cookie. */
    private static final Duration KEPT = Duration.ofDays(400);

    private DeviceCookie() {}

    /** The browser of a request; with a new secret if it has none. */
    static Actor.Client client(RequestContext request, RandomGenerator random) {
        String secret = Cookies.read(request, NAME)
                .filter(value -> value.matches("[A-Za-z0-9_-]{43}"))
                .orElseGet(() -> {
                    byte[] bytes = new byte[BYTES];
                    random.nextBytes(bytes);
                    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
                });
        return new Actor.Client(
                request.header("User-Agent").orElse(""),
                secret,
                Localized.current().language());
    }

    /** The {@code Set-Cookie} line, which also extends the cookie. */
    static String line(RequestContext request, Actor.Client client) {
        return Cookies.line(request, NAME, client.device(), "; Max-Age=" + KEPT.toSeconds());
    }
}
