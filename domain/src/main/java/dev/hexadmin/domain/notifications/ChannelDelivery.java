package dev.hexadmin.domain.notifications;

import java.util.Optional;

/**
 * One message to one recipient on one channel.
 *
 * @param id of its row in {@code admin_notification_logs}
 * @param provider the one that took the message, or was asked last
 * @param messageId the provider's own
 * @param error why it is not sent: never a secret or the message's text
 * @param fallbackOf the failed channel in whose place this one was tried
 */
public record ChannelDelivery(
        long id,
        Channel channel,
        Optional<String> provider,
        DeliveryStatus status,
        Optional<String> messageId,
        Optional<String> error,
        Optional<Channel> fallbackOf,
        int attempts) {
    /** Whether the provider, or the user's list, has the message. */
    public boolean success() {
        return status.success();
    }

    /** The same with another status. */
    public ChannelDelivery with(DeliveryStatus other) {
        return new ChannelDelivery(id, channel, provider, other, messageId, error, fallbackOf, attempts);
    }
}
