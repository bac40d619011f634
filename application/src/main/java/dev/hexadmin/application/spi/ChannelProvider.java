package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * Sends the messages of one {@link MessageChannel}. Thread-safe; calls may block and are made on virtual threads, at
 * most as many of {@link #send} at once as {@link ChannelLimits#atOnce} says, and beside them at most four of {@link
 * #checkStatus}.
 *
 * @since 0.1
 */
public interface ChannelProvider {
    /** Its name in the log: 1..64 characters, not blank, unique among the channel's providers. */
    String name();

    /**
     * Sends one message, or passes it to a gateway.
     *
     * @throws ProviderException when it was not accepted. After a {@link ProviderException#retryable} one the message
     *     waits for its next attempt, at least {@link ProviderException#retryAfter}; after any other it fails
     *     permanently. The text of the exception is stored in the delivery log and shown. Any other exception counts as
     *     retryable, and only the name of its class is stored
     */
    SentMessage send(OutgoingMessage message);

    /**
     * Whether all messages go through one server. Then consecutive retryable failures mean that the provider is
     * unavailable, and sending pauses for half a minute. False for a provider that calls another server for each
     * address: then at most a quarter of the concurrent sends go to the same host, so that one that does not respond does
     * not delay the others.
     */
    default boolean oneServer() {
        return true;
    }

    /**
     * The status of a message that is {@link MessageStatus#IN_TRANSIT}. Called at increasing intervals, for a day.
     *
     * @param messageId as {@link SentMessage#messageId} had it
     * @throws ProviderException when the status is not available now
     */
    default MessageStatus checkStatus(String messageId) {
        return MessageStatus.SENT;
    }

    /**
     * Parses a status report that was posted to {@code /providers/NAME/report}. The default is for providers without
     * reports.
     *
     * @param callback the request, which any client may have sent: this method must verify its origin
     * @return the report, or empty when this provider takes no reports
     * @throws ProviderException when the request is not authentic, or not a report
     */
    default Optional<MessageReport> report(StatusCallback callback) {
        return Optional.empty();
    }
}
