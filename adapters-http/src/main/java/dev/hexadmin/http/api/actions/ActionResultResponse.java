package dev.hexadmin.http.api.actions;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** The result of an action. */
public record ActionResultResponse(
        @Schema(description = "For people.") String message,

        @Schema(notNegative = true, description = "How many records it was run on.")
        long records)
        implements ResponseBody {}
