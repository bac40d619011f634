package dev.hexadmin.http.server.connection;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.DirectTransportRequest;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Checks the headers of every request before any other code. The length of a body must be given in exactly one way
 * (RFC 9112, 6.1 to 6.3); an ambiguous request is rejected and its connection closed.
 */
final class IncomingHeaders implements Http1ConnectionListener {
    private static final Header WEBSOCKET = HeaderValues.createCached(HeaderNames.UPGRADE, "websocket");
    private static final Header CONTINUE = HeaderValues.createCached(HeaderNames.EXPECT, "100-continue");
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(:[0-9]{1,5})?");
    private static final HeaderName NAMELESS = HeaderNames.create("");

    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
        if (context instanceof GuardedContext watched) {
            watched.watch().requestLineComplete(prologue);
        }
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        try {
            check(context, headers);
        } catch (ConnectionRejectedException rejected) {
            throw context instanceof GuardedContext watched
                    ? rejected.of(DirectTransportRequest.create(watched.watch().requestLine(), headers))
                    : rejected;
        }
    }

    private static void check(ConnectionContext context, Headers headers) {
        if (headers.contains(NAMELESS)) {
            throw ConnectionRejectedException.framing("A header line has no name.");
        }
        if (context instanceof GuardedContext watched && watched.watch().isHttp10()) {
            asHttp11(watched, writable(headers));
        }
        requireHost(headers.all(HeaderNames.HOST, List::of));
        if (headers.all(HeaderNames.AUTHORIZATION, List::of).size() > 1) {
            throw new ConnectionRejectedException(
                    400, "bad_request", "The header Authorization is given more than once.");
        }
        boolean hasBody = false;
        boolean encoded = headers.contains(HeaderNames.TRANSFER_ENCODING);
        if (headers.contains(HeaderNames.CONTENT_LENGTH)) {
            List<String> lengths = headers.all(HeaderNames.CONTENT_LENGTH, List::of);
            if (encoded) {
                throw ConnectionRejectedException.framing("Content-Length and Transfer-Encoding exclude each other.");
            }
            if (lengths.size() != 1 || !isLength(lengths.getFirst())) {
                throw ConnectionRejectedException.framing("Content-Length has to be one decimal number.");
            }
            hasBody = !lengths.getFirst().equals("0");
        }
        if (encoded) {
            List<String> codings = headers.all(HeaderNames.TRANSFER_ENCODING, List::of);
            if (codings.size() != 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
                throw ConnectionRejectedException.framing("The only transfer coding is chunked, given once.");
            }
            // the web server knows it in lower case only, and would take the body for the next request
            writable(headers).set(HeaderValues.TRANSFER_ENCODING_CHUNKED);
            hasBody = true;
        }
        if (headers.contains(HeaderNames.EXPECT)) {
            if (!headers.get(HeaderNames.EXPECT).get().equalsIgnoreCase("100-continue")) {
                throw new ConnectionRejectedException(
                        417, "expectation_failed", "The only expectation known is 100-continue.");
            }
            writable(headers).set(CONTINUE); // which the web server knows in lower case only
            if (hasBody && context instanceof GuardedContext watched) {
                watched.watch().expectsContinue();
            }
        }
        if (hasBody && headers.contains(HeaderNames.CONTENT_ENCODING)) {
            if (!headers.get(HeaderNames.CONTENT_ENCODING).get().equalsIgnoreCase("identity")) {
                throw new ConnectionRejectedException(
                        415, "unsupported_media_type", "Bodies are taken without a content coding only.");
            }
            writable(headers).remove(HeaderNames.CONTENT_ENCODING);
        }
        if (headers.contains(HeaderNames.UPGRADE)
                && headers.get(HeaderNames.UPGRADE).get().equalsIgnoreCase("websocket")) {
            writable(headers).set(WEBSOCKET); // which the web server knows in lower case only
        }
        if (context instanceof GuardedContext watched) {
            watched.watch().headersComplete(hasBody);
            if (headers.contains(HeaderNames.CONNECTION) && isClose(headers)) {
                writable(headers).set(HeaderValues.CONNECTION_CLOSE);
                watched.lastRequest();
            }
        }
    }

    /** What a request of HTTP/1.0 means in HTTP/1.1: one request for each connection, no name of the server needed, no upgrade. */
    private static void asHttp11(GuardedContext context, WritableHeaders<?> headers) {
        if (headers.contains(HeaderNames.TRANSFER_ENCODING)) {
            throw ConnectionRejectedException.framing("HTTP/1.0 knows no Transfer-Encoding.");
        }
        headers.setIfAbsent(HeaderValues.create(
                HeaderNames.HOST,
                context.localPeer().host() + ":" + context.localPeer().port()));
        headers.remove(HeaderNames.UPGRADE);
        headers.remove(HeaderNames.EXPECT);
        headers.set(HeaderValues.CONNECTION_CLOSE);
    }

    /** RFC 9110, 7.2. */
    private static void requireHost(List<String> hosts) {
        if (hosts.size() != 1) {
            throw new ConnectionRejectedException(
                    400,
                    "bad_request",
                    hosts.isEmpty() ? "The header Host is missing." : "The header Host is given more than once.");
        }
        if (!HOST.matcher(hosts.getFirst()).matches()) {
            throw new ConnectionRejectedException(
                    400, "bad_request", "The header Host is no name or address with an optional port.");
        }
    }

    private static boolean isClose(Headers headers) {
        for (String line : headers.all(HeaderNames.CONNECTION, List::of)) {
            if (line.equals("keep-alive")) {
                continue;
            }
            for (String option : line.split(",", -1)) {
                if (option.strip().equalsIgnoreCase("close")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isLength(String text) {
        if (text.isEmpty() || text.length() > 18) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static WritableHeaders<?> writable(Headers headers) {
        if (headers instanceof WritableHeaders<?> writable) {
            return writable;
        }
        throw new IllegalStateException("the web server gives headers that cannot be put right");
    }
}
