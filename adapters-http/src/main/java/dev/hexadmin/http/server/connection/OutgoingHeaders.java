package dev.hexadmin.http.server.connection;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.function.BooleanSupplier;

/**
 * Corrects the headers of the web server's answers: no length where no body is allowed or its length is not known (RFC 9110,
 * 8.6), no chunks for a client of HTTP/1.0, and a connection that is announced as closed is closed. So is one whose client
 * waits for {@code 100 Continue} (10.1.1): the body that it may send in spite of the answer would be taken for a request.
 */
record OutgoingHeaders(BooleanSupplier draining) implements Http1ConnectionListener {
    @Override
    public void status(ConnectionContext context, Status status) {
        if (context instanceof GuardedContext watched) {
            watched.status(status.code());
        }
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        if (context instanceof GuardedContext watched && headers instanceof WritableHeaders<?> writable) {
            if (draining.getAsBoolean()
                    || watched.watch().isHttp10()
                    || watched.watch().awaitsContinue()) {
                writable.set(HeaderValues.CONNECTION_CLOSE);
            }
            if (watched.watch().isHttp10() && headers.contains(HeaderNames.TRANSFER_ENCODING)) {
                writable.remove(HeaderNames.TRANSFER_ENCODING);
                watched.withoutChunks();
            }
            if (watched.status() == 204 || watched.status() == 304 || isOfUnknownLength(watched, headers)) {
                writable.remove(HeaderNames.CONTENT_LENGTH);
            }
            watched.watch().answered();
            if (headers.contains(HeaderValues.CONNECTION_CLOSE)) {
                watched.lastRequest();
            }
        }
    }

    /** The web server gives the length 0 to a response to HEAD of which it was told none. */
    private static boolean isOfUnknownLength(GuardedContext context, Headers headers) {
        return context.watch().isHead() && headers.contains(HeaderValues.CONTENT_LENGTH_ZERO);
    }
}
