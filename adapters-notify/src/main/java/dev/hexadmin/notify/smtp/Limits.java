package dev.hexadmin.notify.smtp;

import java.time.Duration;

/**
 * Time and connection limits for a mail server.
 *
 * @param connect to open a connection
 * @param answer for the response to a command, and for each write
 * @param total for one message: waiting for a free connection, connecting and the whole exchange
 * @param connections maximum number of concurrent connections; as many e-mails are sent at once
 * @param idleTimeout how long an idle connection stays open; zero: each message has its own connection
 * @param messages maximum number of messages per connection, since servers close a connection after many
 */
record Limits(Duration connect, Duration answer, Duration total, int connections, Duration idleTimeout, int messages) {
    static final Limits USUAL = new Limits(
            Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(30), 8, Duration.ofSeconds(30), 100);
}
