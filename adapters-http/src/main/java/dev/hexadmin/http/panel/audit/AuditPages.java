package dev.hexadmin.http.panel.audit;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.history.ReviewingChanges.Entries;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.application.history.ReviewingChanges.Filter;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.history.AuditEntry;
import dev.hexadmin.http.panel.history.HistoryPages;
import dev.hexadmin.http.panel.history.LoggedNames;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteaudit_entryGenerated;
import dev.hexadmin.http.templates.pages.Jteaudit_logGenerated;
import io.helidon.http.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The audit log with its filters, and one entry of it. Thread-safe. */
public final class AuditPages {
    private static final int ENTRIES = 50;
    private static final List<String> FILTERS =
            List.of("model", "event", "actor", "user", "record", "request", "from", "to");
    private static final List<String> PARAMETERS =
            Stream.concat(FILTERS.stream(), Stream.of("before")).toList();
    private static final List<String> EVENTS = List.of(
            "create",
            "update",
            "delete",
            "sign_in",
            "sign_in_failed",
            "sign_out",
            "password_change",
            "refresh_token_reuse",
            "identity_linked",
            "comment_create",
            "comment_update",
            "comment_delete");

    private final Panel panel;
    private final ReviewingChanges reviewing;

    public AuditPages(Panel panel, ReviewingChanges reviewing) {
        this.panel = panel;
        this.reviewing = reviewing;
    }

    public List<Route> routes() {
        String audit = panel.places().admin() + "/audit";
        return List.of(
                new Route(Method.GET, audit, Policy.RIGHTS, Route.Media.HTML, this::log),
                new Route(Method.GET, audit + "/{id}", Policy.RIGHTS, Route.Media.HTML, this::entry));
    }

    /**
     * A page of the log.
     *
     * @param older the next page, or {@code ""}
     * @param newest the first page, or {@code ""} where this is it
     */
    public record AuditLog(Frame frame, AuditFilter filter, List<AuditEntry> entries, String older, String newest) {}

    /**
     * The filter of the log.
     *
     * @param values of its fields, by name
     * @param errors of its fields, by name
     */
    public record AuditFilter(
            Map<String, String> values, Map<String, String> errors, List<Option> models, List<Option> events) {
        private static final List<String> DETAILS = List.of("user", "record", "request", "from", "to");

        /** The value of a field. */
        public String value(String name) {
            return values.getOrDefault(name, "");
        }

        /** The error of a field, or {@code ""}. */
        public String error(String name) {
            return errors.getOrDefault(name, "");
        }

        /** Whether a field has a value. */
        public boolean active() {
            return !values.isEmpty();
        }

        /** Whether one of the fields that are rarely used has a value. */
        public boolean detailed() {
            return DETAILS.stream().anyMatch(name -> !value(name).isEmpty());
        }
    }

    /** An option of a selection. */
    public record Option(String value, String label, boolean selected) {}

    /**
     * The page of an entry.
     *
     * @param sameRequest the log of the same request, or {@code ""}
     * @param sameActor the log of the same user, or {@code ""}
     */
    public record EntryPage(Frame frame, AuditEntry entry, String sameRequest, String sameActor) {}

    private Response log(RequestContext request) {
        Actor actor = request.actor();
        QueryParameters.only(request, PARAMETERS);
        Map<String, String> given = new LinkedHashMap<>();
        request.query().forEach((name, value) -> {
            if (FILTERS.contains(name) && !value.isBlank()) {
                given.put(name, value.strip());
            }
        });
        Map<String, String> wrong = new TreeMap<>();
        Filter filter = filter(given, wrong);
        OptionalLong before = HistoryPages.before(request);
        // also when the filter is not valid: a user without the right gets that answer first
        Entries entries = reviewing.log(actor, wrong.isEmpty() ? filter : Filter.NONE, before, ENTRIES);
        String self = panel.places().admin() + "/audit/";
        String query = query(given);
        return panel.uncached(
                request,
                wrong.isEmpty() ? 200 : 400,
                Jteaudit_logGenerated::render,
                new AuditLog(
                        panel.frame(request, text("Audit log")),
                        new AuditFilter(given, wrong, models(actor, given), events(given)),
                        wrong.isEmpty()
                                ? entries.entries().stream()
                                        .map(entry -> AuditEntry.of(entry, panel.places()))
                                        .toList()
                                : List.of(),
                        wrong.isEmpty() && entries.next().isPresent()
                                ? self + "?" + (query.isEmpty() ? "" : query + "&") + "before="
                                        + entries.next().getAsLong()
                                : "",
                        before.isPresent() ? self + (query.isEmpty() ? "" : "?" + query) : ""));
    }

