package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.application.records.BrowsingRecords.Neighbours;
import dev.hexadmin.application.records.BrowsingRecords.Place;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PageBody;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.parts.Jterecords_detailGenerated;
import dev.hexadmin.http.templates.parts.Jterecords_detail_actionsGenerated;
import dev.hexadmin.http.templates.parts.Jterecords_statusGenerated;
import gg.jte.Content;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page of a record, with its steps, the records that refer to it, its latest changes and its neighbours. Thread-safe. */
public final class RecordDetails {
    /** The parameters of the page; another record's page has them, too. */
    private static final Set<String> PARAMETERS =
            Set.of(ListOrigin.PARAMETER, RelatedRecords.CHOSEN, RelatedRecords.EDIT);

    /** Actions of a program beside the title; the others are in the menu. */
    private static final int ACTIONS_IN_BAR = 2;

    private final RecordServices services;
    private final RelatedRecords related;
    private final RecordHistory history;
    private final RecordComments comments;

    public RecordDetails(
            RecordServices services, ChildTables children, RecordHistory history, RecordComments comments) {
        this.services = services;
        this.related = new RelatedRecords(services, children);
        this.history = history;
        this.comments = comments;
    }

    /**
     * What the page shows.
     *
     * @param steps empty without a field that has steps
     * @param comments the latest comments; empty where the records of the model have none
     * @param history the latest changes; empty where the records of the model are never changed
     * @param origin the query of the list that the record was opened from
     */
    public record DetailPage(
            DetailLayout layout,
            Optional<RecordSteps> steps,
            RelatedRecords.Related related,
            Optional<Content> comments,
            Optional<Content> history,
            String actionsHref,
            String origin,
            String csrfToken) {}

    /**
     * What can be done, beside the title; addresses are {@code ""} without the right.
     *
     * @param label of the model
     */
    public record DetailBar(
            String label,
            String key,
            Around around,
            List<ActionButton> actions,
            List<ActionButton> more,
            BarLinks links) {
        /** The actions of the menu that destroy nothing, or the others. */
        public List<ActionButton> more(boolean dangerous) {
            return more.stream()
                    .filter(button -> button.dangerous() == dangerous)
                    .toList();
        }
    }

    /**
     * Addresses of what can be done with the record.
     *
     * @param editing whether the page has a form already
     */
    public record BarLinks(String edit, String duplicate, String history, String delete, boolean editing) {}

    /**
     * The records around this one in the list that the user came from.
     *
     * @param place such as {@code 5 of 249}, or {@code ""}
     */
    public record Around(String previous, String next, String place) {
        static final Around NONE = new Around("", "", "");
    }

    /**
     * A field and its value.
     *
     * @param wide whether it needs the width of its group
     */
    public record FieldValue(String label, Cell cell, boolean wide) {}

    public List<Route> routes() {
        String record = services.path().template() + "/{id}";
        return List.of(
                new Route(Method.GET, record, Policy.RIGHTS, Route.Media.HTML, this::detail),
                new Route(Method.GET, record + "/download/{field}", Policy.RIGHTS, Route.Media.HTML, this::download));
    }

