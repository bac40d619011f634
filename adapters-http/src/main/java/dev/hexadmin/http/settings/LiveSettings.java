package dev.hexadmin.http.settings;

import dev.hexadmin.http.settings.HttpSettings.FollowerLimits;
import java.time.Duration;

/**
 * The timeouts and limits of subscribers.
 *
 * @param signInWithin how long a socket may be open without credentials
 * @param closeWithin how long a client may take to answer the end
 * @param checkEvery how often subscribers are checked for authorization; less often with very many of them
 * @param mostWaiting events that may wait for one subscriber; replayed events do not count
 * @param mostMessageBytes a message of the client at most
 * @param limits how many there may be
 */
public record LiveSettings(
        Heartbeat heartbeat,
        Duration signInWithin,
        Duration closeWithin,
        Duration checkEvery,
        int mostWaiting,
        int mostMessageBytes,
        FollowerLimits limits) {
    /**
     * How lost connections are detected.
     *
     * @param pingEvery between two pings of a socket
     * @param mostMissed pings that may remain without any bytes from the client
     * @param keepAliveEvery between two comments in a quiet event stream
     */
    public record Heartbeat(Duration pingEvery, int mostMissed, Duration keepAliveEvery) {
        public Heartbeat {
            positive("pingEvery", pingEvery.toMillis());
            positive("mostMissed", mostMissed);
            positive("keepAliveEvery", keepAliveEvery.toMillis());
        }
    }

    /** The default settings. */
    public static final LiveSettings DEFAULTS = new LiveSettings(
            new Heartbeat(Duration.ofSeconds(30), 2, Duration.ofSeconds(12)),
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            256,
            4_096,
            FollowerLimits.DEFAULTS);

    public LiveSettings {
        positive("signInWithin", signInWithin.toMillis());
        positive("closeWithin", closeWithin.toMillis());
        positive("checkEvery", checkEvery.toMillis());
        positive("mostWaiting", mostWaiting);
        positive("mostMessageBytes", mostMessageBytes);
    }

    /** The same with other limits. */
    public LiveSettings with(FollowerLimits limits) {
        return new LiveSettings(
                heartbeat, signInWithin, closeWithin, checkEvery, mostWaiting, mostMessageBytes, limits);
    }

    private static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + ", has to be more than nothing");
        }
    }
}
