package dev.hexadmin.http.api.comments;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A comment on a record. */
public record CommentResponse(
        long id,

        @Schema(description = "The comment that it replies to.") @Nullable
        Long parentId,

        @Schema(description = "Null when the user or the comment was deleted.") @Nullable
        CommentAuthorResponse author,

        @Schema(description = "Markdown; null when it was deleted and has replies.") @Nullable
        String text,

        Instant createdAt,
        @Nullable Instant editedAt,
        @Nullable Instant deletedAt)
        implements ResponseBody {
    /** The user who wrote a comment. */
    @Schema(name = "CommentAuthor")
    public record CommentAuthorResponse(
            long id,

            @Schema(description = "The full name, or the part of the e-mail address before the @.")
            String name) {}
}
