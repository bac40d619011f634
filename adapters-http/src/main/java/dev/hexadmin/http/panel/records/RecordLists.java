package dev.hexadmin.http.panel.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.fields.FieldFilter;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.frame.PageBody;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.parts.Jterecords_listGenerated;
import dev.hexadmin.http.templates.parts.Jterecords_list_actionsGenerated;
import io.helidon.http.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists of records: search, filters, ordering, paging, and what to do with several. Thread-safe. */
public final class RecordLists {
    private static final List<Integer> SIZES = List.of(10, 20, 50, 100, 200);
    private static final int MOST_SORTED = 3;
    private static final Duration COUNTS_KEPT = Duration.ofSeconds(2);
    private static final int MOST_COUNTS = 10_000;

    private final RecordServices services;
    private final Widgets widgets;
    // a list is looked at again and again, page by page, while its number is the dearest part of it
    private final Cache<Counted, Count> counts = Caffeine.newBuilder()
            .maximumSize(MOST_COUNTS)
            .expireAfterWrite(COUNTS_KEPT)
            .build();

    RecordLists(RecordServices services, Widgets widgets) {
        this.services = services;
        this.widgets = widgets;
    }

    private record Counted(Model model, Rights rights, Object user, Map<String, String> filters) {}

    private record Count(long total, boolean more) {}

    /**
     * What the page shows.
     *
     * @param path of the list
     * @param query what is searched for
     * @param searchable whether there is anything to search
     * @param kept parameters that the search form carries along: how the list is shown, not what is in it
     * @param queryText all parameters of the list but its page, for a change of all of it
     * @param chips what is filtered by, each with the address without it
     * @param clear the address without any filter; {@code ""} when there is none
     * @param unsorted the address in the usual order; {@code ""} when it is that
     * @param problems values of the address that are not valid and not applied
     * @param queryError why what is searched for is not applied, or {@code ""}
     * @param total for people
     * @param all how many records a change of all would confirm, or {@code -1}
     * @param actions what can be done with several
     * @param empty what stands instead of the table when there are no rows
     * @param ofModel actions without records
     * @param rowActions whether lines have actions
     */
    public record Shown(
            String csrfToken,
            String path,
            String query,
            boolean searchable,
            Map<String, String> kept,
            String queryText,
            List<Filter> filters,
            boolean filtersOpen,
            List<Chip> chips,
            String clear,
            String unsorted,
            List<Problem> problems,
            String queryError,
            List<Column> columns,
            List<Row> rows,
            Pager pager,
            String total,
            long all,
            List<Filter.Option> actions,
            String createHref,
            String exportHref,
            String importHref,
            Empty empty,
            String plural,
            List<ActionPages.Button> ofModel,
            boolean rowActions) {}

    /** A filter that is on. */
    public record Chip(String label, String href) {}

    /**
     * A value of the address that is not valid.
     *
     * @param field the id of the form's field that holds it; {@code ""} when none does
     */
    public record Problem(String field, String label, String message) {}

    /**
     * Why there are no rows, and the way on.
     *
     * @param detail more about it, or {@code ""}
     * @param action the words of a button; {@code ""} without one
     * @param primary whether it is the main thing to do
     */
    public record Empty(String lead, String detail, String action, String href, boolean primary) {}

    /**
     * A column.
     *
     * @param name of the field
     * @param href sorts by it, or {@code ""}
     * @param sorted {@code ascending}, {@code descending} or {@code ""}
     * @param position among the columns sorted by, from 1
     */
    public record Column(String name, String label, String href, String sorted, int position, boolean number) {}

    /** A record. */
    public record Row(
            String key,
            String label,
            String href,
            String editHref,
            List<Cell> cells,
            List<ActionPages.Button> actions) {}

    /**
     * Where the page stands.
     *
     * @param text such as {@code 21–40}
     * @param first the address of the first page, or {@code ""}; so the others
     */
    public record Pager(
            String text, String first, String previous, String next, String last, List<Filter.Option> sizes) {}

    public List<Route> routes() {
        return List.of(new Route(Method.GET, services.path().template(), Policy.RIGHTS, Route.Media.HTML, this::list));
    }

