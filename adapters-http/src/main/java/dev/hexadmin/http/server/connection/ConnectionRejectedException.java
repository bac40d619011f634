package dev.hexadmin.http.server.connection;

import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;

/** A message that is refused before any route sees it; its connection is closed. */
final class ConnectionRejectedException extends RequestException {
    private static final long serialVersionUID = 1L;

    private final String code;

    ConnectionRejectedException(int status, String code, String detail) {
        this(Status.create(status), code, detail, DirectHandler.TransportRequest.empty());
    }

    private ConnectionRejectedException(
            Status status, String code, String detail, DirectHandler.TransportRequest request) {
        super(RequestException.builder()
                .request(request)
                .type(DirectHandler.EventType.BAD_REQUEST)
                .status(status)
                .setKeepAlive(false)
                .message(detail));
        this.code = code;
    }

    static ConnectionRejectedException framing(String detail) {
        return new ConnectionRejectedException(400, "dangerous_framing", detail);
    }

    static ConnectionRejectedException tooSlow() {
        return new ConnectionRejectedException(408, "request_timeout", "The request did not come in time.");
    }

    /** The same of a request whose headers were read. */
    ConnectionRejectedException of(DirectHandler.TransportRequest request) {
        return new ConnectionRejectedException(status(), code, detail(), request);
    }

    String code() {
        return code;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
