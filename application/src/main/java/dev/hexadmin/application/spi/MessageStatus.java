package dev.hexadmin.application.spi;

/**
 * The status of a message.
 *
 * @since 0.1
 */
public enum MessageStatus {
    /** Accepted; {@link ChannelProvider#checkStatus} or a report says later whether it arrived. */
    IN_TRANSIT,
    /** Accepted, and no further status will be available. Final. */
    SENT,
    /** Delivered. Final. */
    DELIVERED,
    /** Failed permanently. Final. */
    FAILED
}
