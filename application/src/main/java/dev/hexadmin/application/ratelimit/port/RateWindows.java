package dev.hexadmin.application.ratelimit.port;

import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;

/** Sliding windows, exact under concurrency. Thread-safe. */
public interface RateWindows {
    /** Counts a request of {@code key} atomically, unless the limit is reached. */
    Decision acquire(Limit limit, String key);

    /** Takes a request off the count. No effect when it is no longer in the window. */
    void giveBack(Limit limit, String key, Decision.Allowed attempt);
}
