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

    /** Whether the other side works, and takes no message for this address. */
    private final boolean ofAddress;

    private ProviderException(
            String message,
            @Nullable Throwable cause,
            boolean retryable,
            @Nullable Duration retryAfter,
            boolean ofAddress) {
        super(message, cause);
        this.retryable = retryable;
        this.retryAfter = retryAfter;
        this.ofAddress = ofAddress;
    }

    /**
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryable whether the same call may succeed later
     */
    public ProviderException(String message, boolean retryable) {
        this(message, null, retryable, null, false);
    }

    /**
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryable whether the same call may succeed later
     * @param cause the cause
     */
    public ProviderException(String message, boolean retryable, Throwable cause) {
        this(message, cause, retryable, null, false);
    }

    /**
     * The same call may succeed after a pause that the other side has requested.
     *
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryAfter the requested pause
     */
    public ProviderException(String message, Duration retryAfter) {
        this(message, null, true, retryAfter, false);
    }

    /**
     * The address takes no more messages, now and later: the message fails, and an address that the user has set is
     * removed, so that later messages go to other channels at once.
     *
     * @param message for the delivery log: no secrets, no whole message text
     */
    public static ProviderException addressGone(String message) {
        return new ProviderException(message, null, false, null, true);
    }

    /**
     * The address takes no message now, such as a full mailbox, and the other side works: the message is sent again later,
     * and messages to other addresses do not wait.
     *
     * @param message for the delivery log: no secrets, no whole message text
     */
    public static ProviderException addressBusy(String message) {
        return new ProviderException(message, null, true, null, true);
    }

    public boolean retryable() {
        return retryable;
    }

    /** The minimum wait before the next attempt, when the other side has requested one. Only for retryable failures. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Whether the address takes no more messages. */
    public boolean addressGone() {
        return ofAddress && !retryable;
    }

    /** Whether the address takes no message now, and the other side works. */
    public boolean addressBusy() {
        return ofAddress && retryable;
    }
}
