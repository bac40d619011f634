package dev.hexadmin.http.routing;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.List;
import java.util.Optional;

/** What came along as cookies (RFC 6265, 5.4). */
public final class Cookies {
    private Cookies() {}

    /** The value of the first one of this name. */
    public static Optional<String> value(Headers headers, String name) {
        if (!headers.contains(HeaderNames.COOKIE)) {
            return Optional.empty();
        }
        for (String line : headers.all(HeaderNames.COOKIE, List::of)) {
            for (String pair : line.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                    // some clients still quote (RFC 2965)
                    String value = pair.substring(equals + 1).strip();
                    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
                    return Optional.of(quoted ? value.substring(1, value.length() - 1) : value);
                }
            }
        }
        return Optional.empty();
    }
}
