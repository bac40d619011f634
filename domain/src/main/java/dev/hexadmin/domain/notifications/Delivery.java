package dev.hexadmin.domain.notifications;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One message to one recipient.
 *
 * @param notificationId in the user's list; empty when the in-app channel was not asked for, or not wanted
 * @param channels in the order asked for, then the fallbacks of those that failed
 */
public record Delivery(
        UUID id,
        Optional<UUID> batchId,
        Addressee user,
        OptionalLong notificationId,
        List<ChannelDelivery> channels,
        Instant createdAt) {
    public Delivery {
        channels = List.copyOf(channels);
    }
}
