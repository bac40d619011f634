package dev.hexadmin.application.ratelimit;

import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;

/** A rate limit that every installation has unless its operator has switched it off. */
public enum RateLimitRule {
    /** All failed sign-ins of one address, in addition to the limits for each kind of sign-in. */
    SIGN_IN_OF_ADDRESS("sign-in-of-address", 100, Duration.ofMinutes(15)),

    /** Failed sign-ins of one address and e-mail address, both token paths together. */
    SIGN_IN("sign-in", 10, Duration.ofMinutes(15)),

    /** Failed second steps of sign-ins over the API of one address. */
    SECOND_FACTOR("second-factor", 10, Duration.ofMinutes(15)),

    /** Failed sign-ins to the panel of one address, including second steps. */
    PANEL_SIGN_IN("panel-sign-in", 5, Duration.ofMinutes(15)),

    /** Token refreshes of one address. */
    REFRESH("refresh", 60, Duration.ofMinutes(5)),

    /** Sign-outs of one address. */
    SIGN_OUT("sign-out", 30, Duration.ofMinutes(5)),

    /** Links for new passwords that are requested for one e-mail address. */
    PASSWORD_RESET("password-reset", 5, Duration.ofHours(1)),

    /**
     * Links for new passwords that one address requests, and its uses of links from mails; of links to unsubscribe only those that
     * are not valid.
     */
    MAILED_LINKS("mailed-links", 30, Duration.ofHours(1));

    private final String word;
    private final int most;
    private final Duration window;

    RateLimitRule(String word, int most, Duration window) {
        this.word = word;
        this.most = most;
        this.window = window;
    }

    /** The default limit. */
    public Limit usual() {
        return new Limit(word, most, window);
    }
}
