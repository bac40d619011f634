package dev.hexadmin.notify.twilio;

import java.time.Duration;

/**
 * What a gateway gets.
 *
 * @param connect to open a connection
 * @param whole for one request and its whole answer
 * @param bytes of an answer
 */
record Limits(Duration connect, Duration whole, int bytes) {
    static final Limits USUAL = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(15), 1 << 16);
}
