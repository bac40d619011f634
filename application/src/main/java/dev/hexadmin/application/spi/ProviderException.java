package dev.hexadmin.application.spi;

/**
 * A provider could not do what it was asked.
 *
 * @since 0.1
 */
public class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether the same call may succeed later. */
    private final boolean retryable;

    /**
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryable whether the same call may succeed later
     */
    public ProviderException(String message, boolean retryable) {
        super(message);
        this.retryable = retryable;
    }

    /**
     * @param message for the delivery log: no secrets, no whole message text
     * @param retryable whether the same call may succeed later
     * @param cause what happened underneath
     */
    public ProviderException(String message, boolean retryable, Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
    }

    public boolean retryable() {
        return retryable;
    }
}
