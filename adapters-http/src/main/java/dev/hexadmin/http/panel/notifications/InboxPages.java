package dev.hexadmin.http.panel.notifications;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.ReadingNotifications.Page;
import dev.hexadmin.application.notifications.ReadingNotifications.Preference;
import dev.hexadmin.application.notifications.ReadingNotifications.PreferenceChange;
import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.comments.CommentCard;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtenotifications_inboxGenerated;
import dev.hexadmin.http.templates.pages.Jtenotifications_latestGenerated;
import dev.hexadmin.http.templates.pages.Jtenotifications_preferencesGenerated;
import io.helidon.http.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The notifications of the signed-in user, and the channels on which they want them. Thread-safe. */
public final class InboxPages {
    private static final int ON_A_PAGE = 20;
    private static final int LATEST = 6;
    private static final String UNREAD_ONLY = "unread_only";

    private final Panel panel;
    private final ReadingNotifications reading;
    private final MessageChannels channels;

    public InboxPages(Panel panel, ReadingNotifications reading, MessageChannels channels) {
        this.panel = panel;
        this.reading = reading;
        this.channels = channels;
    }

    /**
     * A notification.
     *
     * @param title its title, or else its text
     * @param icon of the model it is about, or of messages
     * @param href the page of the notification beside its list
     * @param record the address of the record it is about; {@code ""} without a record
     */
    public record Note(
            long id,
            String title,
            String body,
            Tabs.Moment at,
            boolean read,
            String icon,
            String href,
            String record) {}

    /**
     * A part of the notifications.
     *
     * @param unread the number of all unread notifications, also of those that are not shown
     * @param newest where the first page is; {@code ""} on it
     * @param older where the next page is, or {@code ""}
     * @param here the list itself, to come back to
     */
    public record Listing(List<Note> notes, boolean unreadOnly, long unread, String newest, String older, String here) {
        public Listing {
            notes = List.copyOf(notes);
        }

        /** The number of unread notifications, for people. */
        public String count() {
            return Formats.number(unread);
        }
    }

    /**
     * The list, alone or with one notification beside it.
     *
     * @param open the notification that is shown whole
     */
    public record Inbox(Frame frame, Tabs tabs, Listing list, Optional<Note> open) {}

    /**
     * A channel to choose.
     *
     * @param noun what its address is called, when users set that themselves; else {@code ""}
     * @param address as stored or typed
     * @param wrong with the address, or {@code ""}
     */
    public record Choice(
            String channel, String label, String help, boolean wanted, String noun, String address, String wrong) {}

    /** The page of the user's preferences. */
    public record Preferences(Frame frame, Tabs tabs, List<Choice> choices) {}

    public List<Route> routes() {
        String base = panel.places().admin() + "/notifications";
        return List.of(
                route(Method.GET, base, this::inbox),
                route(Method.GET, base + "/latest", this::latest),
                route(Method.GET, base + "/{id}", this::message),
                route(Method.POST, base + "/{id}/read", this::markRead),
                route(Method.POST, base + "/{id}/unread", this::markUnread),
                route(Method.POST, base + "/read-all", this::markAllRead),
                route(Method.GET, base + "/preferences", this::preferences),
                route(Method.POST, base + "/preferences", this::setPreferences));
    }

    private static Route route(Method method, String template, Handler handler) {
        return new Route(method, template, Policy.PERSON, Route.Media.HTML, handler);
    }

    private static Addressee self(Actor.SignedIn caller) {
        return Addressee.of(caller.id());
    }

    private Response inbox(RequestContext request) {
        return inbox(request, Optional.empty());
    }

    /** One notification beside the list. */
    private Response message(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        return inbox(request, Optional.of(reading.get(caller, self(caller), id(request))));
    }

    private Response inbox(RequestContext request, Optional<InboxNotification> open) {
        Map<String, String> query = request.query();
        boolean unreadOnly = "true".equals(query.get(UNREAD_ONLY));
        Optional<String> cursor = Optional.ofNullable(query.get("cursor"));
        Actor.SignedIn caller = request.signedIn();
        Page page = reading.list(caller, self(caller), ON_A_PAGE, cursor, unreadOnly);
        String here = query(unreadOnly, cursor);
        return panel.page(
                request,
                200,
                Jtenotifications_inboxGenerated::render,
                new Inbox(
                        panel.frame(request, text("Notifications")),
                        Tabs.of(panel, caller, ""),
                        new Listing(
                                notes(caller, page, here),
                                unreadOnly,
                                page.unread(),
                                cursor.isEmpty() ? "" : Tabs.base(panel) + query(unreadOnly, Optional.empty()),
                                page.nextCursor().isEmpty()
                                        ? ""
                                        : Tabs.base(panel) + query(unreadOnly, page.nextCursor()),
                                Tabs.base(panel) + here),
                        open.map(item -> note(caller, item, here))));
    }

