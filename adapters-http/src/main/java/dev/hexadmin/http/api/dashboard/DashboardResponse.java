package dev.hexadmin.http.api.dashboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hexadmin.application.dashboard.DateRange.Bucket;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The widgets that the caller may view, with their numbers for a range of days. */
@Schema(name = "Dashboard")
public record DashboardResponse(
        @Schema(format = "date") String from,

        @Schema(format = "date", description = "The last day.")
        String to,

        @Schema(
                oneOf = {"7d", "30d", "90d", "12m"},
                description = "Left out when the request named the days.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        String period,

        @Schema(description = "The length of the buckets.") Bucket bucket,

        @Schema(format = "date", description = "The first day of the range that numbers are compared with.")
        String previousFrom,

        @Schema(format = "date") String previousTo,

        @Schema(description = "Whose days are meant.") String timeZone,
        List<WidgetResponse> widgets)
        implements ResponseBody {}