    /** All of a text that is too long for the page. */
    private Response download(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.VIEW, model);
        String name = request.variable("field");
        FieldDefinition field = model.field(name)
                .filter(one -> one.stored() && !one.writeOnly())
                .orElseThrow(() -> RequestRejectedException.notFound(
                        Message.of("There is no field ''{field}''.").with("field", name)));
        RecordSnapshot[] read = new RecordSnapshot[1];
        services.browsing()
                .read(
                        actor,
                        ListRequest.of(model, Map.of("fields", name)),
                        request.variable("id"),
                        shape -> RecordSnapshot.sink(shape, one -> read[0] = one));
        byte[] text = switch (read[0].shown(field)) {
            case null -> new byte[0];
            case byte[] bytes -> bytes;
            case RecordSnapshot.Unreadable(String stored) -> stored.getBytes(StandardCharsets.UTF_8);
            case JsonText(String document) -> document.getBytes(StandardCharsets.UTF_8);
            case Object value -> FieldText.write(value).getBytes(StandardCharsets.UTF_8);
        };
        // never a type that a browser runs: the text is a user's
        FieldView view = FieldViews.of(field);
        return new Response(200, List.of(new Response.Header("Content-Type", view.mediaType())), text)
                .with("Content-Disposition", "attachment; filename=\"" + name + view.fileEnd() + "\"");
    }

    private Response detail(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        PanelUrls places = services.panel().places();
        Optional<Model> elsewhere = services.path()
                .find()
                .apply(request)
                .filter(model -> PanelUrls.hasOwnPages(model) && !services.isPathOf(model));
        if (elsewhere.isPresent()) {
            return services.panel().redirect(places.list(elsewhere.get()) + request.variable("id"));
        }
        Model model = services.model(request);
        RecordServices.require(actor, Action.VIEW, model);
        String id = request.variable("id");
        Address here = here(request);
        ListOrigin origin = ListOrigin.read(here.parameters());
        Frame.Crumb list = new Frame.Crumb(text(model.definition().labels().many()), origin.list(places.list(model)));
        if (related.isAdded(actor, model, here)) {
            return services.panel().unshared(request, actor, token -> body(actor, model, id, here, token), list);
        }
        return services.panel()
                .shared(
                        request,
                        actor,
                        model,
                        // users edit their own comments
                        comments.of(model) ? here.href() + " " + actor.id() : here.href(),
                        token -> body(actor, model, id, here, token),
                        list);
    }

    /** The address with the parameters that the page depends on. */
    private static Address here(RequestContext request) {
        Map<String, String> parameters = new LinkedHashMap<>();
        request.query().forEach((name, value) -> {
            if (!value.isEmpty() && (PARAMETERS.contains(name) || name.endsWith(ChildTables.PAGE))) {
                parameters.put(name, value);
            }
        });
        return new Address(request.path(), parameters);
    }

    private PageBody body(Actor.SignedIn actor, Model model, String id, Address here, String csrfToken) {
        RecordSnapshot[] read = new RecordSnapshot[1];
        Found found = services.browsing()
                .read(actor, ListRequest.all(model), id, shape -> RecordSnapshot.sink(shape, one -> read[0] = one));
        RecordSnapshot record = read[0];
        Optional<FieldDefinition> steps = RecordSteps.field(record);
        Optional<RecordHistory.LatestChanges> latest = isChanged(model)
                ? Optional.of(history.latest(actor, model, record.key(), steps, ListOrigin.read(here.parameters())))
                : Optional.empty();
        Map<String, FieldValue> values = values(actor, record);
        Optional<FieldValue> status = status(record).flatMap(field -> Optional.ofNullable(values.remove(field.name())));
        title(record).ifPresent(field -> values.remove(field.name()));
        RelatedRecords.Related others =
                related.of(actor, record, here, found.version().value(), csrfToken);
        DetailPage shown = new DetailPage(
                DetailLayout.of(model, values, FieldConditions.unmet(model, Map.of(), Optional.of(record))),
                steps.map(field -> RecordSteps.of(
                        field,
                        Objects.requireNonNull(record.value(field)),
                        latest.map(RecordHistory.LatestChanges::reached).orElse(Map.of()))),
                others,
                comments.of(model)
                        ? Optional.of(comments.latest(actor, model, record.key(), here.href(), csrfToken))
                        : Optional.empty(),
                latest.map(RecordHistory.LatestChanges::card),
                services.panel().places().record(model, record.key(), "history"),
                ListOrigin.read(here.parameters()).query(),
                csrfToken);
        return new PageBody(
                false,
                record.label(),
                status.<Content>map(one -> Panel.content(Jterecords_statusGenerated::render, one))
                        .orElse(PageBody.NOTHING),
                Panel.content(Jterecords_detail_actionsGenerated::render, bar(actor, record, here, others.editing())),
                Panel.content(Jterecords_detailGenerated::render, shown));
    }

    /** Whether records of the model are ever changed here. */
    private static boolean isChanged(Model model) {
        return Action.CREATE.isPossibleOn(model)
                || Action.EDIT.isPossibleOn(model)
                || Action.DELETE.isPossibleOn(model);
    }

    /** The state of the record: the first enum with colours that has a value. */
    private static Optional<FieldDefinition> status(RecordSnapshot record) {
        return record.shape().fields().stream()
                .filter(field -> !field.style().colours().isEmpty() && record.value(field) != null)
                .findFirst();
    }

    /** The field of which the title has the whole value. */
    private static Optional<FieldDefinition> title(RecordSnapshot record) {
        List<FieldDefinition> named = record.shape().model().display().fields();
        return named.size() == 1 && record.labelIsWhole() ? Optional.of(named.getFirst()) : Optional.empty();
    }

    private Map<String, FieldValue> values(Actor.SignedIn actor, RecordSnapshot record) {
        PanelUrls places = services.panel().places();
        Model model = record.shape().model();
        var labels = services.labels(actor, model, record.shape().fields(), List.of(record));
        Map<String, FieldValue> values = new LinkedHashMap<>();
        for (FieldDefinition field : record.shape().fields()) {
            @Nullable Object value = record.shown(field);
            Cell cell = Cell.of(services, record, field, true, labels.getOrDefault(field, Map.of()))
                    .continuedAt(places.record(model, record.key(), "download/" + field.name()));
            boolean wide = value != null && FieldViews.of(field).width(field) == Layout.COLUMNS;
            values.put(field.name(), new FieldValue(text(field.labels()), cell, wide));
        }
        return values;
    }

    private DetailBar bar(Actor.SignedIn actor, RecordSnapshot record, Address here, boolean editing) {
        PanelUrls places = services.panel().places();
        Model model = record.shape().model();
        ListOrigin origin = ListOrigin.read(here.parameters());
        ReturnAddress back = new ReturnAddress("", origin);
        List<ActionButton> actions = ActionButton.ofRecord(
                services,
                model,
                services.running().offered(actor, model),
                RecordAction.Place.DETAIL,
                record.key(),
                origin.query());
        List<ActionButton> first = actions.stream()
                .filter(button -> !button.dangerous())
                .limit(ACTIONS_IN_BAR)
                .toList();
        Address plain = here.with(RelatedRecords.EDIT, "");
        return new DetailBar(
                noun(text(model.definition().labels().one())),
                record.key().encoded(),
                around(actor, record, plain),
                first,
                actions.stream().filter(button -> !first.contains(button)).toList(),
                new BarLinks(
                        RecordServices.mayChange(actor, model)
                                ? new Address(places.record(model, record.key(), "edit"), Map.of())
                                        .with("next", plain.parameters().isEmpty() ? "" : plain.href())
                                        .href()
                                : "",
                        services.duplicate(actor, model, record.key().encoded(), back),
                        back.added(places.record(model, record.key(), "history")),
                        RecordServices.may(actor.rights(), Action.DELETE, model)
                                ? back.added(places.record(model, record.key(), "delete"))
                                : "",
                        editing));
    }

    private Around around(Actor.SignedIn actor, RecordSnapshot record, Address here) {
        Model model = record.shape().model();
        ListOrigin origin = ListOrigin.read(here.parameters());
        Optional<Neighbours> found;
        try {
            found = services.browsing()
                    .neighbours(
                            actor,
                            ListRequest.of(model, origin.listed()),
                            record.key().encoded());
        } catch (RequestRejectedException refused) {
            return Around.NONE; // an address that is not valid any more, or not for this actor
        }
        return found.map(one -> new Around(
                        address(model, one.previous(), here),
                        address(model, one.next(), here),
                        one.place().map(RecordDetails::place).orElse("")))
                .orElse(Around.NONE);
    }

    private String address(Model model, Optional<RecordKey> key, Address here) {
        return key.map(one -> {
                    Map<String, String> kept = new LinkedHashMap<>(here.parameters());
                    kept.keySet().retainAll(PARAMETERS);
                    return new Address(services.panel().places().record(model, one), kept).href();
                })
                .orElse("");
    }

    private static String place(Place place) {
        String total = place.more()
                ? Formats.number(Integer.toString(Neighbours.COUNTED)) + "+"
                : Formats.number(Long.toString(place.total()));
        return text("{position} of {total}", "position", place.number(), "total", total);
    }
}
