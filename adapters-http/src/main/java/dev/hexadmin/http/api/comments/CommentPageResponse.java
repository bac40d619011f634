package dev.hexadmin.http.api.comments;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of comments: its pages have numbers and no cursors. */
public record CommentPageResponse(
        List<CommentResponse> items,
        @Schema(notNegative = true) long total,
        int page,
        int perPage,
        @Schema(notNegative = true) long totalPages,
        boolean hasNext,
        @Nullable String nextCursor,
        @Nullable String prevCursor)
        implements ResponseBody {}
