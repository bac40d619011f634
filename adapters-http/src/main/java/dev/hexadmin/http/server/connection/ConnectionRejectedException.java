package dev.hexadmin.http.server.connection;

import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;

/** A message that is refused before any route sees it; its connection is closed. */
final class ConnectionRejectedException extends RequestException {
    private static final long serialVersionUID = 1L;

    private final String code;

    ConnectionRejectedException(int status, String code, String detail) {
        super(RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .status(Status.create(status))
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

    String code() {
        return code;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
