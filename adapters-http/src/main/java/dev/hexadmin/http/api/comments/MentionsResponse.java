package dev.hexadmin.http.api.comments;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** Users whom a comment can mention. */
@Schema(name = "Mentions")
public record MentionsResponse(
        String query, @Schema(longest = 10) List<MentionResponse> items) implements ResponseBody {
    /** A user. */
    @Schema(name = "Mention")
    public record MentionResponse(
            @Schema(description = "What comes after the @.") String username, String name) {}
}
