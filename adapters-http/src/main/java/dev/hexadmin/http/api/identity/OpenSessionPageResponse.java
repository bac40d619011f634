package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of sessions. */
public record OpenSessionPageResponse(
        List<OpenSessionResponse> items,
        @Schema(notNegative = true) long total,
        int page,
        int perPage,
        @Schema(notNegative = true) long totalPages,
        boolean hasNext,
        @Nullable String nextCursor,
        @Nullable String prevCursor)
        implements ResponseBody {}
