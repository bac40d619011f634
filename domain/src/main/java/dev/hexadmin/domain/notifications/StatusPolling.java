package dev.hexadmin.domain.notifications;

import java.time.Duration;

/** How long to wait before a provider is asked once more what became of a message: longer, the older it is. */
public final class StatusPolling {
    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofHours(1);

    private StatusPolling() {}

    /** @param age since the provider took the message */
    public static Duration after(Duration age) {
        Duration half = age.dividedBy(2);
        if (half.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return half.compareTo(LONGEST) > 0 ? LONGEST : half;
    }
}
