package dev.hexadmin.http.panel.history;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.history.ReviewingChanges.History;
import dev.hexadmin.application.history.ReviewingChanges.Reversal;
import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.application.history.ReviewingChanges.Standing;
import dev.hexadmin.application.history.ReviewingChanges.Step;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtehistory_recordGenerated;
import dev.hexadmin.http.templates.pages.Jtehistory_revertGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The history of a record, and taking back a change. Thread-safe. */
public final class HistoryPages {
    private static final int ENTRIES = 20;

    private final Panel panel;
    private final ModelPath path;
    private final ReviewingChanges reviewing;

    public HistoryPages(Panel panel, ModelPath path, ReviewingChanges reviewing) {
        this.panel = panel;
        this.path = path;
        this.reviewing = reviewing;
    }

    public List<Route> routes() {
        String history = path.template() + "/{id}/history";
        String entry = history + "/{entry}";
        return List.of(
                new Route(Method.GET, history, Policy.RIGHTS, Route.Media.HTML, this::history),
                new Route(Method.GET, entry, Policy.RIGHTS, Route.Media.HTML, this::consider),
                new Route(Method.POST, entry, Policy.RIGHTS, Route.Media.HTML, this::revert));
    }

    /**
     * The history of a record.
     *
     * @param exists whether the record exists
     * @param older the next page, or {@code ""}
     * @param newest the first page, or {@code ""} where this is it
     */
    public record RecordHistory(Frame frame, boolean exists, List<AuditEntry> entries, String older, String newest) {}

    /**
     * The form for taking back a change.
     *
     * @param version of the record, or {@code ""} when it does not exist
     * @param errors why the last try failed
     * @param possible whether there is a field to choose
     * @param conflicts whether a field was changed since
     */
    public record ReversalForm(
            Frame frame,
            AuditEntry entry,
            ReversalLinks links,
            String version,
            List<FieldReversal> fields,
            List<String> errors,
            boolean possible,
            boolean conflicts) {}

    /** The address that the form is sent to, and the address of the page before. */
    public record ReversalLinks(String action, String back) {}

    /**
     * A field.
     *
     * @param possible whether it can be chosen
     * @param chosen whether it is
     * @param note its state in words
     */
    public record FieldReversal(
            String field, String label, Cell current, Cell wanted, boolean possible, boolean chosen, String note) {}

    /** All registered models that have pages, each below the path of its list. */
    public static ModelPath registered(Panel panel) {
        PanelUrls places = panel.places();
        return new ModelPath(places.admin() + "/{model}", request -> {
            String list = places.admin() + "/" + request.variable("model") + "/";
            return panel.models().models().stream()
                    .filter(model -> model.definition().exposure().html()
                            && places.list(model).equals(list))
                    .findFirst();
        });
    }

    private Model model(RequestContext request) {
        return path.find()
                .apply(request)
                .orElseThrow(() -> RequestRejectedException.notFound(Message.of("There is nothing at this path.")));
    }

    private static long number(RequestContext request) {
        try {
            return Long.parseLong(request.variable("entry"));
        } catch (NumberFormatException e) {
            return 0; // no such entry exists, but the service reports that after it has checked the rights
        }
    }

    private Response history(RequestContext request) {
        Model model = model(request);
        OptionalLong before = before(request);
        History history = reviewing.history(request.actor(), model, request.variable("id"), before, ENTRIES);
        PanelUrls places = panel.places();
        ReturnAddress back = ReturnAddress.read(request.query());
        Address self = new Address(places.record(model, history.key(), "history"), back.parameters());
        List<Frame.Crumb> crumbs = new ArrayList<>();
        crumbs.add(new Frame.Crumb(text(model.definition().labels().many()), back.list(places.list(model))));
        if (history.exists()) {
            crumbs.add(new Frame.Crumb(history.name(), back.record(places.record(model, history.key()))));
        }
        return panel.page(
                request,
                200,
                Jtehistory_recordGenerated::render,
                new RecordHistory(
                        panel.frame(
                                request,
                                text("History of {record}", "record", history.name()),
                                crumbs.toArray(Frame.Crumb[]::new)),
                        history.exists(),
                        history.page().entries().stream()
                                .map(entry -> AuditEntry.of(entry, places, back))
                                .toList(),
                        history.page().next().isPresent()
                                ? self.hrefWith(
                                        "before",
                                        Long.toString(history.page().next().getAsLong()))
                                : "",
                        before.isPresent() ? self.href() : ""));
    }

    /** Where a page of older entries begins. */
    public static OptionalLong before(RequestContext request) {
        String text = request.query().getOrDefault("before", "");
        try {
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty(); // the newest ones
        }
    }

    private Response consider(RequestContext request) {
        Model model = model(request);
        Reversal reversal = reviewing.consider(request.actor(), model, request.variable("id"), number(request));
        return show(request, 200, model, reversal, Optional.empty(), List.of());
    }

