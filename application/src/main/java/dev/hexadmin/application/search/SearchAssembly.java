package dev.hexadmin.application.search;

import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.search.internal.RecordSearch;
import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.Map;

/**
 * Assembles the driving port of the search.
 *
 * @param searching the port
 */
public record SearchAssembly(SearchingRecords searching) {
    /**
     * Assembles the port.
     *
     * @param hooks by model name; combine several of one model with {@link RecordHooks#inOrder}
     */
    public static SearchAssembly of(
            ModelRegistry models,
            SearchIndex index,
            RowPolicies policies,
            Map<String, RecordHooks> hooks,
            InstantSource clock) {
        return new SearchAssembly(new RecordSearch(models, index, policies, hooks, clock));
    }
}
