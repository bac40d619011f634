package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A page of failed messages. */
public record DeadLetterPageResponse(
        List<Entry> items, @Nullable String nextCursor) implements ResponseBody {
    /** A message that failed for good. */
    @Schema(name = "DeadLetter")
    public record Entry(
            long id,
            UUID deliveryId,
            String userId,
            @Schema(ref = "Channel") String channel,
            @Schema(description = "The address.") String recipient,
            @Nullable String provider,
            @Schema(notNegative = true) int attempts,
            @Nullable String error,
            Instant createdAt,
            Instant failedAt) {}
}
