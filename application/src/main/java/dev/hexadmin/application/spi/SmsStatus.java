package dev.hexadmin.application.spi;

/**
 * What became of a text message.
 *
 * @since 0.1
 */
public enum SmsStatus {
    /** Taken, not yet handed to the network. */
    QUEUED,
    /** Handed to the network. */
    SENT,
    /** Reported as received. Final. */
    DELIVERED,
    /** Will not arrive. Final. */
    FAILED
}