    private Response revert(RequestContext request) {
        Actor actor = request.actor();
        Model model = model(request);
        String id = request.variable("id");
        long entry = number(request);
        Form form = request.form();
        Set<String> chosen = new HashSet<>(form.all("field"));
        Optional<Version> seen =
                form.text("version").filter(text -> !text.isEmpty()).map(Version::new);
        RecordKey key;
        try {
            key = reviewing.revert(actor, model, id, entry, seen, chosen);
        } catch (RequestRejectedException refused) {
            return again(request, model, refused, chosen);
        }
        return panel.redirect(
                request,
                ReturnAddress.read(request.query()).added(panel.places().record(model, key, "history")),
                Flash.success(
                        seen.isPresent()
                                ? text("The values were restored.")
                                : text(
                                        "The record was restored as {model} {id}.",
                                        "model",
                                        text(model.definition().labels().one()),
                                        "id",
                                        key.encoded())));
    }

    /** The page again, with the current values. */
    private Response again(RequestContext request, Model model, RequestRejectedException refused, Set<String> chosen) {
        boolean fixable = switch (refused.category()) {
            case INVALID, PRECONDITION_FAILED -> true;
            case CONFLICT -> !refused.code().equals("not_revertible");
            case MALFORMED,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    NOT_FOUND,
                    PRECONDITION_REQUIRED,
                    TOO_LARGE,
                    UNSUPPORTED_TYPE,
                    TOO_MANY,
                    UNAVAILABLE -> false;
        };
        if (!fixable) {
            throw refused;
        }
        List<String> wrong = new ArrayList<>();
        wrong.add(
                refused.category() == RequestRejectedException.Category.PRECONDITION_FAILED
                        ? text("This record was changed by someone else. These are its current values: choose again.")
                        : refused.violations().isEmpty()
                                ? text(refused.text())
                                : text("These values cannot be restored:"));
        refused.violations()
                .forEach(one -> wrong.add(
                        (one.pointer().isEmpty() ? "" : label(model, one.pointer()) + ": ") + text(one.text())));
        Reversal reversal = reviewing.consider(request.actor(), model, request.variable("id"), number(request));
        return show(request, Problems.details(refused).status(), model, reversal, Optional.of(chosen), wrong);
    }

    private static String label(Model model, String pointer) {
        String name = pointer.substring(1);
        return model.field(name).map(field -> text(field.labels())).orElse(name);
    }

    private Response show(
            RequestContext request,
            int status,
            Model model,
            Reversal reversal,
            Optional<Set<String>> chosen,
            List<String> wrong) {
        PanelUrls places = panel.places();
        RecordKey key =
                RecordKey.parse(model, reversal.entry().target().recordId()).orElseThrow();
        boolean gone = reversal.seen().isEmpty();
        ReturnAddress from = ReturnAddress.read(request.query());
        String history = places.record(model, key, "history");
        String back = from.added(history);
        List<FieldReversal> choices = reversal.steps().stream()
                .map(step -> choice(step, gone, chosen, places))
                .toList();
        Frame frame = panel.frame(
                request,
                gone
                        ? text("Bring back {record}", "record", reversal.record())
                        : text("Restore values of {record}", "record", reversal.record()),
                new Frame.Crumb(text(model.definition().labels().many()), from.list(places.list(model))),
                new Frame.Crumb(text("History of {record}", "record", reversal.record()), back));
        return panel.page(
                request,
                status,
                Jtehistory_revertGenerated::render,
                new ReversalForm(
                        frame,
                        AuditEntry.of(reversal.entry(), places),
                        new ReversalLinks(
                                from.added(history + "/" + reversal.entry().id()), back),
                        reversal.seen().map(Version::value).orElse(""),
                        choices,
                        wrong,
                        reversal.possible(),
                        reversal.steps().stream().anyMatch(step -> step.standing() == Standing.CHANGED_SINCE)));
    }

    private static FieldReversal choice(Step step, boolean gone, Optional<Set<String>> chosen, PanelUrls places) {
        LinePairs lines = LinePairs.of(step.current(), step.wanted());
        boolean possible = step.standing().possible();
        return new FieldReversal(
                step.field(),
                text(step.label()),
                Cell.of(step.current(), lines.before(), places),
                Cell.of(step.wanted(), lines.after(), places),
                possible,
                possible
                        && chosen.map(fields -> fields.contains(step.field())).orElse(step.standing() == Standing.SAFE),
                switch (step.standing()) {
                    case SAFE -> "";
                    case CHANGED_SINCE -> text("Changed again since then");
                    case AS_WANTED -> text("Has this value already");
                    case NOT_WRITABLE ->
                        step.wanted() instanceof Shown.Secret
                                ? text("Secrets are never recorded")
                                : gone ? text("Does not come back") : text("Cannot be written");
                    case FILE_REMOVED ->
                        gone
                                ? text("The file has been removed: the record comes back without it")
                                : text("The file has been removed");
                    case REQUIRED_FILE_REMOVED ->
                        text("The file has been removed, and the record cannot be without one");
                });
    }
}
