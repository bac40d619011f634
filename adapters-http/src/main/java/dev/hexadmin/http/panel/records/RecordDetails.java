package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords.Found;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
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
import gg.jte.Content;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a record, for users who may view it, with the records that refer to it. Thread-safe. */
public final class RecordDetails {
    private static final int FIRST_RELATED = 5;
    private static final int MOST_RELATIONS = 12;

    private final RecordServices services;
    private final ChildTables children;

    public RecordDetails(RecordServices services, ChildTables children) {
        this.services = services;
        this.children = children;
    }

    /**
     * What the page shows; addresses are {@code ""} without the right.
     *
     * @param others the records that refer to this record
     */
    public record DetailPage(
            DetailLayout layout,
            OtherRecords others,
            String editHref,
            String deleteHref,
            String historyHref,
            String key,
            List<ActionButton> actions,
            String csrfToken) {}

    /**
     * The records that refer to a record.
     *
     * @param children the tables of child records
     * @param related the first of the others, by field
     */
    public record OtherRecords(Content children, List<Related> related) {}

    /** A field and its value. */
    public record FieldValue(String label, Cell cell) {}

    /**
     * Records that refer to this record by one field.
     *
     * @param all the address of the list of all of them
     * @param more whether there are more
     */
    public record Related(String label, String by, List<Cell.Part> first, String all, boolean more, String create) {}

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
                .orElseThrow(() -> RequestRejectedException.notFound("There is no field '" + name + "'."));
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
        Optional<Model> elsewhere = services.path().find().apply(request).filter(PanelUrls::hasOwnPages);
        if (elsewhere.isPresent()) {
            return services.panel().redirect(places.list(elsewhere.get()) + request.variable("id"));
        }
        Model model = services.model(request);
        RecordServices.require(actor, Action.VIEW, model);
        String id = request.variable("id");
        return services.panel()
                .shared(
                        request,
                        actor,
                        model,
                        request.path(),
                        token -> body(actor, model, id, token),
                        new Frame.Crumb(model.definition().labelPlural(), places.list(model)));
    }

    private PageBody body(Actor.SignedIn actor, Model model, String id, String csrfToken) {
        PanelUrls places = services.panel().places();
        RecordSnapshot[] read = new RecordSnapshot[1];
        Found found = services.browsing()
                .read(actor, ListRequest.all(model), id, shape -> RecordSnapshot.sink(shape, one -> read[0] = one));
        RecordSnapshot record = read[0];
        var labels = services.labels(actor, model, record.shape().fields(), List.of(record));
        Map<String, FieldValue> values = new LinkedHashMap<>();
        record.shape()
                .fields()
                .forEach(field -> values.put(
                        field.name(),
                        new FieldValue(
                                field.label(),
                                Cell.of(
                                                places,
                                                model,
                                                field,
                                                record.shown(field),
                                                true,
                                                labels.getOrDefault(field, Map.of()))
                                        .continuedAt(places.record(model, record.key(), "download/" + field.name())))));
        DetailPage shown = new DetailPage(
                DetailLayout.of(model, values, FieldConditions.unmet(model, Map.of(), Optional.of(record))),
                new OtherRecords(
                        children.onPage(
                                actor, model, record.key(), found.version().value(), csrfToken),
                        model.key().size() == 1 ? related(actor, model, record) : List.of()),
                RecordServices.may(actor.rights(), Action.EDIT, model)
                        ? places.record(model, record.key(), "edit")
                        : "",
                RecordServices.may(actor.rights(), Action.DELETE, model)
                        ? places.record(model, record.key(), "delete")
                        : "",
                places.record(model, record.key(), "history"),
                record.key().encoded(),
                ActionButton.ofRecord(
                        services,
                        model,
                        services.running().offered(actor, model),
                        RecordAction.Place.DETAIL,
                        record.key(),
                        ""),
                csrfToken);
        return new PageBody(
                record.label(),
                Panel.html(Jterecords_detail_actionsGenerated::render, shown),
                Panel.html(Jterecords_detailGenerated::render, shown));
    }

    private List<Related> related(Actor.SignedIn actor, Model model, RecordSnapshot record) {
        PanelUrls places = services.panel().places();
        String key = FieldText.write(record.key().values().getFirst());
        List<Related> related = new ArrayList<>();
        for (Model.Inbound inbound : model.inbound()) {
            Model other = inbound.model();
            FieldDefinition field = inbound.field();
            if (related.size() == MOST_RELATIONS
                    || !other.definition().exposure().html()
                    || model.children(other.name())
                            .filter(one -> one.reference().equals(field))
                            .isPresent()
                    || !field.queryable()
                    || !actor.rights().allows(Action.VIEW, other)
                    || !actor.rights().allows(Action.VIEW, other, field)) {
                continue;
            }
            Map<String, String> pointing = new LinkedHashMap<>();
            pointing.put(ListParameter.filter(field), key);
            List<RecordSnapshot> first = new ArrayList<>();
            Map<String, String> parameters = new LinkedHashMap<>(pointing);
            parameters.put("per_page", Integer.toString(FIRST_RELATED));
            boolean more;
            try {
                more = services.browsing()
                        .list(
                                actor,
                                ListRequest.of(other, parameters),
                                CountMode.NONE,
                                shape -> RecordSnapshot.sink(shape, first::add))
                        .hasNext();
            } catch (RequestRejectedException refused) {
                continue; // a field in the usual order that this actor may not see
            } catch (ServiceUnavailableException e) {
                if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                    throw e;
                }
                continue; // the pages of the other model show the reason
            }
            String create = RecordServices.may(actor.rights(), Action.CREATE, other)
                            && !PanelUrls.hasOwnPages(other)
                            && FormFields.fields(actor, other, Action.CREATE).contains(field)
                    ? new Address(places.list(other) + "create", Map.of())
                            .with(field.name(), key)
                            .with("next", places.record(model, record.key()))
                            .href()
                    : "";
            related.add(new Related(
                    other.definition().labelPlural(),
                    field.label(),
                    first.stream()
                            .map(one -> new Cell.Part(one.label(), places.record(other, one.key())))
                            .toList(),
                    new Address(places.list(other), pointing).href(),
                    more,
                    create));
        }
        return related;
    }
}
