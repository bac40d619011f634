package dev.hexadmin.http.admin.people;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where a list stands.
 *
 * @param where such as {@code 21 to 40 of 58}
 * @param previous where the page before is, or {@code ""}
 * @param next where the page after is, or {@code ""}
 */
public record Paging(String where, String previous, String next) {
    static Paging of(String path, Map<String, String> query, int page, int perPage, long total) {
        long first = (page - 1L) * perPage + 1;
        long last = Math.min(total, (long) page * perPage);
        String where = total == 0 || first > total ? total + " in all" : first + " to " + last + " of " + total;
        return new Paging(
                where,
                page > 1 ? link(path, query, page - 1) : "",
                last < total && first <= total ? link(path, query, page + 1) : "");
    }

    private static String link(String path, Map<String, String> query, int page) {
        return path + "?"
                + query.entrySet().stream()
                        .filter(parameter -> !parameter.getKey().equals("page"))
                        .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()) + "&")
                        .sorted()
                        .collect(Collectors.joining())
                + "page=" + page;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
