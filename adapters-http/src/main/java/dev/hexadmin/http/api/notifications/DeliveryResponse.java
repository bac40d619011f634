package dev.hexadmin.http.api.notifications;

import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of a delivery: a message to one recipient over all its channels. */
public record DeliveryResponse(
        UUID id,
        @Nullable UUID batchId,
        Instant createdAt,
        @Schema(ref = "DeliveryState") State state,
        Counts counts,
        String userId,
        @Nullable Long notificationId,
        List<Followed> channels)
        implements ResponseBody {
    /** Whether anything will still be tried. */
    public enum State {
        IN_PROGRESS,
        DONE;

        static State of(Map<DeliveryStatus, Long> counts) {
            return counts.containsKey(DeliveryStatus.PENDING) || counts.containsKey(DeliveryStatus.RETRYING)
                    ? IN_PROGRESS
                    : DONE;
        }
    }

    /** How many recipients and channels have each status. */
    @Schema(name = "DeliveryCounts", description = "How many recipients and channels have each status.")
    public record Counts(
            @Schema(notNegative = true) long pending,
            @Schema(notNegative = true) long retrying,
            @Schema(notNegative = true) long sent,
            @Schema(notNegative = true) long delivered,
            @Schema(notNegative = true) long failed,
            @Schema(notNegative = true) long skipped) {
        static Counts of(Map<DeliveryStatus, Long> counts) {
            return new Counts(
                    counts.getOrDefault(DeliveryStatus.PENDING, 0L),
                    counts.getOrDefault(DeliveryStatus.RETRYING, 0L),
                    counts.getOrDefault(DeliveryStatus.SENT, 0L),
                    counts.getOrDefault(DeliveryStatus.DELIVERED, 0L),
                    counts.getOrDefault(DeliveryStatus.FAILED, 0L),
                    counts.getOrDefault(DeliveryStatus.SKIPPED, 0L));
        }
    }

    /** What has become of a message on one channel so far. */
    @Schema(name = "FollowedAttempt")
    public record Followed(
            @Schema(description = "Of its row in `admin_notification_logs`.")
            long id,

            @Schema(ref = "Channel") String channel,

            @Schema(description = "The provider that took it, or was asked last.") @Nullable
            String provider,

            @Schema(ref = "DeliveryStatus") DeliveryStatus status,
            boolean success,

            @Schema(description = "The provider's.") @Nullable
            String messageId,

            @Nullable String error,

            @Schema(ref = "Channel", description = "The failed channel that this one stands in for.") @Nullable
            String fallbackOf,

            @Schema(notNegative = true) int attempts) {}
}
