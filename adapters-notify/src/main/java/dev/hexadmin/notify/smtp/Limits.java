package dev.hexadmin.notify.smtp;

import java.time.Duration;

/**
 * What a mail server gets.
 *
 * @param connect to open a connection
 * @param answer to answer a command, or to take what is written
 * @param whole for one message: waiting for a free connection, opening one and the whole exchange
 * @param connections at the same time
 * @param kept how long a connection stays open without work; zero: each message has its own
 * @param messages over one connection, since servers end one that has carried many
 */
record Limits(Duration connect, Duration answer, Duration whole, int connections, Duration kept, int messages) {
    static final Limits USUAL = new Limits(
            Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(30), 8, Duration.ofSeconds(30), 100);
}
