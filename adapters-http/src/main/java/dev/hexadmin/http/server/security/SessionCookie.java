package dev.hexadmin.http.server.security;

import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.RequestContext;
import java.util.Optional;

/** The cookie that holds a session's token; over TLS with the prefix that keeps it to this host (RFC 6265bis, 4.1.3). */
public final class SessionCookie {
    private static final String NAME = "admin_session";

    private SessionCookie() {}

    /** The token that came along. */
    public static Optional<String> read(RequestContext request) {
        return Cookies.read(request, NAME).filter(token -> !token.isEmpty());
    }

    /** The line that sets it: it lives as long as the browser, the session on the server ends before that. */
    public static String set(RequestContext request, String token) {
        return Cookies.line(request, NAME, token, "");
    }

    /** The line that removes it. */
    public static String clear(RequestContext request) {
        return Cookies.line(request, NAME, "", "; Max-Age=0");
    }

    /** Its name, over TLS or not. */
    public static String name(boolean secure) {
        return Cookies.name(secure, NAME);
    }
}
