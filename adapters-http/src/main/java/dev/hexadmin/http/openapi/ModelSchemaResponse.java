package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON Schema (draft 2020-12) of a model's records, as far as the caller may see them. */
@Schema(name = "ModelSchema")
public record ModelSchemaResponse(
        @JsonProperty("$schema") @Schema(format = "uri") String dialect,

        @JsonProperty("$id") @Schema(format = "uri-reference")
        String id,

        String type,
        String title,
        @Schema(types = "object") JsonNode properties,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> required,

        @JsonProperty("additionalProperties") boolean additionalProperties,

        @JsonProperty("x-key") @Schema(description = "The fields of the key.")
        List<String> key,

        @JsonProperty("x-display")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "How a record is named; left out when the caller may not see a field of it.")
        @Nullable
        String display,

        @JsonProperty("x-icon") @Schema(description = "The name of the icon beside the model's name.")
        String icon,

        @JsonProperty("x-layout") @Schema(description = "How the fields are arranged on a form.")
        Arrangement layout,

        @JsonProperty("$defs") Bodies bodies,

        @JsonProperty("x-actions") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<ModelAction> actions,

        @JsonProperty("x-children")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "The models whose records are sent in this record's body and added by `expand`.")
        @Nullable
        List<ModelChildren> children)
        implements ResponseBody {

    /**
     * How the fields that the caller may see are arranged on a form.
     *
     * @param widths of fields, in columns of six; others have a width by what they hold
     */
    @Schema(name = "ModelLayout")
    public record Arrangement(List<Tab> tabs, List<Group> rail, Map<String, Integer> widths) {

        /** Groups that are shown together; the label is empty where there is one tab only. */
        @Schema(name = "ModelLayoutTab")
        public record Tab(String label, List<Group> groups) {}

        /** Fields that belong together; the label is empty where there is no heading. */
        @Schema(name = "ModelLayoutGroup")
        public record Group(String label, List<String> fields) {}
    }

    /** The schemas of the bodies that the caller may send; {@code false} where no body is taken. */
    @Schema(name = "ModelBodies")
    public record Bodies(
            @Schema(description = "A JSON Schema, or false.")
            JsonNode create,

            @Schema(description = "A JSON Schema, or false.")
            JsonNode update,

            @Schema(description = "A JSON Schema, or false.")
            JsonNode patch) {}

    /**
     * A model whose records are saved with their parent.
     *
     * @param field the child's reference to the parent
     * @param position the child's field that orders the children of a parent
     */
    public record ModelChildren(
            String model,
            String field,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String position) {}

    /**
     * An action that the caller may run.
     *
     * @param parameters the schema of the action's parameters
     */
    public record ModelAction(
            String name,
            String label,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String help,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(description = "What to ask the user before it is run.")
            @Nullable
            String confirm,

            boolean dangerous,

            @Schema(description = "The right that it takes.")
            String needs,

            List<String> places,
            @Schema(format = "uri-reference") String url,
            @Schema(types = "object") JsonNode parameters) {}
}
