package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.models.FieldDefinition;
import java.util.Set;

/** The names of query parameters. */
final class Filters {
    /** Parameters of a list that are no filters. */
    static final Set<String> OTHERS =
            Set.of("q", "page", "per_page", "cursor", "count", "ordering", "fields", "expand");

    private Filters() {}

    /** The parameter that filters by a field. */
    static String parameter(FieldDefinition field) {
        return OTHERS.contains(field.name()) ? "filter_" + field.name() : field.name();
    }
}
