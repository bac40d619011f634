package dev.hexadmin.http.server.routing;

import dev.hexadmin.http.server.request.RequestIds;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;

/** The headers that every answer has, unless the answer itself sets them. */
public final class CommonHeaders {
    private static final Header NOSNIFF = HeaderValues.createCached("X-Content-Type-Options", "nosniff");
    private static final Header REFERRER = HeaderValues.createCached("Referrer-Policy", "same-origin");
    private static final Header NO_FRAMES = HeaderValues.createCached("X-Frame-Options", "DENY");
    private static final Header NO_CONTENT =
            HeaderValues.createCached("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    private static final Header NO_STORE = HeaderValues.createCached("Cache-Control", "private, no-store");

    private CommonHeaders() {}

    /** Sets them; what comes later replaces them. */
    public static void set(ServerResponseHeaders headers, String requestId) {
        headers.set(HeaderValues.create(RequestIds.HEADER, requestId));
        headers.set(NOSNIFF);
        headers.set(REFERRER);
        headers.set(NO_FRAMES);
        headers.set(NO_CONTENT);
        headers.set(NO_STORE);
    }
}
