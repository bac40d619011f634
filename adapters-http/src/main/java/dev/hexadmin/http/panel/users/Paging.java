package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.request.RequestContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The position of a page in a list.
 *
 * @param where such as {@code 21 to 40 of 58}; {@code ""} for an empty list
 * @param previous the address of the page before, or {@code ""}
 * @param next the address of the page after, or {@code ""}
 * @param past whether the list ends before this page; the page before is the last one then
 */
public record Paging(String where, String previous, String next, boolean past) {
    static Paging of(String path, Map<String, String> query, int page, int perPage, long total) {
        long first = (page - 1L) * perPage + 1;
        long last = Math.min(total, (long) page * perPage);
        boolean past = total > 0 && first > total;
        String where = total == 0
                ? ""
                : past
                        ? text("{count} in all", "count", total)
                        : text(Message.of("{first} to {last} of {count}")
                                .with("first", first)
                                .with("last", last)
                                .with("count", total));
        return new Paging(
                where,
                page > 1 ? link(path, query, past ? (total + perPage - 1) / perPage : page - 1L) : "",
                last < total && !past ? link(path, query, page + 1L) : "",
                past);
    }

    /** The page that a request asks for; the first one when it asks for none. */
    static int page(RequestContext request) {
        String page = request.query().getOrDefault("page", "");
        return page.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(page) : 1;
    }

    private static String link(String path, Map<String, String> query, long page) {
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
