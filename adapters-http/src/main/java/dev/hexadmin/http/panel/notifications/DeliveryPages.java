package dev.hexadmin.http.panel.notifications;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetters;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.notifications.DeliveryLine.DeliveryRecipient;
import dev.hexadmin.http.panel.notifications.DeliveryLine.DeliveryRoute;
import dev.hexadmin.http.panel.notifications.DeliveryLine.DeliveryState;
import dev.hexadmin.http.panel.records.RecordSnapshot;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtenotifications_deadlettersGenerated;
import dev.hexadmin.http.templates.pages.Jtenotifications_deliveriesGenerated;
import io.helidon.http.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The delivery log, and failed messages. Thread-safe. */
public final class DeliveryPages {
    private static final int ON_A_PAGE = 50;

    private final Panel panel;
    private final BrowsingRecords browsing;
    private final SearchingRecords searching;
    private final SendingNotifications sending;
    private final MessageChannels channels;

    public DeliveryPages(
            Panel panel,
            BrowsingRecords browsing,
            SearchingRecords searching,
            SendingNotifications sending,
            MessageChannels channels) {
        this.panel = panel;
        this.browsing = browsing;
        this.searching = searching;
        this.sending = sending;
        this.channels = channels;
    }

    /** An option of a selection. */
    public record Option(String value, String label, boolean selected) {}

    /**
     * The delivery log.
     *
     * @param total how many there are, in words
     * @param pages the pages before and after
     * @param here the address of this page
     */
    public record DeliveryLog(
            Frame frame,
            Tabs tabs,
            DeliveryFilter filter,
            List<DeliveryLine> lines,
            String total,
            PageLinks pages,
            String here) {}

    /**
     * The filter of the log.
     *
     * @param user as typed
     * @param active whether a filter is set
     */
    public record DeliveryFilter(List<Option> channels, List<Option> statuses, String user, boolean active) {}

    /** Addresses of pages; {@code ""}: none. */
    public record PageLinks(String newer, String older) {}

    /**
     * The failed messages.
     *
     * @param retry whether the user may retry them
     */
    public record FailedMessages(
            Frame frame,
            Tabs tabs,
            List<DeliveryLine> lines,
            boolean retry,
            String older,
            boolean first,
            String here) {}

    public List<Route> routes() {
        String base = panel.places().admin() + "/notifications";
        return List.of(
                route(Method.GET, base + "/deliveries", this::deliveries),
                route(Method.GET, base + "/dead-letters", this::deadLetters),
                route(Method.POST, base + "/dead-letters/retry", this::retry));
    }

    private static Route route(Method method, String template, Handler handler) {
        return new Route(method, template, Policy.RIGHTS, Route.Media.HTML, handler);
    }

