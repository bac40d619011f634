package dev.hexadmin.bootstrap.logging;

import dev.hexadmin.application.RequestId;
import java.util.Optional;

/** The request that a log line belongs to. */
final class RequestIds {
    private RequestIds() {}

    static Optional<String> current() {
        return RequestId.CURRENT.isBound() ? Optional.of(RequestId.CURRENT.get()) : Optional.empty();
    }
}
