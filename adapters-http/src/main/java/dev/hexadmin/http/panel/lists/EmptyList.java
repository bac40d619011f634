package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.RecordCounts.RecordCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The reason why a list has no rows, and what can be done.
 *
 * @param detail more about it, or {@code ""}
 * @param search whether nothing was found
 */
public record EmptyList(String lead, String detail, boolean search, List<WayOut> ways) {
    /**
     * A button.
     *
     * @param primary whether it is the main action of the page
     */
    public record WayOut(String label, String icon, String href, boolean primary) {}

    static EmptyList pastTheEnd(Pagination pagination, Optional<RecordCount> count, int perPage) {
        String pages = count.filter(known -> !known.more())
                .map(known -> known.pages(perPage))
                .map(number -> text("The list has {count, plural, one {# page} other {# pages}}.", "count", number))
                .orElse("");
        WayOut back = pagination.previous().isEmpty()
                ? new WayOut(text("Go to the first page"), "prev", pagination.first(), false)
                : new WayOut(text("Go to the last page"), "prev", pagination.previous(), false);
        return new EmptyList(text("This page is past the end of the list."), pages, false, List.of(back));
    }

    /** What is searched for stays when the filters are cleared, and can be cleared with them. */
    static EmptyList withoutMatch(Address here, FilterBar bar) {
        String text = here.parameters().getOrDefault("q", "");
        String filters = bar.active().stream()
                .map(filter -> (filter.text() + " " + filter.value()).strip())
                .collect(Collectors.joining(", "));
        if (filters.isEmpty() && !text.isEmpty()) {
            return new EmptyList(
                    text("No results match “{text}”.", "text", text),
                    "",
                    true,
                    List.of(new WayOut(text("Clear search"), "close", bar.clear(), false)));
        }
        List<WayOut> ways = new ArrayList<>();
        String lead = text("No results match your filters.");
        if (!text.isEmpty()) {
            lead = text("No results match “{text}” with your filters.", "text", text);
            Address searched = new Address(here.path(), ListPage.closed(here).parameters())
                    .without("page", "cursor")
                    .without(ListParameter.selecting(here.parameters()).keySet().toArray(String[]::new))
                    .with("q", text);
            ways.add(new WayOut(text("Clear filters"), "filter", searched.href(), false));
        }
        ways.add(new WayOut(
                text.isEmpty() ? text("Clear filters") : text("Clear search and filters"),
                "close",
                bar.clear(),
                false));
        return new EmptyList(
                lead, filters.isEmpty() ? "" : text("The filters are {filters}.", "filters", filters), true, ways);
    }

    /** @param createHref {@code ""} without the right; so {@code importHref} */
    static EmptyList withoutRecords(ModelDefinition definition, String createHref, String importHref) {
        String plural = noun(text(definition.labels().many()));
        List<WayOut> ways = new ArrayList<>();
        if (!createHref.isEmpty()) {
            ways.add(new WayOut(text("Create the first one"), "plus", createHref, true));
        }
        if (!importHref.isEmpty()) {
            ways.add(new WayOut(text("Import"), "upload", importHref, false));
        }
        return new EmptyList(
                text("No {plural} yet.", "plural", plural),
                ways.isEmpty() ? text("You may view {plural}, but not create them.", "plural", plural) : "",
                false,
                ways);
    }
}
