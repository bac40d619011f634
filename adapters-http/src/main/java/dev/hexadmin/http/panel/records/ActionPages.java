package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.actions.RunningActions.Ran;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.uri.QueryString;
import dev.hexadmin.http.templates.pages.Jterecords_actionGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Actions of programs: their buttons, the form for parameters and confirmation, and the run. Thread-safe. */
public final class ActionPages {
    /** Stands before the name of an action in the menu of a list. */
    static final String RUN = "run:";

    private static final String KEY = "run.key";
    private static final String PLACE = "run.place";
    private static final String QUERY = "run.query";
    private static final String COUNT = "run.count";
    private static final String VERSION = "run.version";

    private final RecordServices services;
    private final Widgets widgets;
    private final RecordLists lists;

    ActionPages(RecordServices services, Widgets widgets, RecordLists lists) {
        this.services = services;
        this.widgets = widgets;
        this.lists = lists;
    }

    /**
     * What starts an action.
     *
     * @param href where its form is, or where it is posted to
     * @param atOnce whether nothing is asked first: it is posted
     */
    public record Button(String label, String href, boolean atOnce, boolean dangerous) {}

    /**
     * What the page shows.
     *
     * @param keys of the records; none for a whole list, and without records
     * @param count of a whole list, or {@code -1}
     * @param what the records, for people, or {@code ""}
     * @param wrong what is wrong, in a sentence, or {@code ""}
     * @param elsewhere mistakes that belong to no parameter
     */
    public record Shown(
            Frame frame,
            String path,
            String label,
            String help,
            String question,
            boolean dangerous,
            String place,
            List<String> keys,
            String query,
            long count,
            String version,
            String what,
            String wrong,
            List<String> elsewhere,
            List<Widget> widgets,
            String back) {
        /** The names of the parameters that are secrets, separated by commas. */
        public String secrets() {
            return Widget.secrets(widgets);
        }

        /** The parameters with a mistake. */
        public List<Widget> mistaken() {
            return widgets.stream().filter(widget -> !widget.error().isEmpty()).toList();
        }
    }

    public List<Route> routes() {
        String action = services.path().template() + "/actions/{action}";
        return List.of(
                new Route(Method.GET, action + "/run", Policy.RIGHTS, Route.Media.HTML, this::ask),
                new Route(Method.POST, action + "/run", Policy.RIGHTS, Route.Media.HTML, this::run),
                new Route(Method.GET, action + "/choices/{field}", Policy.RIGHTS, Route.Media.ANY, this::choices));
    }

    /** The actions that the actor may run on several ticked records, for the menu of a list. */
    static List<Filter.Option> menu(RecordServices services, Actor actor, Model model) {
        if (model.definition().requireIfMatch()) {
            return List.of();
        }
        return services.running().offered(actor, model).stream()
                .filter(one -> one.action().places().contains(Place.LIST))
                .map(one -> new Filter.Option(
                        RUN + one.action().name(), one.action().label() + (asks(one.action()) ? "…" : ""), false))
                .toList();
    }

    /** Those without records. */
    static List<Button> ofModel(RecordServices services, Actor actor, Model model) {
        return services.running().offered(actor, model).stream()
                .map(Offered::action)
                .filter(action -> !action.forRecords())
                .map(action -> button(services, model, action, Map.of()))
                .toList();
    }

    /**
     * Those for one record.
     *
     * @param query of the list, or {@code ""}
     */
    static List<Button> ofRecord(
            RecordServices services, Model model, List<Offered> offered, Place place, RecordKey key, String query) {
        List<Button> buttons = new ArrayList<>();
        for (Offered one : offered) {
            if (one.action().places().contains(place)) {
                Map<String, String> parameters = new LinkedHashMap<>();
                parameters.put("key", key.encoded());
                parameters.put("place", word(place));
                if (!query.isEmpty()) {
                    parameters.put("query", query);
                }
                buttons.add(button(services, model, one.action(), parameters));
            }
        }
        return buttons;
    }

    private static Button button(
            RecordServices services, Model model, RecordAction action, Map<String, String> parameters) {
        boolean atOnce =
                !asks(action) && !(action.forRecords() && model.definition().requireIfMatch());
        String path = path(services, model, action.name()) + "/run";
        return new Button(
                action.label(), atOnce ? path : new Address(path, parameters).href(), atOnce, action.dangerous());
    }

    private static boolean asks(RecordAction action) {
        return action.hasParameters() || action.confirmation().isPresent();
    }

