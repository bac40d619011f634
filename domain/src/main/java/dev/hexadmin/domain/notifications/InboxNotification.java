package dev.hexadmin.domain.notifications;

import java.time.Instant;
import java.util.Optional;

/**
 * A notification in its user's list.
 *
 * @param status {@code sent}: what is in the list has arrived there
 * @param readAt empty while it is unread
 */
public record InboxNotification(Notification notification, DeliveryStatus status, Optional<Instant> readAt) {
    public boolean read() {
        return readAt.isPresent();
    }
}
