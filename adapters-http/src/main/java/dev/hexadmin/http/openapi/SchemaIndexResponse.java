package dev.hexadmin.http.openapi;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** The models of the JSON API that the caller may view. */
public record SchemaIndexResponse(List<ModelLink> items) implements ResponseBody {
    /**
     * A model, and where its records and its schema are.
     *
     * @param actions that the caller may do
     */
    public record ModelLink(
            String name,
            String label,
            String labelPlural,
            @Schema(format = "uri-reference") String url,
            @Schema(format = "uri-reference") String schema,
            @Schema(ref = "Actions") List<String> actions,
            List<String> key) {}
}
