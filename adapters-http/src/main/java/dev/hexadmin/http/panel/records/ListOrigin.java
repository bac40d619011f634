package dev.hexadmin.http.panel.records;

import dev.hexadmin.http.server.uri.QueryString;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The list from which a user opened a record: the query of its filters, ordering and view. The links of a list carry it as
 * the parameter {@value #PARAMETER}, so that the page of a record knows what comes before and after it. A list without
 * filters in its default order adds nothing to its links, and neither does one whose query is too long to be repeated in
 * every row.
 *
 * @param query {@code ""} for the model's default order
 */
public record ListOrigin(String query) {
    /** The parameter of a record's address. */
    public static final String PARAMETER = "list";

    /** All records, in the model's default order. */
    static final ListOrigin NONE = new ListOrigin("");

    private static final int LONGEST = 300;
    private static final String VIEW = "list.view";
    private static final Set<String> OF_PAGE = Set.of("page", "per_page", "cursor", "count", "fields", "expand");

    /** The origin of records that are opened from this list. */
    public static ListOrigin of(Address list) {
        Map<String, String> kept = new LinkedHashMap<>(list.parameters());
        kept.keySet().removeIf(name -> OF_PAGE.contains(name) || (name.indexOf('.') >= 0 && !name.equals(VIEW)));
        String query = new Address("", kept).query();
        return query.length() > LONGEST ? NONE : new ListOrigin(query);
    }

    /** The origin that an address names. */
    static ListOrigin read(Map<String, String> parameters) {
        return read(parameters.getOrDefault(PARAMETER, ""));
    }

    /** The origin with this query. */
    public static ListOrigin read(String query) {
        return query.length() > LONGEST ? NONE : new ListOrigin(query);
    }

    /** What it adds to the address of a record: {@code ?list=…} or nothing. */
    public String suffix() {
        return new Address("", added(Map.of())).href();
    }

    /** The parameters of a record's address, with the origin. */
    Map<String, String> added(Map<String, String> parameters) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        if (!query.isEmpty()) {
            all.put(PARAMETER, query);
        }
        return all;
    }

    /** The list's address. */
    public String list(String path) {
        return query.isEmpty() ? path : path + "?" + query;
    }

    /** The parameters of the list language. */
    Map<String, String> listed() {
        Map<String, String> listed = new LinkedHashMap<>(QueryString.parse(query));
        listed.remove(VIEW);
        return listed;
    }
}
