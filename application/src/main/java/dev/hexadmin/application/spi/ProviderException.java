package dev.hexadmin.application.spi;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A provider could not complete a call.
 *
 * @since 0.1
 */
public class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether the same call may succeed later. */
    private final boolean retryable;

    /** The pause that the other side has requested. */
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
     * @param cause the cause
     */
    public ProviderException(String message, boolean retryable, Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
        this.retryAfter = null;
    }

    /**
     * The same call may succeed after a pause that the other side has requested.
     *
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryAfter the requested pause
     */
    public ProviderException(String message, Duration retryAfter) {
        super(message);
        this.retryable = true;
        this.retryAfter = retryAfter;
    }

    public boolean retryable() {
        return retryable;
    }

    /** The minimum wait before the next attempt, when the other side has requested one. Only for retryable failures. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
