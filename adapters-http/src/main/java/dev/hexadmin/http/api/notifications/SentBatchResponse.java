package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import java.util.UUID;

/** The answer to a caller who sends to several recipients. */
public record SentBatchResponse(
        UUID batchId,

        @Schema(description = "In the order of the recipients.")
        List<SentResponse> results) implements ResponseBody {}