    /** Forgets how many records there are: something was changed. */
    void changed() {
        counts.invalidateAll();
    }

    private Response list(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        PanelUrls places = services.panel().places();
        Optional<String> elsewhere = services.path().find().apply(request).flatMap(places::listElsewhere);
        if (elsewhere.isPresent()) {
            return services.panel().redirect(elsewhere.get());
        }
        Model model = services.model(request);
        RecordServices.require(actor, Action.VIEW, model);
        Map<String, String> asked = given(request.query());
        Address here = new Address(services.panel().places().list(model), asked);
        try {
            return services.panel()
                    .shared(
                            request,
                            actor,
                            model,
                            here.href(),
                            token -> body(actor, model, here, here, Map.of(), token));
        } catch (RequestRejectedException refused) {
            return corrected(request, actor, model, here, refused);
        }
    }

    /** The list without the parameters that are not valid, which are named beside their fields. */
    private Response corrected(
            RequestContext request,
            Actor.SignedIn actor,
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
                        .forEach(violation ->
                                more.putIfAbsent(violation.pointer().substring(1), violation.message()));
            }
            more.keySet().retainAll(valid.parameters().keySet());
            if (more.isEmpty()) {
                throw latest;
            }
            wrong.putAll(more);
            valid = valid.without(more.keySet().toArray(String[]::new));
            Address rest = valid;
            try {
                return services.panel().unshared(request, 400, token -> body(actor, model, asked, rest, wrong, token));
            } catch (RequestRejectedException again) {
                latest = again;
            }
        }
    }

    /**
     * @param typed the address as it was asked for
     * @param here the same without what is not valid
     * @param wrong why, by parameter
     */
    private PageBody body(
            Actor.SignedIn actor,
            Model model,
            Address typed,
            Address here,
            Map<String, String> wrong,
            String csrfToken) {
        Shown shown = shown(actor, model, typed, here, wrong, csrfToken);
        return new PageBody(
                model.definition().labelPlural(),
                Panel.html(Jterecords_list_actionsGenerated::render, shown),
                Panel.html(Jterecords_listGenerated::render, shown));
    }

    private Shown shown(
            Actor.SignedIn actor,
            Model model,
            Address typed,
            Address here,
            Map<String, String> wrong,
            String csrfToken) {
        Map<String, String> asked = here.parameters();
        List<FieldDefinition> columns = columns(actor, model, asked);
        Map<String, String> parameters = new LinkedHashMap<>(asked);
        parameters.put("fields", fields(actor, model, columns));
        parameters.remove("expand"); // the names of related records are shown anyway
        Counted counted = new Counted(model, actor.rights(), actor.id(), ListParameter.selecting(asked));
        boolean counts = asked.containsKey("count") || services.panel().keepsPages();
        @Nullable Count known = counts ? null : this.counts.getIfPresent(counted);
        if (known != null) {
            parameters.put("count", "none");
        }
        List<Captured> records = new ArrayList<>();
        Page page = services.browsing()
                .list(
                        actor,
                        ListRequest.of(model, parameters),
                        CountMode.BOUNDED,
                        shape -> Captured.sink(shape, records::add));
        if (known == null && page.total().isPresent()) {
            known = new Count(page.total().getAsLong(), page.more());
            if (!counts) {
                this.counts.put(counted, known);
            }
        }
        var labels = services.labels(actor, model, columns, records);
        List<SortKey> sorted = sorted(model, asked);
        PanelUrls places = services.panel().places();
        // a form that was opened from here leads back here
        String edit = RecordServices.may(actor.rights(), Action.EDIT, model)
                ? new Address("edit", Map.of("next", here.href())).href()
                : "";
        List<Offered> offered = services.running().offered(actor, model).stream()
                .filter(one -> one.action().places().contains(Place.ROW))
                .toList();
        String query = here.without("page", "cursor").query();
        List<Filter> filters = filters(actor, model, typed.parameters(), wrong);
        List<Chip> chips = chips(actor, model, here, asked);
        ModelDefinition definition = model.definition();
        long total = known == null ? -1 : known.total();
        Pager pager = pager(here, page, known, records.size(), definition.list().pageSize());
        boolean creates = RecordServices.may(actor.rights(), Action.CREATE, model);
        String clear = chips.isEmpty() && !asked.containsKey("q") ? "" : clear(here);
        return new Shown(
                csrfToken,
                here.path(),
                typed.parameters().getOrDefault("q", ""),
                !model.searchPaths().isEmpty(),
                kept(here),
                query,
                filters,
                !chips.isEmpty() || filters.stream().anyMatch(Filter::isWrong),
                chips,
                clear,
                asked.containsKey("ordering")
                        ? here.without("ordering", "page", "cursor").href()
                        : "",
                problems(model, filters, wrong),
                wrong.getOrDefault("q", ""),
                columns.stream()
                        .map(field -> column(actor, model, field, here, sorted))
                        .toList(),
                records.stream()
                        .map(record -> row(places, actor, model, columns, record, labels, edit, offered, query))
                        .toList(),
                pager,
                total(known, definition),
                total > records.size() ? total : -1,
                BulkChanges.actions(services, actor, model),
                creates ? here.path() + "create" : "",
                RecordServices.may(actor.rights(), Action.EXPORT, model)
                        ? here.without("page", "per_page", "cursor", "count", "expand")
                                .at(here.path() + "export")
                                .href()
                        : "",
                RecordServices.may(actor.rights(), Action.IMPORT, model) ? here.path() + "import" : "",
                empty(definition, here, pager, known, page, creates, clear),
                definition.labelPlural(),
                ActionPages.ofModel(services, actor, model),
                !offered.isEmpty());
    }

    private static Empty empty(
            ModelDefinition definition,
            Address here,
            Pager pager,
            @Nullable Count known,
            Page page,
            boolean creates,
            String clear) {
        if (page.number().orElse(0) != 1 && (known == null || known.total() > 0)) {
            String pages = known == null || known.more()
                    ? ""
                    : "The list has " + counted(pages(known, page.perPage()), "page") + ".";
            return pager.previous().isEmpty()
                    ? new Empty(
                            "This page is past the end of the list.",
                            pages,
                            "Go to the first page",
                            pager.first(),
                            false)
                    : new Empty(
                            "This page is past the end of the list.",
                            pages,
                            "Go to the last page",
                            pager.previous(),
                            false);
        }
        if (!ListParameter.selecting(here.parameters()).isEmpty()) {
            return new Empty(
                    "No results match your filters.", "", clear.isEmpty() ? "" : "Clear filters", clear, false);
        }
        return new Empty(
                "No " + definition.labelPlural().toLowerCase(java.util.Locale.ROOT) + " yet.",
                "",
                creates ? "Create the first one" : "",
                creates ? here.path() + "create" : "",
                true);
    }

    private static String counted(long number, String thing) {
        return grouped(number) + " " + thing + (number == 1 ? "" : "s");
    }

    private static long pages(Count count, int perPage) {
        return (count.total() + perPage - 1) / perPage;
    }

    private static List<Problem> problems(Model model, List<Filter> filters, Map<String, String> wrong) {
        List<Problem> problems = new ArrayList<>();
        wrong.forEach((name, message) -> {
            Optional<Filter> filter = filters.stream()
                    .filter(one -> one.name().equals(name) || one.name2().equals(name))
                    .findFirst();
            String field = name.equals("q") && !model.searchPaths().isEmpty()
                    ? "q"
                    : filter.map(one -> "filter-" + name).orElse("");
            String label = name.equals("q")
                    ? "Search"
                    : filter.filter(one -> one.kind().equals("range"))
                            .map(one -> one.label()
                                    + (one.name().equals(name) ? " from" : one.before() ? " before" : " to"))
                            .or(() -> filter.map(Filter::label))
                            .orElse(name);
            problems.add(new Problem(field, label, message));
        });
        return problems;
    }

    /** The parameters without those that say nothing: a form sends all of its fields. */
    static Map<String, String> given(Map<String, String> query) {
        Map<String, String> given = new LinkedHashMap<>(query);
        given.values().removeIf(String::isEmpty);
        return given;
    }

    private static Map<String, String> kept(Address here) {
        Map<String, String> kept = new LinkedHashMap<>(here.parameters());
        kept.keySet().retainAll(Set.of("ordering", "per_page", "fields"));
        return kept;
    }

    private String clear(Address here) {
        Address clear = here.without("q", "page", "cursor");
        return clear.without(ListParameter.selecting(here.parameters()).keySet().toArray(String[]::new))
                .href();
    }

    private static List<FieldDefinition> columns(Actor actor, Model model, Map<String, String> asked) {
        List<String> names = asked.containsKey("fields")
                ? List.of(asked.getOrDefault("fields", "").split(",", -1))
                : model.definition().list().columns();
        List<FieldDefinition> columns = new ArrayList<>();
        for (String name : names) {
            Optional<FieldDefinition> field = model.field(name.strip());
            if (field.isEmpty() && asked.containsKey("fields")) {
                throw RequestRejectedException.malformed(
                        "invalid_query",
                        "The query is not valid.",
                        List.of(new dev.hexadmin.domain.models.Violation(
                                "?fields", "unknown_field", "There is no field '" + name.strip() + "'.")));
            }
            field.filter(one -> !one.writeOnly() && actor.rights().allows(Action.VIEW, model, one))
                    .ifPresent(columns::add);
        }
        return columns.isEmpty() ? model.key() : columns;
    }

    private static String fields(Actor actor, Model model, List<FieldDefinition> columns) {
        Set<String> names = new LinkedHashSet<>();
        model.key().forEach(field -> names.add(field.name()));
        columns.forEach(field -> names.add(field.name()));
        model.display().fields().stream()
                .filter(field -> actor.rights().allows(Action.VIEW, model, field))
                .forEach(field -> names.add(field.name()));
        return String.join(",", names);
    }

    private static List<SortKey> sorted(Model model, Map<String, String> asked) {
        @Nullable String ordering = asked.get("ordering");
        return ordering == null
                ? model.definition().list().ordering()
                : List.of(ordering.split(",", -1)).stream()
                        .map(String::strip)
                        .filter(text -> !text.isEmpty() && !text.equals("-"))
                        .map(SortKey::parse)
                        .toList();
    }

    private static Column column(Actor actor, Model model, FieldDefinition field, Address here, List<SortKey> sorted) {
        boolean number = FieldViews.of(field).isNumber();
        Map<String, List<SortKey>> columns = new LinkedHashMap<>();
        sorted.forEach(key -> columns.computeIfAbsent(key.field().split("__", 2)[0], name -> new ArrayList<>())
                .add(key));
        int position = List.copyOf(columns.keySet()).indexOf(field.name()) + 1;
        boolean descending = position > 0
                && columns.getOrDefault(field.name(), List.of()).getFirst().descending();
        String href = "";
        List<String> own = sortedBy(actor, model, field);
        if (!own.isEmpty()) {
            List<String> keys = new ArrayList<>();
            own.forEach(key -> keys.add(position == 1 && !descending ? "-" + key : key));
            // what it was sorted by before decides among equals
            columns.remove(field.name());
            columns.values().stream()
                    .limit(MOST_SORTED - 1L)
                    .flatMap(List::stream)
                    .map(SortKey::toString)
                    .forEach(keys::add);
            href = here.without("page", "cursor")
                    .with("ordering", String.join(",", keys))
                    .href();
        }
        return new Column(
                field.name(),
                field.label(),
                href,
                position == 0 ? "" : descending ? "descending" : "ascending",
                position,
                number);
    }

    /** The keys that put a column in the order of what it shows: of a reference, the fields of the record's name. */
    private static List<String> sortedBy(Actor actor, Model model, FieldDefinition field) {
        if (!field.type().isOrdered() || !field.queryable()) {
            return List.of();
        }
        if (field.reference().isEmpty() || !actor.rights().allows(Action.VIEW, model.target(field))) {
            return List.of(field.name());
        }
        Model target = model.target(field);
        List<String> keys = target.display().fields().stream()
                .filter(naming -> naming.queryable()
                        && naming.type().isOrdered()
                        && actor.rights().allows(Action.VIEW, target, naming))
                .map(naming -> field.name() + "__" + naming.name())
                .distinct()
                .limit(MOST_SORTED)
                .toList();
        return keys.isEmpty() ? List.of(field.name()) : keys;
    }

    private Row row(
            PanelUrls places,
            Actor actor,
            Model model,
            List<FieldDefinition> columns,
            Captured record,
            Map<FieldDefinition, Map<RecordKey, String>> labels,
            String edit,
            List<Offered> offered,
            String query) {
        RecordKey key = record.key();
        List<Cell> cells = new ArrayList<>(columns.size());
        for (FieldDefinition field : columns) {
            Cell cell = Cell.of(places, model, field, record.shown(field), false, labels.getOrDefault(field, Map.of()));
            if (!cells.isEmpty()) { // the first one is a link to the record by itself
                cell = cell.continuedAt(places.record(model, key));
            }
            boolean changeable = !edit.isEmpty()
                    && field.writableOnUpdate()
                    && FieldViews.of(field).isEditedInList()
                    && actor.rights().allows(Action.EDIT, model, field);
            cells.add(changeable ? cell.changeable(field.name()) : cell);
        }
        return new Row(
                key.encoded(),
                record.label(),
                places.record(model, key),
                edit.isEmpty() ? "" : places.record(model, key, edit),
                cells,
                offered.isEmpty() ? List.of() : ActionPages.ofRecord(services, model, offered, Place.ROW, key, query));
    }

    private static String total(@Nullable Count count, ModelDefinition definition) {
        if (count == null) {
            return "";
        }
        String number = grouped(count.total());
        return count.more()
                ? "More than " + number + " " + definition.labelPlural()
                : number + " " + (count.total() == 1 ? definition.label() : definition.labelPlural());
    }

    /** {@code 12 345}, with a narrow space that does not break. */
    static String grouped(long number) {
        return String.format(java.util.Locale.ROOT, "%,d", number).replace(',', '\u202F');
    }

    private static Pager pager(Address here, Page page, @Nullable Count count, int shown, int usualSize) {
        Address bare = here.without("page", "cursor");
        String first = "";
        String previous = "";
        String next = "";
        String last = "";
        String text = "";
        if (page.number().isPresent()) {
            int number = page.number().getAsInt();
            long from = (number - 1L) * page.perPage() + 1;
            if (shown > 0) {
                text = grouped(from) + "–" + grouped(from + shown - 1)
                        + (count == null ? "" : " of " + (count.more() ? "more than " : "") + grouped(count.total()));
            }
            if (number > 1) {
                first = bare.href();
                // past the end the page before is the last one, if it is known
                long before =
                        shown > 0 ? number - 1L : count == null || count.more() ? 0 : pages(count, page.perPage());
                previous = before == 0
                        ? ""
                        : before == 1
                                ? bare.href()
                                : bare.with("page", Long.toString(before)).href();
            }
            boolean deep = from + page.perPage() > ListQuery.COUNTED;
            if (page.hasNext()) {
                // numbers cost more the farther they lead: past the counted part it goes on from record to record
                next = deep && page.nextCursor().isPresent()
                        ? bare.with("cursor", page.nextCursor().get()).href()
                        : bare.with("page", Integer.toString(number + 1)).href();
            }
            if (count != null && !count.more() && page.hasNext()) {
                long lastPage = pages(count, page.perPage());
                last = lastPage > number
                        ? bare.with("page", Long.toString(lastPage)).href()
                        : "";
            }
        } else {
            first = bare.href();
            previous = page.previousCursor()
                    .map(cursor -> bare.with("cursor", cursor).href())
                    .orElse("");
            next = page.nextCursor()
                    .map(cursor -> bare.with("cursor", cursor).href())
                    .orElse("");
        }
        Set<Integer> sizes = new java.util.TreeSet<>(SIZES);
        sizes.add(page.perPage());
        return new Pager(
                text,
                first,
                previous,
                next,
                last,
                sizes.stream()
                        .map(size -> new Filter.Option(
                                bare.with("per_page", size == usualSize ? "" : Integer.toString(size))
                                        .href(),
                                Integer.toString(size),
                                size == page.perPage()))
                        .toList());
    }

    private List<Filter> filters(
            Actor.SignedIn actor, Model model, Map<String, String> asked, Map<String, String> wrong) {
        List<Filter> filters = new ArrayList<>();
        for (String name : model.definition().list().filters()) {
            model.field(name)
                    .filter(field -> field.queryable() && actor.rights().allows(Action.VIEW, model, field))
                    .ifPresent(field -> filters.add(filter(actor, model, field, asked, wrong)));
        }
        return filters;
    }

    private Filter filter(
            Actor.SignedIn actor,
            Model model,
            FieldDefinition field,
            Map<String, String> asked,
            Map<String, String> wrong) {
        String name = ListParameter.filter(field);
        return switch (FieldViews.of(field).filter(field)) {
            case FieldFilter.Choice(String lookup, List<FieldView.Option> options) -> {
                String value = asked.getOrDefault(name + lookup, "");
                yield choice(field, name + lookup, value, wrong, Filter.options(options, value));
            }
            case FieldFilter.Records() -> {
                String value = asked.getOrDefault(name, "");
                Widgets.Choices choices =
                        widgets.choices(actor, model, field, value.isEmpty() ? List.of() : List.of(value), "", false);
                yield new Filter(
                        choices.complete() ? "choice" : "picker",
                        field.label(),
                        name,
                        value,
                        "",
                        "",
                        "",
                        choices.options(),
                        choices.complete() ? "" : choices.address(),
                        wrong.getOrDefault(name, ""),
                        "");
            }
            case FieldFilter.Range(String from, String to, String input) ->
                range(field, name, from, to, input, asked, wrong);
            case FieldFilter.Text(String lookup) -> text(field, name + lookup, asked, wrong);
        };
    }

    private static Filter choice(
            FieldDefinition field, String name, String value, Map<String, String> wrong, List<Filter.Option> options) {
        return new Filter(
                "choice", field.label(), name, value, "", "", "", options, "", wrong.getOrDefault(name, ""), "");
    }

    private static Filter text(
            FieldDefinition field, String name, Map<String, String> asked, Map<String, String> wrong) {
        return new Filter(
                "text",
                field.label(),
                name,
                asked.getOrDefault(name, ""),
                "",
                "",
                "text",
                List.of(),
                "",
                wrong.getOrDefault(name, ""),
                "");
    }

    private static Filter range(
            FieldDefinition field,
            String name,
            String from,
            String to,
            String input,
            Map<String, String> asked,
            Map<String, String> wrong) {
        return new Filter(
                "range",
                field.label(),
                name + from,
                asked.getOrDefault(name + from, ""),
                name + to,
                asked.getOrDefault(name + to, ""),
                input,
                List.of(),
                "",
                wrong.getOrDefault(name + from, ""),
                wrong.getOrDefault(name + to, ""));
    }

    private List<Chip> chips(Actor.SignedIn actor, Model model, Address here, Map<String, String> asked) {
        ListRequest request = ListRequest.selecting(model, asked);
        List<Chip> chips = new ArrayList<>();
        for (ListRequest.Filter filter : request.filters()) {
            FieldPath path = filter.path();
            String label = Stream.concat(path.through().stream(), Stream.of(path.field()))
                    .map(FieldDefinition::label)
                    .collect(Collectors.joining(" "));
            boolean equal = filter.lookup() == Lookup.EXACT;
            chips.add(new Chip(
                    label + (equal ? "" : " ") + filter.lookup().phrase() + " "
                            + told(actor, path.owner(), path.field(), filter.text()),
                    here.without(filter.parameter(), "page", "cursor").href()));
        }
        return chips;
    }

    private String told(Actor.SignedIn actor, Model model, FieldDefinition field, String value) {
        if (field.reference().isPresent()) {
            Model target = model.target(field);
            return FieldText.parse(target, target.key().getFirst(), value)
                    .map(one -> new RecordKey(List.of(one)))
                    .flatMap(one -> Optional.ofNullable(services.searching()
                            .labels(actor, target, List.of(one))
                            .get(one)))
                    .orElse(value);
        }
        return FieldViews.of(field).filtered(value);
    }
}
