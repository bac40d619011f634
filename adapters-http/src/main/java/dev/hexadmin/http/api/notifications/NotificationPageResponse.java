package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a user's list. */
public record NotificationPageResponse(
        List<Entry> items,
        @Nullable String nextCursor,

        @Schema(notNegative = true, description = "Of the whole list.")
        long unread)
        implements ResponseBody {
    /** A notification in the list. */
    @Schema(name = "Notification")
    public record Entry(
            long id,
            String title,
            String body,
            List<@Schema(ref = "Channel") String> channels,
            @JsonRawValue @Nullable String data,
            @Schema(ref = "DeliveryStatus") DeliveryStatus status,
            @JsonProperty("is_read") boolean read,
            @Nullable Instant readAt,
            Instant createdAt) {}
}