    private static String query(boolean unreadOnly, Optional<String> cursor) {
        List<String> parts = new ArrayList<>();
        if (unreadOnly) {
            parts.add(UNREAD_ONLY + "=true");
        }
        cursor.ifPresent(one -> parts.add("cursor=" + URLEncoder.encode(one, StandardCharsets.UTF_8)));
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    /** What the bell opens: a part of a page, for a script. */
    private Response latest(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        Page page = reading.list(caller, self(caller), LATEST, Optional.empty(), false);
        return panel.page(
                request,
                200,
                Jtenotifications_latestGenerated::render,
                new Inbox(
                        panel.frame(request, text("Notifications")),
                        Tabs.of(panel, caller, ""),
                        new Listing(notes(caller, page, ""), false, page.unread(), "", "", Tabs.base(panel)),
                        Optional.empty()));
    }

    private List<Note> notes(Actor.SignedIn caller, Page page, String here) {
        return page.items().stream().map(item -> note(caller, item, here)).toList();
    }

    private Note note(Actor.SignedIn caller, InboxNotification item, String here) {
        Notification notification = item.notification();
        Optional<Place> place = notification.data().flatMap(data -> place(caller, data));
        boolean titled = !notification.title().isEmpty();
        return new Note(
                notification.id(),
                titled ? notification.title() : notification.body(),
                titled ? notification.body() : "",
                Tabs.Moment.of(notification.createdAt()),
                item.read(),
                place.map(at -> at.model().definition().navigation().icon().word())
                        .orElse("bell"),
                Tabs.base(panel) + notification.id() + here,
                place.map(at -> panel.places().record(at.model(), at.key())
                                + at.comment().map(CommentCard::path).orElse(""))
                        .orElse(""));
    }

    /** A record that a notification is about, or a comment on it. */
    private record Place(Model model, RecordKey key, Optional<Long> comment) {}

    /** The record that a notice is about, when the reader may view its model. */
    private Optional<Place> place(Actor caller, JsonText data) {
        Map<?, ?> members;
        try {
            @Nullable Object value = JsonBody.value(data.text().getBytes(StandardCharsets.UTF_8));
            members = value instanceof Map<?, ?> map ? map : Map.of();
        } catch (RequestRejectedException e) {
            return Optional.empty(); // a sender may nest deeper than a client
        }
        if (!(members.get("model") instanceof String name)
                || !(members.get("id") instanceof String id)
                || "delete".equals(members.get("change"))) {
            return Optional.empty();
        }
        Optional<Model> model = panel.models()
                .model(name)
                .filter(one ->
                        one.definition().exposure().html() && caller.rights().allows(Action.VIEW, one));
        Optional<Long> comment = members.get("comment") instanceof Long number ? Optional.of(number) : Optional.empty();
        return model.flatMap(one -> RecordKey.parse(one, id).map(key -> new Place(one, key, comment)));
    }

    private static long id(RequestContext request) {
        String id = request.variable("id");
        return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0;
    }

    private Response markRead(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        reading.markRead(caller, self(caller), id(request), false);
        return panel.redirect(next(request));
    }

    private Response markUnread(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        reading.markUnread(caller, self(caller), id(request), false);
        return panel.redirect(next(request));
    }

    private Response markAllRead(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        reading.markAllRead(caller, self(caller), false);
        return panel.redirect(request, next(request), Flash.success(text("All notifications are marked as read.")));
    }

    private String next(RequestContext request) {
        String next = request.form().textOrEmpty("next");
        return PanelUrls.isLocal(next) ? next : Tabs.base(panel);
    }

    private Response preferences(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        List<Choice> choices = reading.preferences(caller, self(caller)).stream()
                .map(preference -> choice(preference, ""))
                .toList();
        return preferences(request, 200, choices);
    }

    private Response preferences(RequestContext request, int status, List<Choice> choices) {
        return panel.page(
                request,
                status,
                Jtenotifications_preferencesGenerated::render,
                new Preferences(
                        panel.frame(
                                request,
                                text("My preferences"),
                                new Frame.Crumb(text("Notifications"), Tabs.base(panel))),
                        Tabs.of(panel, request.signedIn(), "preferences"),
                        choices));
    }

    private Choice choice(Preference preference, String wrong) {
        MessageChannel channel = channels.get(preference.channel());
        Optional<AddressKind> own = channel.address().filter(kind -> kind.origin() == AddressKind.Origin.PREFERENCE);
        return new Choice(
                channel.name(),
                text(channel.labels()),
                text(channel.descriptions()),
                preference.enabled(),
                own.map(kind -> text(kind.noun())).orElse(""),
                preference.address().orElse(""),
                wrong);
    }

    /** The typed values, with their errors. */
    private List<Choice> choices(List<PreferenceChange> wanted, List<Violation> violations) {
        List<Choice> choices = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            String place = "/" + i + "/address";
            String wrong = violations.stream()
                    .filter(violation -> violation.pointer().equals(place))
                    .map(violation -> text(violation.text()))
                    .collect(Collectors.joining(" "));
            PreferenceChange each = wanted.get(i);
            choices.add(choice(new Preference(channels.all().get(i), each.enabled(), each.address()), wrong));
        }
        return choices;
    }

    /** A box that is not ticked is not sent, so all channels are set. */
    private Response setPreferences(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        List<String> ticked = request.form().all("channel");
        List<PreferenceChange> wanted = channels.all().stream()
                .map(channel -> new PreferenceChange(
                        channel.word(),
                        ticked.contains(channel.word()),
                        request.form().text("address." + channel)))
                .toList();
        try {
            reading.setPreferences(caller, self(caller), wanted, false);
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.INVALID) {
                throw refused;
            }
            return preferences(request, 422, choices(wanted, refused.violations()));
        }
        return panel.redirect(request, Tabs.base(panel) + "preferences", Flash.success(text("Saved.")));
    }
}
