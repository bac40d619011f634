package dev.hexadmin.http.api.notifications;

import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a caller who sends to one recipient. */
public record SentResponse(
        @Schema(
                types = {"string", "integer"},
                description = "As it was sent.")
        Object userId,

        @Schema(description = "In the user's list; null without `in_app`.") @Nullable
        Long notificationId,

        List<Attempt> channels)
        implements ResponseBody {
    /** What has become of a message on one channel. */
    @Schema(name = "Attempt")
    public record Attempt(
            @Schema(ref = "Channel") String channel,

            @Schema(description = "The provider that took it, or was asked last.") @Nullable
            String provider,

            @Schema(ref = "DeliveryStatus") DeliveryStatus status,
            boolean success,

            @Schema(description = "The provider's.") @Nullable
            String messageId,

            @Nullable String error,

            @Schema(ref = "Channel", description = "The failed channel that this one stands in for.") @Nullable
            String fallbackOf) {}
}
