package dev.hexadmin.domain.notifications;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A message that failed for good on one channel.
 *
 * @param id of its row in {@code admin_notification_logs}
 * @param provider the one that was asked last
 * @param error why: never a secret or the message's text
 */
public record DeadLetter(
        long id,
        UUID deliveryId,
        Destination destination,
        Optional<String> provider,
        int attempts,
        Optional<String> error,
        Instant createdAt,
        Instant failedAt) {}
