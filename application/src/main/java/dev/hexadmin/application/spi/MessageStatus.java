package dev.hexadmin.application.spi;

/**
 * What became of a message.
 *
 * @since 0.1
 */
public enum MessageStatus {
    /** Taken; {@link ChannelProvider#checkStatus} or a report says later whether it arrived. */
    IN_TRANSIT,
    /** Taken, and nothing more will be known. Final. */
    SENT,
    /** Known to have arrived. Final. */
    DELIVERED,
    /** Will not arrive. Final. */
    FAILED
}
