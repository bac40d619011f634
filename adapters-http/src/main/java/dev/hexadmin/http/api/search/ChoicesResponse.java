package dev.hexadmin.http.api.search;

import dev.hexadmin.http.server.json.ResponseBody;
import java.util.List;

/** The records that a reference can be set to, while the user types. */
public record ChoicesResponse(List<ChoiceResponse> choices) implements ResponseBody {
    /** A record that can be chosen. */
    public record ChoiceResponse(String key, String label, String detail) {}
}
