package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.noun;
import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Affected;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Others;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jterecords_deleteGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Deletion, after a page that shows what else would be deleted, or what prevents it. Thread-safe. */
public final class RecordDeletion {
    private final RecordServices services;
    private final RecordCounts counts;

    public RecordDeletion(RecordServices services, RecordCounts counts) {
        this.services = services;
        this.counts = counts;
    }

    /**
     * What the page shows.
     *
     * @param refusal why it cannot be deleted, or {@code ""}
     * @param groups what would happen to other records
     */
    public record DeletionPage(Frame frame, String label, String refusal, List<Group> groups, String back) {}

    /**
     * Records that a delete concerns.
     *
     * @param text such as {@code 3 orders would go, too}
     * @param bad whether they prevent deletion
     */
    public record Group(String text, boolean bad, List<Cell.Part> named, String more) {}

    public List<Route> routes() {
        String path = services.path().template() + "/{id}/delete";
        return List.of(
                new Route(Method.GET, path, Policy.RIGHTS, Route.Media.HTML, this::confirm),
                new Route(Method.POST, path, Policy.RIGHTS, Route.Media.HTML, this::delete));
    }

    private Response confirm(RequestContext request) {
        return page(request, 200, Optional.empty());
    }

    private Response delete(RequestContext request) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.DELETE, model);
        Map<String, Long> gone;
        try {
            gone = services.editing().delete(actor, model, request.variable("id"), new Precondition.Exists(), false);
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.CONFLICT) {
                throw refused;
            }
            return page(request, Problems.details(refused).status(), Optional.of(refused));
        }
        counts.drop();
        String list = ReturnAddress.read(request.query())
                .list(services.panel().places().list(model));
        long others = gone.values().stream().mapToLong(Long::longValue).sum() - 1;
        return services.panel()
                .redirect(
                        request,
                        ReturnAddress.existing(services.browsing(), actor, model, list),
                        Flash.success(
                                others > 0
                                        ? text(
                                                "{label} was deleted, and {count, plural, one {# other record} other {#"
                                                        + " other records}}.",
                                                "label",
                                                text(model.definition().labels().one()),
                                                "count",
                                                others)
                                        : text(
                                                "{label} was deleted.",
                                                "label",
                                                text(model.definition().labels().one()))));
    }

    private Response page(RequestContext request, int status, Optional<RequestRejectedException> refused) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.DELETE, model);
        String id = request.variable("id");
        Consequences consequences = services.editing().consequences(actor, model, id);
        PanelUrls places = services.panel().places();
        ReturnAddress back = ReturnAddress.read(request.query());
        String list = back.list(places.list(model));
        String record = back.record(places.list(model) + id);
        String label = label(actor, model, id);
        List<Group> groups = groups(places, consequences);
        boolean views = RecordServices.may(actor.rights(), Action.VIEW, model);
        DeletionPage shown = new DeletionPage(
                services.panel()
                        .frame(
                                request,
                                text("Delete {label}", "label", label),
                                new Frame.Crumb(text(model.definition().labels().many()), list),
                                new Frame.Crumb(label, record)),
                label,
                refused.or(consequences::refusal)
                        .map(rejected -> text(rejected.text()))
                        .orElse(""),
                groups,
                views && back.next().isEmpty() ? record : list);
        return services.panel().page(request, status, Jterecords_deleteGenerated::render, shown);
    }

    /** What a delete would do to other records, as the page shows it. */
    public static List<Group> groups(PanelUrls places, Consequences consequences) {
        List<Group> groups = new ArrayList<>();
        consequences
                .holding()
                .forEach(one -> groups.add(group(
                        places,
                        one,
                        Message.of("{count, plural, one {# {label} prevents deletion} other {# {plural} prevent"
                                + " deletion}}"),
                        true)));
        consequences
                .deleted()
                .forEach(one -> groups.add(group(
                        places,
                        one,
                        Message.of("{count, plural, one {# {label} would be deleted, too} other {# {plural} would be"
                                + " deleted, too}}"),
                        false)));
        consequences
                .cleared()
                .forEach(one -> groups.add(group(
                        places,
                        one,
                        Message.of("{count, plural, one {# {label} would lose this reference} other {# {plural} would"
                                + " lose this reference}}"),
                        false)));
        consequences
                .unlinked()
                .forEach(one -> groups.add(new Group(
                        text(
                                "{count, plural, one {# link} other {# links}} of {plural} ({field}) would be removed",
                                "count",
                                one.count(),
                                "plural",
                                text(one.model().definition().labels().many()),
                                "field",
                                text(one.field().labels())),
                        false,
                        List.of(),
                        "")));
        Others others = consequences.others();
        other(
                groups,
                others.holding(),
                Message.of("{count, plural, one {# other record prevents deletion} other {# other records prevent"
                        + " deletion}} (not visible to you)"),
                true);
        other(
                groups,
                others.deleted(),
                Message.of("{count, plural, one {# other record} other {# other records}} would be deleted, too (not"
                        + " visible to you)"),
                false);
        other(
                groups,
                others.cleared(),
                Message.of("{count, plural, one {# other record} other {# other records}} would lose this reference"
                        + " (not visible to you)"),
                false);
        other(
                groups,
                others.unlinked(),
                Message.of("{count, plural, one {# other link} other {# other links}} would be removed (not visible to"
                        + " you)"),
                false);
        return groups;
    }

    /** What the actor may not view is only a number. */
    private static void other(List<Group> groups, long count, Message what, boolean bad) {
        if (count > 0) {
            groups.add(new Group(text(what.with("count", count)), bad, List.of(), ""));
        }
    }

    private static Group group(PanelUrls places, Affected affected, Message what, boolean bad) {
        String by =
                affected.field().map(field -> " (" + text(field.labels()) + ")").orElse("");
        ModelDefinition definition = affected.model().definition();
        long rest = affected.count() - affected.named().size();
        return new Group(
                text(what.with("count", affected.count())
                        .with("label", noun(text(definition.labels().one())) + by)
                        .with("plural", noun(text(definition.labels().many())) + by)),
                bad,
                affected.named().stream()
                        .map(one -> new Cell.Part(
                                one.label(),
                                affected.model().definition().exposure().html()
                                        ? places.record(affected.model(), one.key())
                                        : ""))
                        .toList(),
                rest > 0 ? text("and {count} more", "count", rest) : "");
    }

    /** What it is called, as far as this actor may know. */
    private String label(Actor.SignedIn actor, Model model, String id) {
        return dev.hexadmin.domain.records.RecordKey.parse(model, id)
                .flatMap(key -> Optional.ofNullable(
                        services.searching().labels(actor, model, List.of(key)).get(key)))
                .filter(label -> !label.isEmpty())
                .orElse(text(model.definition().labels().one()) + " " + id);
    }
}
