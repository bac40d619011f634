package dev.hexadmin.http.admin.session;

import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.routing.Exchange;
import java.util.Optional;

/** The cookie that holds a session's token; over TLS with the prefix that keeps it to this host (RFC 6265bis, 4.1.3). */
public final class SessionCookie {
    private static final String NAME = "admin_session";

    private SessionCookie() {}

    /** The token that came along. */
    public static Optional<String> read(Exchange exchange) {
        return Panel.readCookie(exchange, NAME).filter(token -> !token.isEmpty());
    }

    /** The line that sets it: it lives as long as the browser, the session on the server ends before that. */
    static String set(Exchange exchange, String token) {
        return Panel.cookie(exchange, NAME, token, "");
    }

    /** The line that removes it. */
    static String clear(Exchange exchange) {
        return Panel.cookie(exchange, NAME, "", "; Max-Age=0");
    }

    /** Its name, over TLS or not. */
    public static String name(boolean secure) {
        return Panel.cookieName(secure, NAME);
    }
}
