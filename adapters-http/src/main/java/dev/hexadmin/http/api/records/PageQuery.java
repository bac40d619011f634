package dev.hexadmin.http.api.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.PageLinks;
import dev.hexadmin.http.server.response.Response;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The query of a list whose pages have numbers.
 *
 * @param user of the parameter {@code user}
 * @param q of the parameter {@code q}; {@code ""} without it
 */
public record PageQuery(int page, int perPage, Optional<Long> user, String q) {
    private static final int USUAL_PAGE_SIZE = 20;
    private static final int LONGEST_Q = 254;

    /**
     * Reads the query of a request.
     *
     * @param filters the parameters that are taken beside {@code page} and {@code per_page}: {@code user} and {@code q}
     * @throws RequestRejectedException {@code MALFORMED} with {@code ?name} pointers
     */
    public static PageQuery of(RequestContext request, Set<String> filters) {
        Map<String, String> query = request.query();
        Set<String> known = new HashSet<>(filters);
        known.addAll(List.of("page", "per_page"));
        List<Violation> wrong = new ArrayList<>(QueryParameters.unknown(query, known));
        int page = Math.toIntExact(number(query, "page", 1, Integer.MAX_VALUE, wrong));
        int perPage = Math.toIntExact(number(query, "per_page", USUAL_PAGE_SIZE, ListOptions.MAX_PAGE_SIZE, wrong));
        Optional<Long> user = query.containsKey("user")
                ? Optional.of(number(query, "user", 1, Long.MAX_VALUE, wrong))
                : Optional.empty();
        String q = query.getOrDefault("q", "");
        if (q.length() > LONGEST_Q) {
            wrong.add(new Violation(
                    "?q",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", LONGEST_Q)));
        }
        QueryParameters.reject(wrong);
        return new PageQuery(page, perPage, user, q);
    }

    private static long number(Map<String, String> query, String name, long usual, long most, List<Violation> wrong) {
        String text = query.get(name);
        if (text == null) {
            return usual;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        wrong.add(new Violation(
                "?" + name,
                "type",
                Message.of("A whole number from 1 to {limit} is expected.").with("limit", most)));
        return 1;
    }

    /** The position of its first item. */
    public long offset() {
        return (page - 1L) * perPage;
    }

    /** The body of a page. */
    public interface Body {
        ResponseBody of(long totalPages, boolean hasNext);
    }

    /** The response with a page of a list that has so many items. */
    public Response answer(RequestContext request, long total, Body body) {
        boolean hasNext = total > offset() + perPage;
        Page shown = new Page(
                OptionalInt.of(page),
                perPage,
                OptionalLong.of(total),
                false,
                page > 1,
                hasNext,
                Optional.empty(),
                Optional.empty());
        return JsonResponse.of(200, body.of(PageLinks.pages(shown).orElseThrow(), hasNext))
                .with("Link", PageLinks.of(request.path(), request.query(), shown));
    }
}
