package dev.hexadmin.http.api.search;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** The records that a reference can be set to, while the user types. */
public record ChoicesResponse(List<ChoiceResponse> choices) implements ResponseBody {
    /**
     * A record that can be chosen.
     *
     * @param key as in a URL, which is a text for every type
     */
    public record ChoiceResponse(
            @Schema(
                    description =
                            "The key as in a URL. In a body it has the type of the field: a number where its schema says `integer`.")
            String key,

            String label,
            String detail) {}
}
