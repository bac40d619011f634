package dev.hexadmin.http.server.response;

import dev.hexadmin.application.records.BrowsingRecords.Page;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;

/** The {@code Link} header of a list (RFC 8288): the same query, on another page. */
public final class PageLinks {
    private PageLinks() {}

    /** The header's value: {@code first}, {@code prev}, {@code next} and {@code last}, as far as there are such. */
    public static String of(String path, Map<String, String> query, Page page) {
        StringBuilder rest = new StringBuilder();
        query.forEach((name, value) -> {
            if (!name.equals("page") && !name.equals("cursor")) {
                rest.append('&').append(encode(name)).append('=').append(encode(value));
            }
        });
        StringBuilder links = new StringBuilder(64 + 4 * (path.length() + rest.length()));
        if (page.number().isPresent()) {
            int number = page.number().getAsInt();
            OptionalLong pages = pages(page);
            link(links, path, "page", "1", rest, "first");
            if (number > 1) {
                long previous = Math.max(1, Math.min(number - 1L, pages.orElse(Long.MAX_VALUE)));
                link(links, path, "page", Long.toString(previous), rest, "prev");
            }
            if (page.hasNext()) {
                link(links, path, "page", Long.toString(number + 1L), rest, "next");
            }
            pages.ifPresent(last -> link(links, path, "page", Long.toString(Math.max(1, last)), rest, "last"));
        } else {
            link(links, path, "", "", rest, "first");
            page.previousCursor().ifPresent(cursor -> link(links, path, "cursor", cursor, rest, "prev"));
            page.nextCursor().ifPresent(cursor -> link(links, path, "cursor", cursor, rest, "next"));
        }
        return links.toString();
    }

    /** How many pages there are, where it was counted. */
    public static OptionalLong pages(Page page) {
        return page.total().isPresent()
                ? OptionalLong.of(Math.ceilDiv(page.total().getAsLong(), page.perPage()))
                : OptionalLong.empty();
    }

    private static void link(
            StringBuilder links, String path, String name, String value, StringBuilder rest, String relation) {
        if (!links.isEmpty()) {
            links.append(", ");
        }
        links.append('<').append(path);
        if (!name.isEmpty()) {
            links.append('?').append(name).append('=').append(value).append(rest);
        } else if (!rest.isEmpty()) {
            links.append('?').append(rest, 1, rest.length());
        }
        links.append(">; rel=\"").append(relation).append('"');
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
