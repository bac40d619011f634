package dev.hexadmin.http.panel.actions;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.actions.RunningActions.Ran;
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
import dev.hexadmin.http.panel.actions.ActionForm.ActionTarget;
import dev.hexadmin.http.panel.actions.ActionForm.ActionText;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.ActionButton;
import dev.hexadmin.http.panel.records.FormErrors;
import dev.hexadmin.http.panel.records.FormField;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.ListOrigin;
import dev.hexadmin.http.panel.records.RecordChoices;
import dev.hexadmin.http.panel.records.RecordCounts;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.records.RecordSnapshot;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jterecords_actionGenerated;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Actions of programs: the form for parameters and confirmation, and the run. Thread-safe. */
public final class ActionPages {
    /** The prefix of the name of an action in the menu of a list. */
    static final String RUN = "run:";

    private final RecordServices services;
    private final FormFields formFields;
    private final RecordCounts counts;

    public ActionPages(RecordServices services, FormFields formFields, RecordCounts counts) {
        this.services = services;
        this.formFields = formFields;
        this.counts = counts;
    }

    public List<Route> routes() {
        String action = services.path().template() + "/actions/{action}";
        return List.of(
                new Route(Method.GET, action + "/run", Policy.RIGHTS, Route.Media.HTML, this::ask),
                new Route(Method.POST, action + "/run", Policy.RIGHTS, Route.Media.HTML, this::run),
                new Route(Method.GET, action + "/choices/{field}", Policy.RIGHTS, Route.Media.ANY, this::choices));
    }

    /** The actions that the actor may run on several records. */
    static List<BulkAction> several(RecordServices services, Actor actor, Model model) {
        if (model.definition().requireIfMatch()) {
            return List.of();
        }
        return services.running().offered(actor, model).stream()
                .filter(one -> one.action().places().contains(Place.LIST))
                .map(Offered::action)
                .map(action -> new BulkAction(
                        RUN + action.name(),
                        text(action.labels()) + (ActionButton.asks(action) ? "…" : ""),
                        "play",
                        action.dangerous()))
                .toList();
    }

    private Offered offered(RequestContext request, Actor actor, Model model) {
        return services.running().action(actor, model, request.variable("action"));
    }

    private Response ask(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        Offered offered = offered(request, actor, model);
        ActionRequest asked = ActionRequest.of(model, offered, request.query());
        if (asked.whole()) {
            return nothingChosen(request, asked);
        }
        return page(request, actor, versioned(actor, asked), ActionInput.initial(asked.fields()));
    }

    private Response nothingChosen(RequestContext request, ActionRequest asked) {
        return services.panel()
                .redirect(
                        request, back(asked), Flash.error(text("No records are selected. Select the records first.")));
    }

    /** From the menu of a list, on the selected records or all of them. */
    Response several(RequestContext request, Actor.SignedIn actor, Model model, Form form) {
        String name = form.textOrEmpty("action").substring(RUN.length());
        Offered offered = services.running().action(actor, model, name);
        boolean all = !form.textOrEmpty("all").isEmpty();
        ActionRequest asked = new ActionRequest(
                model,
                offered,
                ActionButton.word(Place.LIST),
                all ? List.of() : form.all("key"),
                form.textOrEmpty("query"),
                Optional.empty(),
                "");
        if (asked.keys().isEmpty() && !all) {
            return nothingChosen(request, asked);
        }
        if (all) {
            asked = asked.withCount(services.running().selected(actor, name, ListRequest.of(model, asked.filters())));
        }
        return all || ActionButton.asks(offered.action())
                ? page(request, actor, asked, ActionInput.initial(asked.fields()))
                : carryOut(request, actor, asked, ActionInput.EMPTY, Map.of());
    }

