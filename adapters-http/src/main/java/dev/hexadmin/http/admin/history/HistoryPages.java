package dev.hexadmin.http.admin.history;

import dev.hexadmin.application.Refused;
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
import dev.hexadmin.http.admin.frame.Flash;
import dev.hexadmin.http.admin.frame.Frame;
import dev.hexadmin.http.admin.frame.Panel;
import dev.hexadmin.http.admin.frame.Places;
import dev.hexadmin.http.problem.Problems;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.ModelPath;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import dev.hexadmin.http.templates.pages.Jtehistory_recordGenerated;
import dev.hexadmin.http.templates.pages.Jtehistory_revertGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What was done to a record, and taking it back. Thread-safe. */
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
     * @param exists whether the record is there
     * @param older the next page, or {@code ""}
     * @param newest the first page, or {@code ""} where this is it
     */
    public record ShownHistory(Frame frame, boolean exists, List<ShownEntry> entries, String older, String newest) {}

    /**
     * What taking back a change would do.
     *
     * @param action where the form goes
     * @param version of the record, or {@code ""} when it is gone
     * @param wrong why the last try failed
     * @param possible whether there is anything to choose
     * @param conflicts whether something was changed since
     */
    public record ShownReversal(
            Frame frame,
            ShownEntry entry,
            String action,
            String back,
            String version,
            List<Choice> choices,
            List<String> wrong,
            boolean possible,
            boolean conflicts) {}

    /**
     * One field.
     *
     * @param possible whether it can be chosen
     * @param chosen whether it is
     * @param note how things are with it
     */
    public record Choice(
            String field, String label, Cell current, Cell wanted, boolean possible, boolean chosen, String note) {}

    /** All registered models that have pages, each below the path of its list. */
    public static ModelPath registered(Panel panel) {
        Places places = panel.places();
        return new ModelPath(places.admin() + "/{model}", exchange -> {
            String list = places.admin() + "/" + exchange.variable("model") + "/";
            return panel.models().models().stream()
                    .filter(model -> model.definition().exposure().html()
                            && places.list(model).equals(list))
                    .findFirst();
        });
    }

    private Model model(Exchange exchange) {
        return path.find().apply(exchange).orElseThrow(() -> Refused.notFound("There is nothing at this path."));
    }

    private static long number(Exchange exchange) {
        try {
            return Long.parseLong(exchange.variable("entry"));
        } catch (NumberFormatException e) {
            return 0; // there is no such entry, but that is for the service to say, after the rights
        }
    }

    private Answer history(Exchange exchange) {
        Model model = model(exchange);
        OptionalLong before = before(exchange);
        History history = reviewing.history(exchange.actor(), model, exchange.variable("id"), before, ENTRIES);
        Places places = panel.places();
        String self = places.record(model, history.key(), "history");
        List<Frame.Crumb> crumbs = new ArrayList<>();
        crumbs.add(new Frame.Crumb(model.definition().labelPlural(), places.list(model)));
        if (history.exists()) {
            crumbs.add(new Frame.Crumb(history.name(), places.record(model, history.key())));
        }
        return panel.page(
                exchange,
                200,
                Jtehistory_recordGenerated::render,
                new ShownHistory(
                        panel.frame(exchange, "History of " + history.name(), crumbs.toArray(Frame.Crumb[]::new)),
                        history.exists(),
                        history.page().entries().stream()
                                .map(entry -> ShownEntry.of(entry, places))
                                .toList(),
                        history.page().next().isPresent()
                                ? self + "?before=" + history.page().next().getAsLong()
                                : "",
                        before.isPresent() ? self : ""));
    }

    /** Where a page of older entries begins. */
    public static OptionalLong before(Exchange exchange) {
        String text = exchange.query().getOrDefault("before", "");
        try {
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty(); // the newest ones
        }
    }

    private Answer consider(Exchange exchange) {
        Model model = model(exchange);
        Reversal reversal = reviewing.consider(exchange.actor(), model, exchange.variable("id"), number(exchange));
        return show(exchange, 200, model, reversal, Optional.empty(), List.of());
    }

    private Answer revert(Exchange exchange) {
        Actor actor = exchange.actor();
        Model model = model(exchange);
        String id = exchange.variable("id");
        long entry = number(exchange);
        Form form = exchange.form();
        Set<String> chosen = new HashSet<>(form.all("field"));
        Optional<Version> seen =
                form.text("version").filter(text -> !text.isEmpty()).map(Version::new);
        RecordKey key;
        try {
            key = reviewing.revert(actor, model, id, entry, seen, chosen);
        } catch (Refused refused) {
            return again(exchange, model, refused, chosen);
        }
        return panel.redirect(
                exchange,
                panel.places().record(model, key, "history"),
                Flash.success(
                        seen.isPresent()
                                ? "The values were put back."
                                : "The record is there again, as "
                                        + model.definition().label() + " " + key.encoded() + "."));
    }

    /** The page once more, with how things are now. */
    private Answer again(Exchange exchange, Model model, Refused refused, Set<String> chosen) {
        boolean mendable = switch (refused.category()) {
            case INVALID, PRECONDITION_FAILED -> true;
            case CONFLICT -> !refused.code().equals("not_revertible");
            case MALFORMED, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, PRECONDITION_REQUIRED, TOO_MANY, UNAVAILABLE ->
                false;
        };
        if (!mendable) {
            throw refused;
        }
        List<String> wrong = new ArrayList<>();
        wrong.add(
                refused.category() == Refused.Category.PRECONDITION_FAILED
                        ? "Somebody changed the record meanwhile. This is how it is now: choose once more."
                        : refused.violations().isEmpty() ? refused.detail() : "This cannot be put back as it was:");
        refused.violations()
                .forEach(one ->
                        wrong.add((one.pointer().isEmpty() ? "" : label(model, one.pointer()) + ": ") + one.message()));
        Reversal reversal = reviewing.consider(exchange.actor(), model, exchange.variable("id"), number(exchange));
        return show(exchange, Problems.told(refused).status(), model, reversal, Optional.of(chosen), wrong);
    }

    private static String label(Model model, String pointer) {
        String name = pointer.substring(1);
        return model.field(name).map(field -> field.label()).orElse(name);
    }

    private Answer show(
            Exchange exchange,
            int status,
            Model model,
            Reversal reversal,
            Optional<Set<String>> chosen,
            List<String> wrong) {
        Places places = panel.places();
        RecordKey key = RecordKey.parse(model, reversal.entry().recordId()).orElseThrow();
        boolean gone = reversal.seen().isEmpty();
        String back = places.record(model, key, "history");
        List<Choice> choices = reversal.steps().stream()
                .map(step -> choice(step, gone, chosen, places))
                .toList();
        Frame frame = panel.frame(
                exchange,
                gone ? "Bring back " + reversal.record() : "Put back values of " + reversal.record(),
                new Frame.Crumb(model.definition().labelPlural(), places.list(model)),
                new Frame.Crumb("History of " + reversal.record(), back));
        return panel.page(
                exchange,
                status,
                Jtehistory_revertGenerated::render,
                new ShownReversal(
                        frame,
                        ShownEntry.of(reversal.entry(), places),
                        back + "/" + reversal.entry().id(),
                        back,
                        reversal.seen().map(Version::value).orElse(""),
                        choices,
                        wrong,
                        gone || reversal.possible(),
                        reversal.steps().stream().anyMatch(step -> step.standing() == Standing.CHANGED_SINCE)));
    }

    private static Choice choice(Step step, boolean gone, Optional<Set<String>> chosen, Places places) {
        LinePairs lines = LinePairs.of(step.current(), step.wanted());
        boolean possible = step.standing().possible();
        return new Choice(
                step.field(),
                step.label(),
                Cell.of(step.current(), lines.before(), places),
                Cell.of(step.wanted(), lines.after(), places),
                possible,
                possible
                        && chosen.map(fields -> fields.contains(step.field())).orElse(step.standing() == Standing.SAFE),
                switch (step.standing()) {
                    case SAFE -> "";
                    case CHANGED_SINCE -> "Changed again since then";
                    case AS_WANTED -> "Has this value already";
                    case NOT_WRITABLE ->
                        step.wanted() instanceof Shown.Secret
                                ? "Secrets are never written down"
                                : gone ? "Does not come back" : "Cannot be written";
                });
    }
}
