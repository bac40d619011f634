package dev.hexadmin.http.api.dashboard;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** The layout of the caller's dashboard. */
@Schema(name = "DashboardLayout")
public record LayoutResponse(
        @Schema(description = "Whether the caller has made it; otherwise it is that of the settings.")
        boolean customised,

        List<PlaceResponse> widgets)
        implements ResponseBody {
    /** The place of a widget. */
    @Schema(name = "DashboardPlace")
    public record PlaceResponse(
            String id,
            String type,
            String title,

            @Schema(description = "In columns, of twelve.") int width,

            boolean shown) {}
}
