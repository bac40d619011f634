package dev.hexadmin.http.api.views;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** A saved view of a list. */
public record SavedViewResponse(
        long id,
        String model,
        String name,
        @Schema(description = "The query of the list.") String query,

        @Schema(description = "The fields that it shows; empty: those of the model.")
        List<String> columns,

        @Schema(oneOf = {"normal", "compact", "roomy"}) String density,
        @Schema(description = "The ids of roles.") List<Long> sharedWith,

        @Schema(description = "Whether the list opens with it for the caller.")
        boolean isDefault,

        long ownerId)
        implements ResponseBody {}
