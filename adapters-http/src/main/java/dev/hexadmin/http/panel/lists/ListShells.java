package dev.hexadmin.http.panel.lists;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.panel.actions.BulkAction;
import dev.hexadmin.http.panel.actions.BulkChanges;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.lists.RecordTable.RecordColumn;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.templates.parts.Jtelist_filter_fieldsGenerated;
import dev.hexadmin.http.templates.parts.Jtelist_headGenerated;
import gg.jte.Content;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the pages of a list have in common whichever records are on them. Without filters it depends on the user's rights
 * and the address alone, so it is made once and kept for as long as these rights hold. Thread-safe.
 */
final class ListShells {
    private static final int MOST = 500; // each some ten kilobytes
    private static final Duration UNUSED = Duration.ofMinutes(10);

    private final RecordServices services;
    private final ListFilters filters;
    private final Cache<ListOf, ListShell> kept =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(UNUSED).build();

    ListShells(RecordServices services, ListFilters filters) {
        this.services = services;
        this.filters = filters;
    }

    /**
     * A list as users with these rights see it.
     *
     * @param rights compared by identity: a user's rights are the same object until they change
     * @param query of the list without its page
     */
    private record ListOf(Rights rights, Model model, String query) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof ListOf(Rights theirs, Model list, String parameters)
                    && theirs == rights
                    && list.equals(model)
                    && parameters.equals(query);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(rights) + query.hashCode();
        }
    }

    /**
     * The parts of a list's page.
     *
     * @param fields of the columns
     * @param read the names of the fields that are read for them
     * @param rowActions those that are offered in rows
     * @param filterMenu the markup of the filters
     * @param head the markup of the table's head
     */
    record ListShell(
            FilterBar bar,
            List<FieldDefinition> fields,
            String read,
            List<RecordColumn> columns,
            List<BulkAction> bulk,
            List<Offered> rowActions,
            Content filterMenu,
            Content head) {}

    /**
     * @param typed the address as it was requested
     * @param here the same without values that are not valid
     * @param wrong why they are not, by parameter
     */
    ListShell of(Actor.SignedIn actor, Model model, Address typed, Address here, Map<String, String> wrong) {
        Address unpaged = here.without("page", "cursor");
        boolean isKept = wrong.isEmpty()
                && !here.parameters().containsKey(ListPage.OPEN)
                && ListParameter.selecting(here.parameters()).isEmpty();
        return isKept
                ? kept.get(
                        new ListOf(actor.rights(), model, unpaged.query()),
                        any -> shell(actor, model, unpaged, unpaged, wrong))
                : shell(actor, model, typed, here, wrong);
    }

    private ListShell shell(Actor.SignedIn actor, Model model, Address typed, Address here, Map<String, String> wrong) {
        FilterBar bar = filters.bar(actor, model, typed, here, wrong);
        List<FieldDefinition> fields = RecordColumns.fields(actor, model, here.parameters());
        List<BulkAction> bulk = model.key().isEmpty() ? List.of() : BulkChanges.actions(services, actor, model);
        Address closed = ListPage.closed(here);
        List<RecordColumn> columns =
                RecordColumns.of(actor, model, fields, closed, RecordServices.may(actor.rights(), Action.EDIT, model));
        String builder = closed.without("page", "cursor").hrefWith(ListPage.OPEN, "filter");
        return new ListShell(
                bar,
                fields,
                RecordColumns.read(actor, model, fields),
                columns,
                bulk,
                services.running().offered(actor, model).stream()
                        .filter(one -> one.action().places().contains(Place.ROW))
                        .toList(),
                Panel.kept(
                        (output, interceptor, shown) ->
                                Jtelist_filter_fieldsGenerated.render(output, interceptor, shown, builder),
                        bar),
                Panel.kept(
                        (output, interceptor, shown) ->
                                Jtelist_headGenerated.render(output, interceptor, shown, !bulk.isEmpty()),
                        columns));
    }
}