    private static String path(RecordServices services, Model model, String action) {
        return services.panel().places().list(model) + "actions/" + action;
    }

    private static String word(Place place) {
        return place.name().toLowerCase(Locale.ROOT);
    }

    /**
     * What is asked for.
     *
     * @param keys of the records
     * @param count of a whole list, as it was shown
     * @param version as it was shown
     */
    private record Asked(
            Model model,
            Offered offered,
            String place,
            List<String> keys,
            String query,
            Optional<Long> count,
            String version) {
        RecordAction action() {
            return offered.action();
        }

        Map<String, String> filters() {
            return ListParameter.selecting(RecordLists.given(QueryString.parse(query)));
        }

        /** Whether it is about the whole list. */
        boolean whole() {
            return action().forRecords() && keys.isEmpty();
        }

        List<FieldDefinition> fields() {
            return offered.form().fields().stream()
                    .filter(FieldDefinition::writableOnCreate)
                    .toList();
        }

        Asked counting(long now) {
            return new Asked(model, offered, place, keys, query, Optional.of(now), version);
        }

        Asked at(String now) {
            return new Asked(model, offered, place, keys, query, count, now);
        }
    }

    private Offered offered(RequestContext request, Actor actor, Model model) {
        return services.running().action(actor, model, request.variable("action"));
    }

    private Response ask(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        Offered offered = offered(request, actor, model);
        Map<String, String> query = request.query();
        Asked asked = new Asked(
                model,
                offered,
                query.getOrDefault("place", ""),
                Optional.ofNullable(query.get("key")).map(List::of).orElse(List.of()),
                query.getOrDefault("query", ""),
                Optional.empty(),
                "");
        if (asked.whole()) {
            return nothingChosen(request, asked);
        }
        return page(request, actor, versioned(actor, asked), initial(asked));
    }

    private Response nothingChosen(RequestContext request, Asked asked) {
        return services.panel()
                .redirect(request, back(asked), Flash.error("Nothing was ticked: choose the records first."));
    }

    /** From the menu of a list, with what is ticked or all of it. */
    Response several(RequestContext request, Actor.SignedIn actor, Model model, Form form) {
        String name = form.textOrEmpty("action").substring(RUN.length());
        Offered offered = services.running().action(actor, model, name);
        boolean all = !form.textOrEmpty("all").isEmpty();
        Asked asked = new Asked(
                model,
                offered,
                word(Place.LIST),
                all ? List.of() : form.all("key"),
                form.textOrEmpty("query"),
                Optional.empty(),
                "");
        if (asked.keys().isEmpty() && !all) {
            return nothingChosen(request, asked);
        }
        if (all) {
            asked = asked.counting(services.running().selected(actor, name, ListRequest.of(model, asked.filters())));
        }
        return all || asks(offered.action())
                ? page(request, actor, asked, initial(asked))
                : carryOut(request, actor, asked, Typed.NOTHING, Map.of());
    }

    private Response run(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        Offered offered = offered(request, actor, model);
        Form form = request.form();
        Asked asked = new Asked(
                model,
                offered,
                form.textOrEmpty(PLACE),
                form.all(KEY),
                form.textOrEmpty(QUERY),
                count(form),
                form.textOrEmpty(VERSION));
        if (asked.whole() && asked.count().isEmpty()) {
            return nothingChosen(request, asked);
        }
        Typed typed = typed(asked, form);
        if (form.has("find") || form.has(Form.RESUMED)) {
            return page(request, actor, asked, typed);
        }
        List<Violation> wrong = new ArrayList<>();
        Map<String, @Nullable Object> body = Widgets.body(asked.fields(), offered.form(), form, wrong);
        // an empty field is one that was left out: it gets its default
        body.values().removeIf(value -> value == null || value.equals(List.of()) || value.equals(""));
        return wrong.isEmpty()
                ? carryOut(request, actor, asked, typed, body)
                : refused(request, actor, asked, typed, RequestRejectedException.invalid(wrong));
    }