    private List<Option> models(Actor actor, Map<String, String> given) {
        String chosen = given.getOrDefault("model", "");
        Map<String, String> names = panel.models().models().stream()
                .filter(model -> actor.rights().allows(Action.VIEW, model))
                .collect(Collectors.toMap(
                        Model::name,
                        model -> text(model.definition().labels().many()),
                        (one, other) -> one,
                        TreeMap::new));
        names.put(ManagingSavedViews.LOGGED_AS, LoggedNames.savedViews());
        if (!chosen.isEmpty()) {
            names.putIfAbsent(chosen, chosen);
        }
        return names.entrySet().stream()
                .map(one ->
                        new Option(one.getKey(), one.getValue(), one.getKey().equals(chosen)))
                .sorted(Comparator.comparing(Option::label))
                .toList();
    }

    private static List<Option> events(Map<String, String> given) {
        String chosen = given.getOrDefault("event", "");
        Map<String, String> words = new LinkedHashMap<>();
        EVENTS.forEach(word -> words.put(word, AuditEntry.event(word)));
        if (!chosen.isEmpty()) {
            words.putIfAbsent(chosen, AuditEntry.event(chosen));
        }
        return words.entrySet().stream()
                .map(one ->
                        new Option(one.getKey(), one.getValue(), one.getKey().equals(chosen)))
                .toList();
    }

    private static Filter filter(Map<String, String> given, Map<String, String> wrong) {
        return new Filter(
                given(given, "model"),
                given(given, "event"),
                given(given, "actor"),
                user(given, wrong),
                given(given, "record"),
                given(given, "request"),
                moment(given, wrong, "from", false),
                moment(given, wrong, "to", true));
    }

    private static Optional<String> given(Map<String, String> given, String name) {
        // no text in the database has a NUL
        return Optional.ofNullable(given.get(name)).map(text -> text.replace("\0", "\uFFFD"));
    }

    private static OptionalLong user(Map<String, String> given, Map<String, String> wrong) {
        String text = given.getOrDefault("user", "");
        try {
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            wrong.put("user", text("A user's number is expected."));
            return OptionalLong.empty();
        }
    }

    /** @param whole whether a day alone means until its end */
    private static Optional<Instant> moment(
            Map<String, String> given, Map<String, String> wrong, String name, boolean whole) {
        String text = given.getOrDefault(name, "");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> moment = FieldText.scalar(FieldType.DATETIME, text).map(Instant.class::cast);
        if (moment.isEmpty()) {
            wrong.put(name, text("A day such as 2026-11-20 is expected, or a time such as 2026-11-20T17:30:00Z."));
        }
        return whole && text.length() == 10 ? moment.map(day -> day.plus(1, ChronoUnit.DAYS)) : moment;
    }

    private static String query(Map<String, String> given) {
        return given.entrySet().stream()
                .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private Response entry(RequestContext request) {
        long id;
        try {
            id = Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            id = 0;
        }
        Entry entry = reviewing.entry(request.actor(), id);
        String self = panel.places().admin() + "/audit/";
        AuditEntry shown = AuditEntry.of(entry, panel.places());
        return panel.uncached(
                request,
                200,
                Jteaudit_entryGenerated::render,
                new EntryPage(
                        panel.frame(
                                request,
                                text(Message.of("{event} {model} {record}")
                                                .with("event", shown.event().text())
                                                .with("model", shown.record().model())
                                                .with("record", shown.record().name()))
                                        .strip(),
                                new Frame.Crumb(text("Audit log"), self)),
                        shown,
                        entry.author().requestId().isEmpty()
                                ? ""
                                : self + "?"
                                        + query(Map.of("request", entry.author().requestId())),
                        entry.author().user().isEmpty()
                                ? ""
                                : self + "?user=" + entry.author().user().getAsLong()));
    }
}
