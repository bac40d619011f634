package dev.hexadmin.application.spi;

/**
 * The status of a text message.
 *
 * @since 0.1
 */
public enum SmsStatus {
    /** Accepted, not yet passed to the network. */
    QUEUED,
    /** Passed to the network. */
    SENT,
    /** Reported as received. Final. */
    DELIVERED,
    /** Failed permanently. Final. */
    FAILED
}
