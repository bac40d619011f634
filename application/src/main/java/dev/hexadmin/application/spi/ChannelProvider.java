package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * Sends the messages of one {@link MessageChannel}. Thread-safe; calls may block and are made on virtual threads, at most
 * as many at once as {@link ChannelLimits#atOnce} says.
 *
 * @since 0.1
 */
public interface ChannelProvider {
    /** What the log calls it: 1..64 characters, not blank, unlike those of the channel's other providers. */
    String name();

    /**
     * Sends one message, or hands it to whoever does.
     *
     * @throws ProviderException when it was not taken: one that is {@link ProviderException#retryable} makes the message
     *     wait for its next try, with at least {@link ProviderException#retryAfter} between the two; any other makes it
     *     fail for good. The text of the exception is stored in the delivery log and shown. Every other exception counts as
     *     one that is retryable, and only the name of its class is kept
     */
    SentMessage send(OutgoingMessage message);

    /**
     * Whether all messages go through one server, so that retryable failures one after the other mean that the provider is
     * unavailable: it is left alone for half a minute then. False for one that calls another server for each address.
     */
    default boolean oneServer() {
        return true;
    }

    /**
     * What has become of a message that is {@link MessageStatus#IN_TRANSIT}. Asked less and less often, for a day.
     *
     * @param messageId as {@link SentMessage#messageId} had it
     * @throws ProviderException when it cannot be found out now
     */
    default MessageStatus checkStatus(String messageId) {
        return MessageStatus.SENT;
    }

    /**
     * Reads what was reported about a message to {@code /providers/NAME/report}. The default is for providers that take no
     * reports.
     *
     * @param callback the request, from any client: what proves where it comes from is checked here
     * @return what it says, or empty when this provider takes no reports
     * @throws ProviderException when the request is not authentic, or not a report
     */
    default Optional<MessageReport> report(StatusCallback callback) {
        return Optional.empty();
    }
}
