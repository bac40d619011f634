package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.api.notifications.DeliveryResponse.State;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of a batch. */
public record BatchResponse(
        UUID batchId,
        Instant createdAt,
        @Schema(ref = "DeliveryState") State state,
        DeliveryResponse.Counts counts,
        List<Result> results)
        implements ResponseBody {
    /** The state of one delivery of the batch. */
    @Schema(name = "Followed")
    public record Result(
            UUID id, String userId, @Nullable Long notificationId, List<DeliveryResponse.Followed> channels) {}
}
