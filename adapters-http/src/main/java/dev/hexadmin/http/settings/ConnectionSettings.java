package dev.hexadmin.http.settings;

import java.time.Duration;

/**
 * The timeouts and limits of connections.
 *
 * @param backlog connections that the system keeps until they are accepted
 */
public record ConnectionSettings(Timeouts timeouts, Limits limits, HeadSizes head, int backlog) {
    /**
     * The timeouts of a connection.
     *
     * @param headersWithin from a request's first byte (or the connection's start) to the end of its headers
     * @param bodyWithin from the first waiting for a body to its end; a second more for each 64 KiB that have come
     * @param minBytesPerSecond a body's speed on average, looked at after a sixth of {@code bodyWithin}
     * @param writeWithin how long the client may keep one write of the server waiting
     * @param idle how long an open connection may wait for the next request
     */
    public record Timeouts(
            Duration headersWithin, Duration bodyWithin, int minBytesPerSecond, Duration writeWithin, Duration idle) {
        public Timeouts {
            positive("headersWithin", headersWithin.toMillis());
            positive("bodyWithin", bodyWithin.toMillis());
            positive("minBytesPerSecond", minBytesPerSecond);
            positive("writeWithin", writeWithin.toMillis());
            positive("idle", idle.toMillis());
        }
    }

    /**
     * How many connections may be open.
     *
     * @param connections in all; WebSockets of users who are known are counted elsewhere
     * @param connectionsPerAddress of one address; trusted proxies are exempt
     */
    public record Limits(int connections, int connectionsPerAddress) {
        public Limits {
            positive("connections", connections);
            positive("connectionsPerAddress", connectionsPerAddress);
        }
    }

    /**
     * How large the head of a request may be.
     *
     * @param maxPrologueBytes the request line at most
     * @param maxHeaderBytes all header lines together at most
     */
    public record HeadSizes(int maxPrologueBytes, int maxHeaderBytes) {
        public HeadSizes {
            positive("maxPrologueBytes", maxPrologueBytes);
            positive("maxHeaderBytes", maxHeaderBytes);
        }
    }

    /** The default settings. */
    public static final ConnectionSettings DEFAULTS = new ConnectionSettings(
            new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    500,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(75)),
            new Limits(8_192, 1_024),
            new HeadSizes(8_192, 16_384),
            1_024);

    public ConnectionSettings {
        positive("backlog", backlog);
    }

    private static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + ", has to be more than nothing");
        }
    }
}
