package dev.hexadmin.http.api.search;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/**
 * The best hits over all models.
 *
 * @param newestOnly names of models without a search index, of whose records only the newest were scanned
 */
@Schema(name = "SearchResult")
public record SearchResponse(
        String query,
        @Schema(notNegative = true) int total,
        List<SearchHit> items,

        @Schema(description = "Models without a search index, of whose records only the newest 50 000 were scanned.")
        List<String> newestOnly)
        implements ResponseBody {
    /**
     * A record that was found.
     *
     * @param id a number or a text
     * @param url of the record in the JSON API
     */
    @Schema(name = "SearchHit")
    public record SearchHit(
            String model,

            @Schema(
                    types = {"integer", "string"},
                    description = "The key, as in the record; a composite one as in its path.")
            Object id,

            String label,
            @Schema(longest = 160) String snippet,
            double score,
            @Schema(format = "uri-reference") String url) {}
}
