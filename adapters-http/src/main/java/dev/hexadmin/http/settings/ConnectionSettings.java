package dev.hexadmin.http.settings;

import java.time.Duration;

/**
 * How much patience and room a connection gets.
 *
 * @param headersWithin from a request's first byte (or the connection's start) to the end of its headers
 * @param bodyWithin from the first waiting for a body to its end; a second more for each 64 KiB that have come
 * @param minBytesPerSecond a body's speed on average, looked at after a sixth of {@code bodyWithin}
 * @param writeWithin how long the client may keep one write of the server waiting
 * @param idle how long a kept connection may wait for the next request
 * @param maxConnections open connections in all; WebSockets of users who are known are counted elsewhere
 * @param maxConnectionsPerAddress open connections of one address; trusted proxies are exempt
 * @param maxPrologueBytes the request line at most
 * @param maxHeaderBytes all header lines together at most
 * @param backlog connections that the system keeps until they are accepted
 */
public record ConnectionSettings(
        Duration headersWithin,
        Duration bodyWithin,
        int minBytesPerSecond,
        Duration writeWithin,
        Duration idle,
        int maxConnections,
        int maxConnectionsPerAddress,
        int maxPrologueBytes,
        int maxHeaderBytes,
        int backlog) {
    /** What a server has unless told otherwise. */
    public static final ConnectionSettings DEFAULTS = new ConnectionSettings(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            500,
            Duration.ofSeconds(60),
            Duration.ofSeconds(75),
            8_192,
            1_024,
            8_192,
            16_384,
            1_024);

    public ConnectionSettings {
        positive("headersWithin", headersWithin.toMillis());
        positive("bodyWithin", bodyWithin.toMillis());
        positive("writeWithin", writeWithin.toMillis());
        positive("idle", idle.toMillis());
        positive("minBytesPerSecond", minBytesPerSecond);
        positive("maxConnections", maxConnections);
        positive("maxConnectionsPerAddress", maxConnectionsPerAddress);
        positive("maxPrologueBytes", maxPrologueBytes);
        positive("maxHeaderBytes", maxHeaderBytes);
        positive("backlog", backlog);
    }

    private static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + ", has to be more than nothing");
        }
    }
}
