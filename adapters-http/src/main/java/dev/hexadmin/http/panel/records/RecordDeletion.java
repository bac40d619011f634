package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Affected;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Others;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.fields.Formats;
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
import java.util.Locale;
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
        long others = gone.values().stream().mapToLong(Long::longValue).sum() - 1;
        return services.panel()
                .redirect(
                        request,
                        services.panel().places().list(model),
                        Flash.success(model.definition().label() + " was deleted"
                                + (others > 0
                                        ? ", and " + others + (others == 1 ? " other record." : " other records.")
                                        : ".")));
    }

    private Response page(RequestContext request, int status, Optional<RequestRejectedException> refused) {
        Actor.SignedIn actor = request.signedIn();
        Model model = services.model(request);
        RecordServices.require(actor, Action.DELETE, model);
        String id = request.variable("id");
        Consequences consequences = services.editing().consequences(actor, model, id);
        PanelUrls places = services.panel().places();
        String label = label(actor, model, id);
        List<Group> groups = groups(places, consequences);
        boolean views = RecordServices.may(actor.rights(), Action.VIEW, model);
        DeletionPage shown = new DeletionPage(
                services.panel()
                        .frame(
                                request,
                                "Delete " + label,
                                new Frame.Crumb(model.definition().labelPlural(), places.list(model)),
                                new Frame.Crumb(label, places.list(model) + id)),
                label,
                refused.or(consequences::refusal)
                        .map(RequestRejectedException::detail)
                        .orElse(""),
                groups,
                views ? places.list(model) + id : places.list(model));
        return services.panel().page(request, status, Jterecords_deleteGenerated::render, shown);
    }

    /** What a delete would do to other records, as the page shows it. */
    public static List<Group> groups(PanelUrls places, Consequences consequences) {
        List<Group> groups = new ArrayList<>();
        consequences
                .holding()
                .forEach(one -> groups.add(
                        group(places, one, one.count() == 1 ? "prevents deletion" : "prevent deletion", true)));
        consequences.deleted().forEach(one -> groups.add(group(places, one, "would be deleted, too", false)));
        consequences.cleared().forEach(one -> groups.add(group(places, one, "would lose this reference", false)));
        consequences
                .unlinked()
                .forEach(one -> groups.add(new Group(
                        Formats.number(one.count()) + " " + (one.count() == 1 ? "link" : "links") + " of "
                                + one.model().definition().labelPlural() + " ("
                                + one.field().label()
                                + ") would be removed",
                        false,
                        List.of(),
                        "")));
        Others others = consequences.others();
        other(
                groups,
                others.holding(),
                "record",
                others.holding() == 1 ? "prevents deletion" : "prevent deletion",
                true);
        other(groups, others.deleted(), "record", "would be deleted, too", false);
        other(groups, others.cleared(), "record", "would lose this reference", false);
        other(groups, others.unlinked(), "link", "would be removed", false);
        return groups;
    }

    /** What the actor may not view is only a number. */
    private static void other(List<Group> groups, long count, String one, String what, boolean bad) {
        if (count > 0) {
            groups.add(new Group(
                    Formats.number(count) + " other " + one + (count == 1 ? " " : "s ") + what
                            + " (not visible to you)",
                    bad,
                    List.of(),
                    ""));
        }
    }

    private static Group group(PanelUrls places, Affected affected, String what, boolean bad) {
        String plural = affected.model().definition().labelPlural().toLowerCase(Locale.ROOT);
        long rest = affected.count() - affected.named().size();
        return new Group(
                Formats.number(affected.count()) + " "
                        + (affected.count() == 1
                                ? affected.model().definition().label().toLowerCase(Locale.ROOT)
                                : plural)
                        + affected.field()
                                .map(field -> " (" + field.label() + ")")
                                .orElse("") + " " + what,
                bad,
                affected.named().stream()
                        .map(one -> new Cell.Part(
                                one.label(),
                                affected.model().definition().exposure().html()
                                        ? places.record(affected.model(), one.key())
                                        : ""))
                        .toList(),
                rest > 0 ? "and " + Formats.number(rest) + " more" : "");
    }

    /** What it is called, as far as this actor may know. */
    private String label(Actor.SignedIn actor, Model model, String id) {
        return dev.hexadmin.domain.records.RecordKey.parse(model, id)
                .flatMap(key -> Optional.ofNullable(
                        services.searching().labels(actor, model, List.of(key)).get(key)))
                .filter(label -> !label.isEmpty())
                .orElse(model.definition().label() + " " + id);
    }
}
