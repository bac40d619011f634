package dev.hexadmin.domain.notifications;

import java.time.Duration;

/** The interval between two requests for the status of a message: it grows with the age of the message. */
public final class StatusPolling {
    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration MAX_INTERVAL = Duration.ofHours(1);

    private StatusPolling() {}

    /**
     * @param age time since the provider accepted the message
     */
    public static Duration after(Duration age) {
        Duration half = age.dividedBy(2);
        if (half.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return half.compareTo(MAX_INTERVAL) > 0 ? MAX_INTERVAL : half;
    }
}
