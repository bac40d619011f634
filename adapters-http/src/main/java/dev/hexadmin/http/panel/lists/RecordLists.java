package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.panel.frame.PageBody;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.frame.VisitorView;
import dev.hexadmin.http.panel.lists.ListShells.ListShell;
import dev.hexadmin.http.panel.lists.RecordList.ActionForms;
import dev.hexadmin.http.panel.lists.RecordList.ListContext;
import dev.hexadmin.http.panel.lists.RecordList.ListSummary;
import dev.hexadmin.http.panel.lists.RecordTable.RecordRow;
import dev.hexadmin.http.panel.records.ActionButton;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.Cell;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.ListOrigin;
import dev.hexadmin.http.panel.records.RecordCounts;
import dev.hexadmin.http.panel.records.RecordCounts.CountedList;
import dev.hexadmin.http.panel.records.RecordCounts.RecordCount;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.RecordSnapshot;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.parts.Jtelist_aboutGenerated;
import dev.hexadmin.http.templates.parts.Jtelist_viewsGenerated;
import dev.hexadmin.http.templates.parts.Jterecords_listGenerated;
import dev.hexadmin.http.texts.Localized;
import gg.jte.Content;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The page of a list of records: search, filters, sorting, pages, and actions on several. Thread-safe. */
public final class RecordLists {
    private final RecordServices services;
    private final RecordCounts counts;
    private final ListAdditions additions;
    private final ListShells shells;
    private final FilterBuilder builder;
    private final ListViews views;

    public RecordLists(
            RecordServices services, FormFields fields, RecordCounts counts, ListViews views, ListAdditions additions) {
        this.services = services;
        this.counts = counts;
        this.additions = additions;
        this.shells = new ListShells(services, new ListFilters(fields), additions.buttons());
        this.builder = new FilterBuilder(fields);
        this.views = views;
    }

    public List<Route> routes() {
        return List.of(new Route(Method.GET, services.path().template(), Policy.RIGHTS, Route.Media.HTML, this::list));
    }

    private Response list(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        PanelUrls places = services.panel().places();
        Optional<String> elsewhere = services.path()
                .find()
                .apply(request)
                .filter(model -> !services.isPathOf(model))
                .flatMap(places::listElsewhere);
        if (elsewhere.isPresent()) {
            return services.panel().redirect(elsewhere.get());
        }
        Model model = services.model(request);
        RecordServices.require(actor, Action.VIEW, model);
        String path = services.panel().places().list(model);
        Address given = ListFilters.typed(model, new Address(path, Address.given(request.query())));
        // the form of filters always sends the zone of the user
        Address here = given.parameters().containsKey(ListParameter.TZ.word()) ? ListPage.zoned(model, given) : given;
        List<VisitorView> saved = services.panel().views(actor);
        Optional<Address> other = here.parameters().isEmpty()
                ? views.usual(saved, model, path)
                : ListChoices.chosen(actor, model, here, request.query());
        if (other.isPresent()) {
            return services.panel().redirect(other.get().href());
        }
        try {
            Function<String, PageBody> body = token -> body(actor, model, here, here, Map.of(), token);
            return here.parameters().containsKey(ListPage.OPEN) || PanelUrls.hasOwnPages(model)
                    ? services.panel().unshared(request, 200, body, own(actor, saved, model, here))
                    : services.panel().shared(request, actor, model, here.href(), body, own(actor, saved, model, here));
        } catch (RequestRejectedException refused) {
            return corrected(request, actor, saved, model, here, refused);
        }
    }

    /** Tabs and saved views, which belong to the visitor and not to the page that users share. */
    private Panel.Own own(Actor.SignedIn actor, List<VisitorView> saved, Model model, Address here) {
        return new Panel.Own(saved, token -> {
            Content tabs = additions.tabs().apply(actor);
            Content kept = Panel.content(Jtelist_viewsGenerated::render, views.tabs(actor, saved, model, here, token));
            return output -> {
                tabs.writeTo(output);
                kept.writeTo(output);
            };
        });
    }

    /** The list without the parameters that are not valid; each is named beside its field. */
    private Response corrected(
            RequestContext request,
            Actor.SignedIn actor,
            List<VisitorView> saved,
            Model model,
            Address asked,
            RequestRejectedException refused) {
        Map<String, String> wrong = new LinkedHashMap<>();
        Address valid = asked;
        RequestRejectedException latest = refused;
        while (true) {
            Map<String, String> more = new LinkedHashMap<>();
            if (latest.category() == RequestRejectedException.Category.MALFORMED) {
                latest.violations().stream()
                        .filter(violation -> violation.pointer().startsWith("?"))
                        .forEach(violation -> more.putIfAbsent(
                                violation.pointer().substring(1).split("/", 2)[0], text(violation.text())));
            }
            more.keySet().retainAll(valid.parameters().keySet());
            if (more.isEmpty()) {
                throw latest;
            }
            wrong.putAll(more);
            valid = valid.without(more.keySet().toArray(String[]::new));
            Address rest = valid;
            try {
                return services.panel()
                        .unshared(
                                request,
                                400,
                                token -> body(actor, model, asked, rest, wrong, token),
                                own(actor, saved, model, rest));
            } catch (RequestRejectedException again) {
                latest = again;
            }
        }
    }

