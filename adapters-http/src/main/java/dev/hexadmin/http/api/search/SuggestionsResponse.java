package dev.hexadmin.http.api.search;

import dev.hexadmin.application.search.SearchingRecords.Suggestion.Kind;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** Models, fields and records that start with the typed text. */
@Schema(name = "Suggestions")
public record SuggestionsResponse(
        String query, @Schema(longest = 15) List<SuggestionResponse> suggestions) implements ResponseBody {
    /**
     * Something to go to.
     *
     * @param url a page of the panel
     */
    @Schema(name = "Suggestion")
    public record SuggestionResponse(
            Kind type,
            String model,
            String label,
            String sublabel,
            @Schema(format = "uri-reference") String url) {}
}