    private Response run(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        Offered offered = offered(request, actor, model);
        Form form = request.form();
        ActionRequest asked = ActionRequest.of(model, offered, form);
        if (asked.whole() && asked.count().isEmpty()) {
            return nothingChosen(request, asked);
        }
        ActionInput input = ActionInput.of(asked.fields(), form);
        if (form.has(Form.FIND) || form.has(Form.RESUMED)) {
            return page(request, actor, asked, input);
        }
        List<Violation> wrong = new ArrayList<>();
        Map<String, @Nullable Object> body = FormFields.body(asked.fields(), offered.form(), form, wrong);
        // an empty field is one that was left out: it gets its default
        body.values().removeIf(value -> value == null || value.equals(List.of()) || value.equals(""));
        return wrong.isEmpty()
                ? carryOut(request, actor, asked, input, body)
                : refused(request, actor, asked, input, RequestRejectedException.invalid(wrong));
    }

    private Response carryOut(
            RequestContext request,
            Actor.SignedIn actor,
            ActionRequest asked,
            ActionInput input,
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
            return refused(request, actor, asked, input, refused);
        }
        counts.drop();
        return services.panel().redirect(request, afterwards(actor, asked), Flash.success(text(ran.message())));
    }

    private String listOf(ActionRequest asked) {
        String list = services.panel().places().list(asked.model());
        return asked.query().isEmpty() ? list : list + "?" + asked.query();
    }

    /** The page where it was started, if the record still exists. */
    private String afterwards(Actor actor, ActionRequest asked) {
        boolean gone = asked.place().equals(ActionButton.word(Place.DETAIL))
                && !asked.keys().isEmpty()
                && !services.browsing()
                        .reaches(actor, asked.model(), asked.keys().getFirst(), Action.VIEW);
        String list = services.panel().places().list(asked.model());
        return gone
                ? ListOrigin.read(asked.query()).list(list)
                : ReturnAddress.existing(services.browsing(), actor, asked.model(), back(asked));
    }

    private String back(ActionRequest asked) {
        PanelUrls places = services.panel().places();
        Optional<RecordKey> key = asked.place().equals(ActionButton.word(Place.DETAIL))
                        && !asked.keys().isEmpty()
                ? RecordKey.parse(asked.model(), asked.keys().getFirst())
                : Optional.empty();
        return key.map(one -> places.record(asked.model(), one)
                        + ListOrigin.read(asked.query()).suffix())
                .orElseGet(() -> listOf(asked));
    }

    /** A model that is changed only with the version that was seen gets the version that is shown. */
    private ActionRequest versioned(Actor actor, ActionRequest asked) {
        if (!asked.model().definition().requireIfMatch() || asked.keys().size() != 1) {
            return asked;
        }
        Found found = services.browsing()
                .read(
                        actor,
                        ListRequest.all(asked.model()),
                        asked.keys().getFirst(),
                        shape -> RecordSnapshot.sink(shape, record -> {}));
        return asked.withVersion(found.version().value());
    }

    /** The form again, with the errors beside its fields. */
    private Response refused(
            RequestContext request,
            Actor.SignedIn actor,
            ActionRequest asked,
            ActionInput input,
            RequestRejectedException refused) {
        boolean answerable = switch (refused.category()) {
            case INVALID, CONFLICT, UNAVAILABLE, PRECONDITION_FAILED, PRECONDITION_REQUIRED -> true;
            case MALFORMED, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, TOO_LARGE, UNSUPPORTED_TYPE, TOO_MANY -> false;
        };
        if (!answerable) {
            throw refused;
        }
        ActionRequest now = asked;
        if (refused.category() == RequestRejectedException.Category.PRECONDITION_FAILED) {
            now = versioned(actor, asked);
        } else if (refused.code().equals("count_changed") && asked.whole()) {
            now = asked.withCount(services.running()
                    .selected(actor, asked.action().name(), ListRequest.of(asked.model(), asked.filters())));
        }
        return page(
                request,
                actor,
                Problems.details(refused).status(),
                now,
                input.with(refused, asked.offered().form(), pointer -> subject(actor, pointer)));
    }

    /** The record, and the field, that the code could not write; {@code ""} for other pointers. */
    private String subject(Actor.SignedIn actor, String pointer) {
        String[] steps = pointer.split("/", 5);
        Optional<Model> model = steps.length > 3 && steps[1].equals("records")
                ? services.panel().models().model(steps[2])
                : Optional.empty();
        return model.map(known -> (steps[3].equals("-")
                                ? text(
                                        "New {label}",
                                        "label",
                                        noun(text(known.definition().labels().one())))
                                : name(actor, known, steps[3]))
                        + (steps.length > 4
                                ? known.field(steps[4])
                                        .map(field -> ", " + text(field.labels()))
                                        .orElse("")
                                : "")
                        + ": ")
                .orElse("");
    }

    private Response page(RequestContext request, Actor.SignedIn actor, ActionRequest asked, ActionInput input) {
        return page(request, actor, 200, asked, input);
    }

    private Response page(
            RequestContext request, Actor.SignedIn actor, int status, ActionRequest asked, ActionInput input) {
        Model model = asked.model();
        RecordAction action = asked.action();
        String path = ActionButton.path(services, model, action.name());
        List<FormField> fields = new ArrayList<>();
        for (FieldDefinition parameter : asked.fields()) {
            FormField field = formFields.field(
                    actor,
                    asked.offered().form(),
                    parameter,
                    input.texts().getOrDefault(parameter.name(), List.of()),
                    "",
                    input.errors().getOrDefault(parameter.name(), ""),
                    input.searches().getOrDefault(parameter.name(), ""));
            fields.add(
                    field.choices().href().isEmpty() ? field : field.searching(path + "/choices/" + parameter.name()));
        }
        List<String> others = input.errors().entrySet().stream()
                .filter(one -> asked.offered().form().field(one.getKey()).isEmpty())
                .map(Map.Entry::getValue)
                .toList();
        String target = target(actor, asked);
        Frame frame = services.panel()
                .frame(
                        request,
                        text(action.labels()) + (target.isEmpty() ? "" : ": " + target),
                        new Frame.Crumb(text(model.definition().labels().many()), listOf(asked)));
        return services.panel()
                .page(
                        request,
                        status,
                        Jterecords_actionGenerated::render,
                        new ActionForm(
                                frame,
                                path + "/run",
                                new ActionText(
                                        text(action.labels()),
                                        action.helpLabels().map(Localized::text).orElse(""),
                                        action.confirmationLabels()
                                                .map(Localized::text)
                                                .orElse(""),
                                        action.dangerous()),
                                new ActionTarget(
                                        asked.place(),
                                        asked.keys(),
                                        asked.query(),
                                        asked.count().orElse(-1L),
                                        asked.version(),
                                        target),
                                FormErrors.of(input.sentence(), others),
                                fields,
                                back(asked),
                                input.found()));
    }

    /** The records, for people, as far as the actor may view them. */
    private String target(Actor.SignedIn actor, ActionRequest asked) {
        Model model = asked.model();
        if (!asked.action().forRecords()) {
            return "";
        }
        if (asked.keys().size() == 1) {
            return name(actor, model, asked.keys().getFirst());
        }
        long count = asked.count().orElse((long) asked.keys().size());
        return RecordServices.named(count, model);
    }

    private String name(Actor.SignedIn actor, Model model, String id) {
        return RecordKey.parse(model, id)
                .flatMap(key -> Optional.ofNullable(
                        services.searching().labels(actor, model, List.of(key)).get(key)))
                .filter(label -> !label.isEmpty())
                .orElse(text(model.definition().labels().one()) + " " + id);
    }

    private Response choices(RequestContext request) {
        Model model = services.model(request);
        return RecordChoices.choices(
                services, request, offered(request, request.signedIn(), model).form());
    }
}
