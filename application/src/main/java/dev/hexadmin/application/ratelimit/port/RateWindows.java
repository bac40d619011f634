package dev.hexadmin.application.ratelimit.port;

import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;

/** Sliding windows, exact under concurrency. Thread-safe. */
public interface RateWindows {
    /** Counts a try of {@code key}, unless the limit is reached: one atomic step. */
    Decision acquire(Limit limit, String key);

    /** Takes back a try that does not count after all. Nothing happens when it is no longer in the window. */
    void giveBack(Limit limit, String key, Decision.Allowed attempt);
}
