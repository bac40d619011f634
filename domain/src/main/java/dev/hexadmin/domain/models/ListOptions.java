package dev.hexadmin.domain.models;

import java.util.List;

/**
 * How a model's records are listed, unless a client asks otherwise.
 *
 * @param columns the fields that a list shows, {@code list_display}
 * @param searchFields what {@code q} and the search look at; {@code relation__field} reaches through a reference
 * @param filters fields offered as filters, {@code list_filter}
 * @param ordering the default order; the primary key is always the last tie-break
 * @param pageSize records on a page, 1..200
 */
public record ListOptions(
        List<String> columns, List<String> searchFields, List<String> filters, List<SortKey> ordering, int pageSize) {
    /** Records on one page at most. */
    public static final int MAX_PAGE_SIZE = 200;

    public ListOptions {
        columns = List.copyOf(columns);
        searchFields = List.copyOf(searchFields);
        filters = List.copyOf(filters);
        ordering = List.copyOf(ordering);
    }

    ListOptions withColumns(List<String> other) {
        return new ListOptions(other, searchFields, filters, ordering, pageSize);
    }
}
