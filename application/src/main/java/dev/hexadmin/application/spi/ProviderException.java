package dev.hexadmin.application.spi;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A provider could not do what it was asked.
 *
 * @since 0.1
 */
public class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether the same call may succeed later. */
    private final boolean retryable;

    /** How long the other side wants to be left alone. */
    private final @Nullable Duration retryAfter;

    /**
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryable whether the same call may succeed later
     */
    public ProviderException(String message, boolean retryable) {
        super(message);
        this.retryable = retryable;
        this.retryAfter = null;
    }

    /**
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryable whether the same call may succeed later
     * @param cause what happened underneath
     */
    public ProviderException(String message, boolean retryable, Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
        this.retryAfter = null;
    }

    /**
     * The same call may succeed later, and the other side said when.
     *
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryAfter how long it wants to be left alone
     */
    public ProviderException(String message, Duration retryAfter) {
        super(message);
        this.retryable = true;
        this.retryAfter = retryAfter;
    }

    public boolean retryable() {
        return retryable;
    }

    /** How long to wait at least before the next try, when the other side said so. Only of what is retryable. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
