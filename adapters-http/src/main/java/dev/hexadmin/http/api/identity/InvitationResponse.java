package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An invitation. */
public record InvitationResponse(
        long id,
        @Schema(format = "email") String email,
        String fullName,
        List<RoleNameResponse> roles,

        @Schema(description = "The address of the user who sent it last; null when that user was deleted.") @Nullable
        String invitedBy,

        @Schema(oneOf = {"pending", "expired", "accepted", "withdrawn"})
        String state,

        Instant sentAt,
        Instant expiresAt)
        implements ResponseBody {}
