package dev.hexadmin.http.server.response;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer: complete and ready to be sent in one write, or one whose body is made while it is sent.
 *
 * @param status the HTTP status
 * @param headers in order; {@code Content-Length} and the headers of every answer are added by the sender
 * @param body empty for 204 and 304; not to be changed
 * @param streamed makes the body instead
 */
public record Response(
        int status,
        List<Header> headers,
        byte[] body,
        @Nullable Streamed streamed) {
    /** {@code application/json; charset=utf-8}. */
    public static final Header JSON = new Header("Content-Type", "application/json; charset=utf-8");

    private static final byte[] NOTHING = {};

    /** One header line. */
    public record Header(String name, String value) {}

    /** Makes a body piece by piece. */
    @FunctionalInterface
    public interface Streamed {
        /**
         * Writes all of it. Called exactly once for an answer that is sent, though not for {@code HEAD}, on the
         * connection's own thread, which may wait.
         *
         * @param out each {@code flush} reaches the client
         * @throws IOException or any other exception, which ends the connection: the client has disconnected, or must not
         *     treat the received part as complete
         */
        void writeTo(OutputStream out) throws IOException;
    }

    public Response {
        headers = List.copyOf(headers);
    }

    public Response(int status, List<Header> headers, byte[] body) {
        this(status, headers, body, null);
    }

    /** An answer of unknown length. */
    public static Response streamed(int status, List<Header> headers, Streamed body) {
        return new Response(status, headers, NOTHING, body);
    }

    /** An answer without a body. */
    public static Response empty(int status) {
        return new Response(status, List.of(), NOTHING);
    }

    /** A JSON answer. */
    public static Response json(int status, byte[] body) {
        return new Response(status, List.of(JSON), body);
    }

    /** The same answer with one more header. */
    public Response with(String name, String value) {
        List<Header> more = new ArrayList<>(headers.size() + 1);
        more.addAll(headers);
        more.add(new Header(name, value));
        return new Response(status, more, body, streamed);
    }

    /** The same answer with this header in the place of those of the same name. */
    public Response replacing(String name, String value) {
        List<Header> others = headers.stream()
                .filter(header -> !header.name().equalsIgnoreCase(name))
                .toList();
        return new Response(status, others, body, streamed).with(name, value);
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
