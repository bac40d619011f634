package dev.hexadmin.http.api.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The signed-in user. */
public record MeResponse(
        long id,
        @Schema(format = "email") String email,
        String fullName,
        @JsonProperty("is_superuser") boolean superuser,
        List<String> roles,
        Map<String, @Schema(ref = "Actions") List<String>> permissions,
        Instant createdAt,
        @Nullable Instant lastLogin,
        @Nullable String language,
        @Nullable String timeZone)
        implements ResponseBody {}
