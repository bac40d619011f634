package dev.hexadmin.http.server.uri;

import io.helidon.http.HttpPrologue;
import java.util.Optional;

/**
 * The target of a request (RFC 9112, 3.2): a path, which most clients send, or the whole address, which they send to a
 * proxy. Both forms are served in the same way; the host of a whole address takes precedence over the header.
 *
 * @param path raw, without the query
 * @param host with the port, if the whole address was given
 */
public record RequestTarget(String path, Optional<String> host) {
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    /** Of a request. */
    public static RequestTarget of(HttpPrologue prologue) {
        return of(prologue.uriPath().rawPath());
    }

    static RequestTarget of(String target) {
        int authority = target.startsWith("/") ? 0 : afterScheme(target);
        if (authority == 0) {
            return new RequestTarget(target, Optional.empty());
        }
        int path = target.indexOf('/', authority);
        int end = path < 0 ? target.length() : path;
        String host = target.substring(authority, end);
        // without a host, or with a name and password before it, it is no address of this server
        return host.isEmpty() || host.indexOf('@') >= 0
                ? new RequestTarget(target, Optional.empty())
                : new RequestTarget(path < 0 ? "/" : target.substring(path), Optional.of(host));
    }

    private static int afterScheme(String target) {
        if (target.regionMatches(true, 0, HTTP, 0, HTTP.length())) {
            return HTTP.length();
        }
        return target.regionMatches(true, 0, HTTPS, 0, HTTPS.length()) ? HTTPS.length() : 0;
    }
}