    /**
     * @param typed the address as it was requested
     * @param here the same without values that are not valid
     * @param wrong why they are not, by parameter
     */
    private PageBody body(
            Actor.SignedIn actor,
            Model model,
            Address typed,
            Address here,
            Map<String, String> wrong,
            String csrfToken) {
        ListShell shell = shells.of(actor, model, typed, here, wrong);
        ListRows rows = read(actor, model, here, shell);
        ModelDefinition definition = model.definition();
        Address closed = ListPage.closed(here);
        boolean isEmpty = rows.records().isEmpty();
        ListContext list = new ListContext(
                here.path(),
                text(definition.labels().many()),
                closed.query(),
                csrfToken,
                ListPage.density(here).word(),
                new ActionForms(
                        !shell.toolbar().actions().isEmpty(),
                        !isEmpty
                                && (shell.markup().posts()
                                        || !shell.rowActions().isEmpty())));
        Pagination pagination = Pagination.of(
                closed,
                rows.page(),
                rows.count(),
                rows.records().size(),
                definition.list().pageSize());
        RecordList shown = new RecordList(
                list,
                new RecordList.Filters(shell.bar(), shell.markup().fields()),
                new ListSummary(
                        rows.count().map(count -> total(count, definition)).orElse(""),
                        shell.addresses().resetSorting(),
                        shell.addresses().builder(),
                        shell.addresses().columns(),
                        ListChoices.densities(closed)),
                new SelectionBar(
                        shell.markup().selection().isPresent(),
                        shell.markup().selection().orElse(PageBody.NOTHING),
                        rows.count()
                                .filter(known -> known.total() > rows.records().size())),
                panel(actor, model, here, rows.columns(), csrfToken),
                table(actor, model, closed, rows, list, shell),
                isEmpty ? Optional.of(empty(definition, here, pagination, rows, shell)) : Optional.empty(),
                pagination);
        return new PageBody(
                true,
                text(definition.labels().many()),
                definition
                        .labels()
                        .help()
                        .map(Localized::text)
                        .map(help -> Panel.content(Jtelist_aboutGenerated::render, help))
                        .orElse(PageBody.NOTHING),
                shell.markup().actions(),
                Panel.content(Jterecords_listGenerated::render, shown));
    }

    private static EmptyList empty(
            ModelDefinition definition, Address here, Pagination pagination, ListRows rows, ListShell shell) {
        boolean past = rows.page().number().orElse(0) != 1
                && rows.count().filter(count -> count.total() == 0).isEmpty();
        if (past) {
            return EmptyList.pastTheEnd(pagination, rows.count(), rows.page().perPage());
        }
        return ListParameter.selecting(here.parameters()).isEmpty()
                ? EmptyList.withoutRecords(
                        definition,
                        shell.toolbar().createHref(),
                        shell.toolbar().importHref())
                : EmptyList.withoutMatch(here, shell.bar());
    }

    private ListPanel panel(
            Actor.SignedIn actor, Model model, Address here, List<FieldDefinition> columns, String csrfToken) {
        Address closed = ListPage.closed(here);
        return switch (here.parameters().getOrDefault(ListPage.OPEN, "")) {
            case "columns" -> ListChoices.columns(actor, model, closed, columns);
            case "filter" ->
                new ListPanel.Builder(
                        closed.without("page", "cursor").parameters(),
                        builder.lines(
                                actor,
                                model,
                                FilterBuilder.isSent(here.parameters())
                                        ? FilterBuilder.read(model, here.parameters())
                                        : FilterBuilder.started(model, closed)),
                        closed.href());
            default ->
                views.form(actor, model, here, csrfToken)
                        .<ListPanel>map(form -> form)
                        .orElseGet(ListPanel.Closed::new);
        };
    }

    /**
     * The records of a page, and the number of all.
     *
     * @param labels the names of the records that reference fields point to
     */
    private record ListRows(
            List<FieldDefinition> columns,
            List<RecordSnapshot> records,
            Map<FieldDefinition, Map<RecordKey, String>> labels,
            Page page,
            Optional<RecordCount> count) {}

