package dev.hexadmin.http.server.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A problem (RFC 9457). */
@Schema(description = "A problem (RFC 9457).")
public record ProblemResponse(
        @Schema(format = "uri-reference", description = "A page about this code.")
        String type,

        String title,
        int status,
        String detail,
        @Schema(format = "uri-reference") String instance,
        @Schema(description = "Stable, for programs.") String code,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(description = "With 412: the current version.") @Nullable
        String etag,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "With 503: the model whose table is missing.")
        @Nullable
        String model,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<InvalidValue> errors)
        implements ResponseBody {

    /** A value of the request that is not valid. */
    public record InvalidValue(
            @Schema(description = "Where in the body (RFC 6901), or `?name` for a query parameter.")
            String pointer,

            String code,
            String message) {}
}
