package dev.hexadmin.http.frontdoor;

import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;

/** A message that is refused before any route sees it; its connection is closed. */
final class Refusal extends RequestException {
    private static final long serialVersionUID = 1L;

    private final String code;

    Refusal(int status, String code, String detail) {
        super(RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .status(Status.create(status))
                .setKeepAlive(false)
                .message(detail));
        this.code = code;
    }

    static Refusal framing(String detail) {
        return new Refusal(400, "dangerous_framing", detail);
    }

    static Refusal tooSlow() {
        return new Refusal(408, "request_timeout", "The request did not come in time.");
    }

    String code() {
        return code;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