    private static Optional<Long> count(Form form) {
        String text = form.textOrEmpty(COUNT);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new Problem(422, "invalid", "How many records are meant has to be confirmed by their number.");
        }
    }

    private Response carryOut(
            RequestContext request,
            Actor.SignedIn actor,
            Asked asked,
            Typed typed,
            Map<String, @Nullable Object> body) {
        Optional<Selection> selection = !asked.action().forRecords()
                ? Optional.empty()
                : Optional.of(
                        asked.whole()
                                ? new Selection.Filtered(
                                        ListRequest.of(asked.model(), asked.filters()),
                                        asked.count().orElseThrow())
                                : new Selection.Keys(asked.keys()));
        Precondition precondition = asked.version().isEmpty()
                ? new Precondition.None()
                : new Precondition.OneOf(List.of(new Version(asked.version())));
        Ran ran;
        try {
            ran = services.running()
                    .run(actor, asked.model(), asked.action().name(), selection, body, precondition, false);
        } catch (RequestRejectedException refused) {
            return refused(request, actor, asked, typed, refused);
        }
        lists.changed();
        return services.panel().redirect(request, afterwards(actor, asked), Flash.success(ran.message()));
    }

    /** Where it was started, if that is still there. */
    private String afterwards(Actor actor, Asked asked) {
        boolean gone = asked.place().equals(word(Place.DETAIL))
                && !asked.keys().isEmpty()
                && !services.browsing()
                        .reaches(actor, asked.model(), asked.keys().getFirst(), Action.VIEW);
        return gone ? services.panel().places().list(asked.model()) : back(asked);
    }

    private String back(Asked asked) {
        PanelUrls places = services.panel().places();
        Optional<RecordKey> key =
                asked.place().equals(word(Place.DETAIL)) && !asked.keys().isEmpty()
                        ? RecordKey.parse(asked.model(), asked.keys().getFirst())
                        : Optional.empty();
        return key.map(one -> places.record(asked.model(), one))
                .orElseGet(() -> places.list(asked.model()) + (asked.query().isEmpty() ? "" : "?" + asked.query()));
    }

    /** A model that is changed only with the version that was seen gets the version that is shown. */
    private Asked versioned(Actor actor, Asked asked) {
        if (!asked.model().definition().requireIfMatch() || asked.keys().size() != 1) {
            return asked;
        }
        Found found = services.browsing()
                .read(
                        actor,
                        ListRequest.all(asked.model()),
                        asked.keys().getFirst(),
                        shape -> Captured.sink(shape, record -> {}));
        return asked.at(found.version().value());
    }

    /**
     * What the form holds.
     *
     * @param texts by parameter
     * @param finding what is looked for, by parameter
     */
    private record Typed(
            Map<String, List<String>> texts, Map<String, String> finding, String wrong, Map<String, String> errors) {
        static final Typed NOTHING = new Typed(Map.of(), Map.of(), "", Map.of());
    }

    private static Typed initial(Asked asked) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        asked.fields().forEach(field -> texts.put(field.name(), Widgets.initial(field)));
        return new Typed(texts, Map.of(), "", Map.of());
    }

    private static Typed typed(Asked asked, Form form) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, String> finding = new LinkedHashMap<>();
        for (FieldDefinition field : asked.fields()) {
            texts.put(
                    field.name(),
                    field.writeOnly() ? List.of() : Widgets.sent(field, form).orElse(List.of()));
            finding.put(field.name(), form.textOrEmpty(Widgets.FIND + field.name()));
        }
        return new Typed(texts, finding, "", Map.of());
    }

    /** The form once more, with what is wrong beside its fields. */
    private Response refused(
            RequestContext request, Actor.SignedIn actor, Asked asked, Typed typed, RequestRejectedException refused) {
        boolean answerable = switch (refused.category()) {
            case INVALID, CONFLICT, UNAVAILABLE, PRECONDITION_FAILED, PRECONDITION_REQUIRED -> true;
            case MALFORMED, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, TOO_MANY -> false;
        };
        if (!answerable) {
            throw refused;
        }
        Asked now = asked;
        if (refused.category() == RequestRejectedException.Category.PRECONDITION_FAILED) {
            now = versioned(actor, asked);
        } else if (refused.code().equals("count_changed") && asked.whole()) {
            now = asked.counting(services.running()
                    .selected(actor, asked.action().name(), ListRequest.of(asked.model(), asked.filters())));
        }
        Map<String, String> errors = new LinkedHashMap<>();
        refused.violations().stream().limit(20).forEach(violation -> {
            String pointer = violation.pointer();
            String name = pointer.startsWith("/parameters/")
                    ? pointer.substring("/parameters/".length()).split("/", 2)[0]
                    : pointer.startsWith("/")
                                    && asked.offered()
                                            .form()
                                            .field(pointer.substring(1))
                                            .isPresent()
                            ? pointer.substring(1)
                            : "";
            errors.merge(
                    name.isEmpty() ? pointer : name,
                    written(actor, pointer) + violation.message(),
                    (one, other) -> one.contains(other) ? one : one + " " + other);
        });
        boolean marked = refused.category() == RequestRejectedException.Category.INVALID
                && refused.code().equals("invalid")
                && errors.keySet().stream().anyMatch(name -> !name.startsWith("/"));
        boolean told = refused.violations().stream().map(Violation::message).anyMatch(refused.detail()::equals);
        String sentence = marked
                ? "Nothing was done. Fix the highlighted fields."
                : "Nothing was done." + (told ? "" : " " + refused.detail());
        return page(
                request,
                actor,
                Problems.details(refused).status(),
                now,
                new Typed(typed.texts(), typed.finding(), sentence, errors));
    }

    /** The record, and the field, that the code could not write; {@code ""} where the pointer leads elsewhere. */
    private String written(Actor.SignedIn actor, String pointer) {
        String[] steps = pointer.split("/", 5);
        Optional<Model> model = steps.length > 3 && steps[1].equals("records")
                ? services.panel().models().model(steps[2])
                : Optional.empty();
        return model.map(known -> (steps[3].equals("-")
                                ? "New " + known.definition().label().toLowerCase(Locale.ROOT)
                                : name(actor, known, steps[3]))
                        + (steps.length > 4
                                ? known.field(steps[4])
                                        .map(field -> ", " + field.label())
                                        .orElse("")
                                : "")
                        + ": ")
                .orElse("");
    }

    private Response page(RequestContext request, Actor.SignedIn actor, Asked asked, Typed typed) {
        return page(request, actor, 200, asked, typed);
    }

    private Response page(RequestContext request, Actor.SignedIn actor, int status, Asked asked, Typed typed) {
        Model model = asked.model();
        RecordAction action = asked.action();
        List<Widget> shown = new ArrayList<>();
        for (FieldDefinition field : asked.fields()) {
            Widget widget = widgets.widget(
                    actor,
                    asked.offered().form(),
                    field,
                    typed.texts().getOrDefault(field.name(), List.of()),
                    "",
                    typed.errors().getOrDefault(field.name(), ""),
                    typed.finding().getOrDefault(field.name(), ""));
            shown.add(
                    widget.choices().isEmpty()
                            ? widget
                            : widget.choosing(path(services, model, action.name()) + "/choices/" + field.name()));
        }
        List<String> elsewhere = typed.errors().entrySet().stream()
                .filter(one -> asked.offered().form().field(one.getKey()).isEmpty())
                .map(Map.Entry::getValue)
                .toList();
        String what = what(actor, asked);
        Frame frame = services.panel()
                .frame(
                        request,
                        action.label() + (what.isEmpty() ? "" : ": " + what),
                        new Frame.Crumb(
                                model.definition().labelPlural(),
                                services.panel().places().list(model)));
        return services.panel()
                .page(
                        request,
                        status,
                        Jterecords_actionGenerated::render,
                        new Shown(
                                frame,
                                path(services, model, action.name()) + "/run",
                                action.label(),
                                action.help().orElse(""),
                                action.confirmation().orElse(""),
                                action.dangerous(),
                                asked.place(),
                                asked.keys(),
                                asked.query(),
                                asked.count().orElse(-1L),
                                asked.version(),
                                what,
                                typed.wrong(),
                                elsewhere,
                                shown,
                                back(asked)));
    }

    /** The records, for people, as far as the actor may know. */
    private String what(Actor.SignedIn actor, Asked asked) {
        Model model = asked.model();
        if (!asked.action().forRecords()) {
            return "";
        }
        if (asked.keys().size() == 1) {
            return name(actor, model, asked.keys().getFirst());
        }
        long count = asked.count().orElse((long) asked.keys().size());
        return RecordLists.grouped(count) + " "
                + (count == 1 ? model.definition().label() : model.definition().labelPlural()).toLowerCase(Locale.ROOT);
    }

    private String name(Actor.SignedIn actor, Model model, String id) {
        return RecordKey.parse(model, id)
                .flatMap(key -> Optional.ofNullable(
                        services.searching().labels(actor, model, List.of(key)).get(key)))
                .filter(label -> !label.isEmpty())
                .orElse(model.definition().label() + " " + id);
    }

    private Response choices(RequestContext request) {
        Model model = services.model(request);
        return RecordPages.choices(
                services, request, offered(request, request.signedIn(), model).form());
    }
}
