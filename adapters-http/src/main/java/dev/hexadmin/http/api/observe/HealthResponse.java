package dev.hexadmin.http.api.observe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the server can do its work, and what prevents it. */
@Schema(name = "Health")
public record HealthResponse(
        @Schema(oneOf = {"UP", "DOWN"}) String status,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Check> checks)
        implements ResponseBody {
    /** The result of a readiness check. */
    @Schema(name = "HealthCheck")
    public record Check(
            String name,
            @Schema(oneOf = {"UP", "DOWN"}) String status,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(description = "With DOWN: the cause, such as database_full.")
            @Nullable
            String reason) {}
}
