package dev.hexadmin.http.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A complete answer, ready to be sent in one write.
 *
 * @param status the HTTP status
 * @param headers in order; {@code Content-Length} and the headers of every answer are added by the sender
 * @param body empty for 204 and 304; not to be changed
 */
public record Answer(int status, List<Header> headers, byte[] body) {
    /** {@code application/json; charset=utf-8}. */
    public static final Header JSON = new Header("Content-Type", "application/json; charset=utf-8");

    private static final byte[] NOTHING = {};

    /** One header line. */
    public record Header(String name, String value) {}

    public Answer {
        headers = List.copyOf(headers);
    }

    /** An answer without a body. */
    public static Answer empty(int status) {
        return new Answer(status, List.of(), NOTHING);
    }

    /** A JSON answer. */
    public static Answer json(int status, byte[] body) {
        return new Answer(status, List.of(JSON), body);
    }

    /** The same answer with one more header. */
    public Answer with(String name, String value) {
        List<Header> more = new ArrayList<>(headers.size() + 1);
        more.addAll(headers);
        more.add(new Header(name, value));
        return new Answer(status, more, body);
    }

    /** The first header of this name, any case. */
    public Optional<String> header(String name) {
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(name)) {
                return Optional.of(header.value());
            }
        }
        return Optional.empty();
    }
}
