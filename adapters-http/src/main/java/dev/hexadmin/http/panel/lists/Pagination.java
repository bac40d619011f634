package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.RecordCounts.RecordCount;
import dev.hexadmin.http.panel.records.SelectOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The links to other pages of a list.
 *
 * @param range such as {@code 21–40}
 * @param first the address of the first page, or {@code ""}; so the others
 * @param sizes addresses with other page sizes
 */
public record Pagination(
        String range, String first, String previous, String next, String last, List<SelectOption> sizes) {
    private static final List<Integer> SIZES = List.of(10, 20, 50, 100, 200);

    /** @param rows how many the page has */
    static Pagination of(Address here, Page page, Optional<RecordCount> count, int rows, int defaultSize) {
        Address bare = here.without("page", "cursor");
        Set<Integer> sizes = new TreeSet<>(SIZES);
        sizes.add(page.perPage());
        List<SelectOption> options = sizes.stream()
                .map(size -> new SelectOption(
                        bare.hrefWith("per_page", size == defaultSize ? "" : Integer.toString(size)),
                        Integer.toString(size),
                        size == page.perPage()))
                .toList();
        return page.number().isPresent()
                ? numbered(bare, page, page.number().getAsInt(), count, rows, options)
                : new Pagination(
                        "",
                        bare.href(),
                        page.previousCursor()
                                .map(cursor -> bare.hrefWith("cursor", cursor))
                                .orElse(""),
                        page.nextCursor()
                                .map(cursor -> bare.hrefWith("cursor", cursor))
                                .orElse(""),
                        "",
                        options);
    }

    private static Pagination numbered(
            Address bare, Page page, int number, Optional<RecordCount> count, int rows, List<SelectOption> sizes) {
        long from = (number - 1L) * page.perPage() + 1;
        // the last page, if it is known
        long pages = count.filter(known -> !known.more())
                .map(known -> known.pages(page.perPage()))
                .orElse(0L);
        // past the end the page before is the last one
        long before = number == 1 ? 0 : rows > 0 ? number - 1L : pages;
        return new Pagination(
                rows == 0 ? "" : range(from, rows, count),
                number > 1 ? bare.href() : "",
                before == 0 ? "" : before == 1 ? bare.href() : bare.hrefWith("page", Long.toString(before)),
                next(bare, page, number, from),
                page.hasNext() && pages > number ? bare.hrefWith("page", Long.toString(pages)) : "",
                sizes);
    }

    private static String range(long from, int rows, Optional<RecordCount> count) {
        String rangeOfRows = Formats.number(from) + "–" + Formats.number(from + rows - 1);
        return count.map(known -> known.more()
                        ? text("{range} of more than {total}", "range", rangeOfRows, "total", known.total())
                        : text("{range} of {total}", "range", rangeOfRows, "total", known.total()))
                .orElse(rangeOfRows);
    }

    private static String next(Address bare, Page page, int number, long from) {
        if (!page.hasNext()) {
            return "";
        }
        // a page costs more the higher its number is: after the counted part the list continues with cursors
        boolean deep = from + page.perPage() > ListQuery.COUNTED;
        return deep && page.nextCursor().isPresent()
                ? bare.hrefWith("cursor", page.nextCursor().get())
                : bare.hrefWith("page", Integer.toString(number + 1));
    }
}