    private Response deliveries(RequestContext request) {
        Map<String, String> query = request.query();
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : List.of("channel", "status", "user_id")) {
            String value = query.getOrDefault(name, "").strip();
            if (!value.isEmpty()) {
                parameters.put(name, value);
            }
        }
        boolean filtered = !parameters.isEmpty();
        String list = Tabs.base(panel) + "deliveries?"
                + parameters.entrySet().stream()
                        .map(one -> one.getKey() + "=" + encoded(one.getValue()) + "&")
                        .collect(Collectors.joining());
        parameters.put("per_page", Integer.toString(ON_A_PAGE));
        String cursor = query.getOrDefault("cursor", "");
        if (!cursor.isEmpty()) {
            parameters.put("cursor", cursor);
        }
        Model model = Tabs.log(panel);
        List<Map<String, String>> found = new ArrayList<>();
        BrowsingRecords.Page page = browsing.list(
                request.actor(),
                ListRequest.of(model, parameters),
                CountMode.BOUNDED,
                shape -> RecordSnapshot.sink(shape, record -> found.add(record.texts())));
        Map<String, String> names = names(
                request.actor(),
                found.stream().map(line -> line.getOrDefault("user_id", "")).collect(Collectors.toSet()));
        boolean mayRetry = request.actor().rights().allows(Action.EDIT, model);
        String total = page.total().isEmpty()
                ? ""
                : page.more()
                        ? text("More than {count} in all", "count", page.total().getAsLong())
                        : text("{count} in all", "count", page.total().getAsLong());
        return panel.uncached(
                request,
                200,
                Jtenotifications_deliveriesGenerated::render,
                new DeliveryLog(
                        frame(request, text("Deliveries")),
                        Tabs.of(panel, request.actor(), "deliveries"),
                        new DeliveryFilter(
                                channels.all().stream()
                                        .map(channel -> option(
                                                channel.word(), text(channels.label(channel)), query.get("channel")))
                                        .toList(),
                                Arrays.stream(DeliveryStatus.values())
                                        .map(status -> option(status.word(), label(status), query.get("status")))
                                        .toList(),
                                query.getOrDefault("user_id", ""),
                                filtered),
                        found.stream()
                                .map(line -> line(model, line, names, mayRetry))
                                .toList(),
                        total,
                        new PageLinks(
                                page.previousCursor()
                                        .map(one -> list + "cursor=" + encoded(one))
                                        .orElse(""),
                                page.nextCursor()
                                        .map(one -> list + "cursor=" + encoded(one))
                                        .orElse("")),
                        list + (cursor.isEmpty() ? "" : "cursor=" + encoded(cursor))));
    }

    private Frame frame(RequestContext request, String title) {
        return panel.frame(request, title, new Frame.Crumb(text("Notifications"), Tabs.base(panel)));
    }

    private static Option option(String value, String label, @Nullable String chosen) {
        return new Option(value, label, value.equals(chosen));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String label(DeliveryStatus status) {
        return switch (status) {
            case PENDING -> text("Waiting");
            case RETRYING -> text("Tried again later");
            case SENT -> text("Sent");
            case DELIVERED -> text("Delivered");
            case FAILED -> text("Failed");
            case SKIPPED -> text("Not wanted");
        };
    }

    private static String kind(DeliveryStatus status) {
        return switch (status) {
            case PENDING, RETRYING -> "warn";
            case SENT, DELIVERED -> "good";
            case FAILED -> "bad";
            case SKIPPED -> "";
        };
    }

    private DeliveryLine line(Model model, Map<String, String> line, Map<String, String> names, boolean mayRetry) {
        String id = line.getOrDefault("id", "");
        String user = line.getOrDefault("user_id", "");
        Optional<DeliveryStatus> status =
                Optional.ofNullable(line.get("status")).map(DeliveryStatus::of);
        Optional<Channel> channel =
                Optional.ofNullable(line.get("channel")).filter(Channel::isName).map(Channel::new);
        return new DeliveryLine(
                id,
                RecordKey.parse(model, id)
                        .map(key -> panel.places().record(model, key))
                        .orElse(""),
                Tabs.Moment.of(Instant.parse(line.getOrDefault("created_at", Instant.EPOCH.toString()))),
                new DeliveryRecipient(names.getOrDefault(user, user), line.getOrDefault("recipient", "")),
                new DeliveryRoute(
                        channel.map(one -> text(channels.label(one))).orElse(""), line.getOrDefault("provider", "")),
                new DeliveryState(
                        status.map(DeliveryPages::label).orElse(""),
                        status.map(DeliveryPages::kind).orElse(""),
                        line.getOrDefault("attempts", ""),
                        line.getOrDefault("error", "")),
                mayRetry
                        && status.equals(Optional.of(DeliveryStatus.FAILED))
                        && channel.filter(one -> !channels.isInbox(one)).isPresent());
    }

    /** The names of users of this installation, by their id as text; other recipients have no name. */
    private Map<String, String> names(Actor actor, Collection<String> ids) {
        Optional<Model> users = panel.models().model("admin_users");
        if (users.isEmpty()) {
            return Map.of();
        }
        Map<RecordKey, String> keys = new HashMap<>();
        ids.forEach(id -> RecordKey.parse(users.get(), id).ifPresent(key -> keys.put(key, id)));
        Map<String, String> names = new HashMap<>();
        searching
                .labels(actor, users.get(), keys.keySet())
                .forEach((key, label) -> names.put(keys.getOrDefault(key, ""), label));
        return names;
    }

    private Response deadLetters(RequestContext request) {
        Optional<String> cursor = Optional.ofNullable(request.query().get("cursor"));
        Actor actor = request.actor();
        DeadLetters letters = sending.deadLetters(actor, ON_A_PAGE, cursor);
        Model model = Tabs.log(panel);
        boolean mayRetry = actor.rights().allows(Action.EDIT, model);
        Set<String> users = letters.items().stream()
                .map(letter -> letter.destination().user().id())
                .collect(Collectors.toSet());
        Map<String, String> names = names(actor, users);
        String list = Tabs.base(panel) + "dead-letters";
        return panel.page(
                request,
                200,
                Jtenotifications_deadlettersGenerated::render,
                new FailedMessages(
                        frame(request, text("Failed messages")),
                        Tabs.of(panel, actor, "dead-letters"),
                        letters.items().stream()
                                .map(letter -> line(model, letter, names, mayRetry))
                                .toList(),
                        mayRetry,
                        letters.nextCursor()
                                .map(one -> list + "?cursor=" + encoded(one))
                                .orElse(""),
                        cursor.isEmpty(),
                        list + cursor.map(one -> "?cursor=" + encoded(one)).orElse("")));
    }

    private DeliveryLine line(Model model, DeadLetter letter, Map<String, String> names, boolean mayRetry) {
        return new DeliveryLine(
                Long.toString(letter.id()),
                panel.places().record(model, new RecordKey(List.of(letter.id()))),
                Tabs.Moment.of(letter.failedAt()),
                new DeliveryRecipient(
                        names.getOrDefault(
                                letter.destination().user().id(),
                                letter.destination().user().id()),
                        letter.destination().address()),
                new DeliveryRoute(
                        text(channels.label(letter.destination().channel())),
                        letter.provider().orElse("")),
                new DeliveryState(
                        label(DeliveryStatus.FAILED),
                        kind(DeliveryStatus.FAILED),
                        Integer.toString(letter.attempts()),
                        letter.error().orElse("")),
                mayRetry);
    }

    private Response retry(RequestContext request) {
        Actor actor = request.actor();
        Form form = request.form();
        List<String> named = form.text("only").map(List::of).orElseGet(() -> form.all("id"));
        List<Long> ids = named.stream()
                .filter(id -> id.matches("[0-9]{1,18}"))
                .map(Long::valueOf)
                .toList();
        String next = form.textOrEmpty("next");
        String back = PanelUrls.isLocal(next) ? next : Tabs.base(panel) + "dead-letters";
        if (ids.isEmpty() && actor.rights().allows(Action.EDIT, Tabs.log(panel))) {
            return panel.redirect(request, back, Flash.error(text("Select at least one.")));
        }
        int retried = sending.retry(actor, ids, false);
        return panel.redirect(
                request,
                back,
                retried == 0
                        ? Flash.error(text("No message can be sent again: it is no longer stored, or is being sent."))
                        : Flash.success(text(
                                "{count, plural, one {The message is sent again.} other {# messages are sent again.}}",
                                "count",
                                retried)));
    }
}
