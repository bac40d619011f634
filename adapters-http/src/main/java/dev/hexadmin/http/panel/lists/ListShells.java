package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

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
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.lists.RecordTable.RecordColumn;
import dev.hexadmin.http.panel.records.ActionButton;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.ListOrigin;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.templates.parts.Jtelist_filter_fieldsGenerated;
import dev.hexadmin.http.templates.parts.Jtelist_headGenerated;
import dev.hexadmin.http.templates.parts.Jtelist_row_menuGenerated;
import dev.hexadmin.http.templates.parts.Jtelist_selection_buttonsGenerated;
import dev.hexadmin.http.templates.parts.Jterecords_list_actionsGenerated;
import dev.hexadmin.http.texts.Localized;
import gg.jte.Content;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the pages of a list have in common whichever records are on them. Without filters it depends on the user's rights
 * and localization and the address alone, so it is made once and kept for as long as these rights hold. Thread-safe.
 */
final class ListShells {
    private static final int MOST = 500; // each some ten kilobytes
    private static final Duration UNUSED = Duration.ofMinutes(10);

    private final RecordServices services;
    private final ListFilters filters;
    private final Function<Actor, Content> buttons;
    private final Cache<ListOf, ListShell> kept =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(UNUSED).build();

    /** @param buttons beside the heading, before those of every list */
    ListShells(RecordServices services, ListFilters filters, Function<Actor, Content> buttons) {
        this.services = services;
        this.filters = filters;
        this.buttons = buttons;
    }

    /**
     * A list as users with these rights see it.
     *
     * @param rights compared by identity: a user's rights are the same object until they change
     * @param localization language and time zone of the markup
     * @param query of the list without its page
     */
    private record ListOf(Rights rights, Model model, String localization, String query) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof ListOf(Rights theirs, Model list, String read, String parameters)
                    && theirs == rights
                    && list.equals(model)
                    && read.equals(localization)
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
     * @param addresses of the list in other forms
     * @param fields of the columns
     * @param read the names of the fields that are read for them
     * @param rowActions those that only rows offer
     */
    record ListShell(
            FilterBar bar,
            ListAddresses addresses,
            List<FieldDefinition> fields,
            String read,
            List<RecordColumn> columns,
            List<Offered> rowActions,
            ListToolbar toolbar,
            ListMarkup markup) {}

    /**
     * @param resetSorting in the default order; {@code ""} when the list has it
     * @param builder with the builder of filters
     * @param columns with the choice of columns
     */
    record ListAddresses(String resetSorting, String builder, String columns) {}

    /**
     * Markup that does not change from page to page.
     *
     * @param actions beside the heading
     * @param fields to search and to filter by
     * @param head of the table
     * @param selection the buttons for selected records; empty without any
     * @param menu of rows
     * @param posts whether the menu sends a form
     */
    record ListMarkup(
            Content actions, Content fields, Content head, Optional<Content> selection, Content menu, boolean posts) {}

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
                        new ListOf(actor.rights(), model, Localized.current().key(), unpaged.query()),
                        any -> shell(actor, model, unpaged, unpaged, wrong))
                : shell(actor, model, typed, here, wrong);
    }

    private ListShell shell(Actor.SignedIn actor, Model model, Address typed, Address here, Map<String, String> wrong) {
        FilterBar bar = filters.bar(actor, model, typed, here, wrong);
        List<FieldDefinition> fields = RecordColumns.fields(actor, model, here.parameters());
        Address closed = ListPage.closed(here);
        Address first = closed.without("page", "cursor");
        ListAddresses addresses = new ListAddresses(
                here.parameters().containsKey("ordering")
                        ? first.without("ordering").href()
                        : "",
                first.hrefWith(ListPage.OPEN, "filter"),
                first.hrefWith(ListPage.OPEN, "columns"));
        List<RecordColumn> columns = RecordColumns.of(
                actor,
                model,
                fields,
                closed,
                // cells are changed with the generic form
                RecordServices.may(actor.rights(), Action.EDIT, model) && !PanelUrls.hasOwnPages(model));
        List<Offered> offered = services.running().offered(actor, model).stream()
                .filter(one -> one.action().places().contains(Place.ROW))
                .toList();
        ListToolbar toolbar = toolbar(actor, model, here, first);
        return new ListShell(
                bar,
                addresses,
                fields,
                RecordColumns.read(actor, model, fields),
                columns,
                offered.stream()
                        .filter(one -> !one.action().places().contains(Place.DETAIL))
                        .toList(),
                toolbar,
                markup(actor, model, bar, columns, offered, addresses, toolbar));
    }

    private ListMarkup markup(
            Actor.SignedIn actor,
            Model model,
            FilterBar bar,
            List<RecordColumn> columns,
            List<Offered> offered,
            ListAddresses addresses,
            ListToolbar toolbar) {
        boolean single = !model.key().isEmpty();
        List<BulkAction> bulk = single ? BulkChanges.actions(services, actor, model) : List.of();
        RowMenu menu = single ? RowMenu.of(services, actor, model, offered) : new RowMenu(List.of());
        return new ListMarkup(
                Panel.kept(
                        (output, interceptor, shown) -> {
                            buttons.apply(actor).writeTo(output);
                            Jterecords_list_actionsGenerated.render(output, interceptor, shown);
                        },
                        toolbar),
                Panel.kept(
                        (output, interceptor, shown) -> Jtelist_filter_fieldsGenerated.render(
                                output,
                                interceptor,
                                shown,
                                addresses.builder(),
                                text(model.definition().labels().many())),
                        bar),
                Panel.kept(
                        (output, interceptor, shown) ->
                                Jtelist_headGenerated.render(output, interceptor, shown, !bulk.isEmpty()),
                        columns),
                bulk.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                Panel.kept(Jtelist_selection_buttonsGenerated::render, SelectionButtons.of(bulk))),
                Panel.kept(Jtelist_row_menuGenerated::render, menu),
                menu.posts());
    }

    private ListToolbar toolbar(Actor.SignedIn actor, Model model, Address here, Address first) {
        String back = first.parameters().isEmpty() ? "" : first.href();
        return new ListToolbar(
                ActionButton.ofModel(services, actor, model),
                RecordServices.may(actor.rights(), Action.IMPORT, model)
                        ? new Address(here.path() + "import", Map.of())
                                .with(ReturnAddress.NEXT, back)
                                .href()
                        : "",
                RecordServices.may(actor.rights(), Action.EXPORT, model)
                        ? new Address(here.path() + "export", ListPage.listed(here.parameters()))
                                .without("page", "per_page", "cursor", "count", "expand")
                                .with(ReturnAddress.NEXT, back)
                                .href()
                        : "",
                RecordServices.may(actor.rights(), Action.CREATE, model)
                        ? new Address(here.path() + "create", Map.of())
                                .with(
                                        ReturnAddress.FORM_LIST,
                                        ListOrigin.of(first).query())
                                .href()
                        : "");
    }
}