    private ListRows read(Actor.SignedIn actor, Model model, Address here, ListShell shell) {
        List<FieldDefinition> columns = shell.fields();
        Map<String, String> parameters = ListPage.listed(here.parameters());
        parameters.put("fields", shell.read());
        parameters.remove("expand"); // the names of related records are shown anyway
        CountedList counted =
                new CountedList(model, actor.rights(), actor.id(), ListParameter.selecting(here.parameters()));
        boolean countsEachTime =
                here.parameters().containsKey("count") || services.panel().keepsPages();
        Optional<RecordCount> count = countsEachTime ? Optional.empty() : counts.find(counted);
        if (count.isPresent()) {
            parameters.put("count", "none");
        }
        List<RecordSnapshot> records = new ArrayList<>();
        Map<FieldDefinition, Map<RecordKey, String>> labels = new HashMap<>();
        Page page = named(actor, model, parameters, records, labels);
        labels.putAll(services.labels(
                actor,
                model,
                columns.stream().filter(field -> !labels.containsKey(field)).toList(),
                records));
        if (count.isEmpty() && page.total().isPresent()) {
            RecordCount now = new RecordCount(page.total().getAsLong(), page.more());
            count = Optional.of(now);
            if (!countsEachTime) {
                counts.put(counted, now);
            }
        }
        return new ListRows(columns, records, labels, page, count);
    }

    /** Reads the records with the names of those that they refer to, or without where a referenced table is unavailable. */
    private Page named(
            Actor.SignedIn actor,
            Model model,
            Map<String, String> parameters,
            List<RecordSnapshot> records,
            Map<FieldDefinition, Map<RecordKey, String>> labels) {
        try {
            return services.browsing().list(actor, ListRequest.named(model, parameters), CountMode.BOUNDED, shape -> {
                shape.expanded().keySet().forEach(name -> labels.put(model.fieldNamed(name), new HashMap<>()));
                return RecordSnapshot.sink(shape, records::add, labels);
            });
        } catch (ServiceUnavailableException e) {
            if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                throw e;
            }
            records.clear();
            labels.clear();
            return services.browsing()
                    .list(
                            actor,
                            ListRequest.of(model, parameters),
                            CountMode.BOUNDED,
                            shape -> RecordSnapshot.sink(shape, records::add));
        }
    }

    private RecordTable table(
            Actor.SignedIn actor, Model model, Address here, ListRows rows, ListContext list, ListShell shell) {
        List<Offered> onlyHere = shell.rowActions();
        // a form that was opened from the list leads back to it
        String edit =
                RecordServices.mayChange(actor, model) ? new Address("edit", Map.of("next", here.href())).href() : "";
        PanelUrls places = services.panel().places();
        String origin = ListOrigin.of(here).suffix();
        List<RecordRow> shown = new ArrayList<>(rows.records().size());
        List<Cell.Column> columns = rows.records().isEmpty()
                ? List.of()
                : Cell.columns(services, rows.records().getFirst().shape(), rows.columns(), rows.labels());
        int named = RecordTable.named(shell.columns());
        for (RecordSnapshot record : rows.records()) {
            Optional<RecordKey> address = record.address();
            if (address.isEmpty()) {
                shown.add(new RecordRow("", record.label(), "", "", cells(columns, named, record, ""), List.of()));
                continue;
            }
            RecordKey key = address.get();
            String segment = key.encoded();
            String page = here.path() + segment;
            String href = page + origin;
            shown.add(new RecordRow(
                    segment,
                    record.label(),
                    href,
                    edit.isEmpty() ? "" : page + "/" + edit,
                    cells(columns, named, record, href),
                    onlyHere.isEmpty()
                            ? List.of()
                            : ActionButton.ofRecord(services, model, onlyHere, Place.ROW, key, list.query())));
        }
        return new RecordTable(
                shell.markup().head(),
                shell.columns(),
                shown,
                shell.markup().selection().isPresent(),
                shell.markup().menu());
    }

    /** @param named the position of the cell that leads to the record */
    private static List<Cell> cells(List<Cell.Column> columns, int named, RecordSnapshot record, String href) {
        List<Cell> cells = new ArrayList<>(columns.size());
        for (Cell.Column column : columns) {
            Cell cell = column.cell(record);
            boolean leads = cells.size() == named;
            cells.add(href.isEmpty() ? cell : leads ? cell.withoutAddress(column.field()) : cell.continuedAt(href));
        }
        return cells;
    }

    private static String total(RecordCount count, ModelDefinition definition) {
        return count.more()
                ? text(
                        "More than {count} {plural}",
                        "count",
                        count.total(),
                        "plural",
                        text(definition.labels().many()))
                : text(
                        "{count, plural, one {# {label}} other {# {plural}}}",
                        "count",
                        count.total(),
                        "label",
                        text(definition.labels().one()),
                        "plural",
                        text(definition.labels().many()));
    }
}
