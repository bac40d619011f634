package dev.hexadmin.notify.twilio;

import java.time.Duration;

/**
 * Time and size limits for a gateway.
 *
 * @param connect to open a connection
 * @param total for one request and its whole response
 * @param bytes maximum size of a response
 */
record Limits(Duration connect, Duration total, int bytes) {
    static final Limits USUAL = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(15), 1 << 16);
}
