package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.ReadingNotifications.Page;
import dev.hexadmin.application.notifications.ReadingNotifications.Preference;
import dev.hexadmin.application.notifications.ReadingNotifications.PreferenceChange;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came for the caller, and which channels they want; below the prefix and below its {@code /notifications}.
 * Thread-safe.
 */
public final class NotificationsResource {
    private static final NotificationMapper MAPPER = new GeneratedNotificationMapper();

    private final ReadingNotifications reading;
    private final String prefix;

    /**
     * @param prefix where notifications are mounted, such as {@code /api/notifications}
     */
    public NotificationsResource(ReadingNotifications reading, String prefix) {
        this.reading = reading;
        this.prefix = prefix;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String base : List.of(prefix, prefix + "/notifications")) {
            routes.add(new Route(Method.GET, base, Policy.RIGHTS, this::list));
            routes.add(new Route(Method.GET, base + "/unread-count", Policy.RIGHTS, this::unreadCount));
            routes.add(new Route(Method.PUT, base + "/{id}/read", Policy.RIGHTS, this::markRead));
            routes.add(new Route(Method.PUT, base + "/{id}/unread", Policy.RIGHTS, this::markUnread));
            routes.add(new Route(Method.PUT, base + "/read-all", Policy.RIGHTS, this::markAllRead));
            routes.add(new Route(Method.GET, base + "/preferences", Policy.PERSON, this::preferences));
            routes.add(new Route(Method.PUT, base + "/preferences", Policy.PERSON, this::setPreferences));
            routes.add(new Route(Method.GET, base + "/addresses", Policy.PERSON, this::addresses));
            routes.add(new Route(Method.PUT, base + "/addresses", Policy.PERSON, this::setAddresses));
        }
        return routes;
    }

    private static Addressee self(Actor.SignedIn caller) {
        return Addressee.of(caller.id());
    }

    private Response list(RequestContext request) {
        QueryParameters.only(request, "limit", "cursor", "unread_only");
        Map<String, String> query = request.query();
        boolean unreadOnly = switch (query.getOrDefault("unread_only", "false")) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default ->
                throw RequestRejectedException.malformed(
                        "invalid_query",
                        "The query is not valid.",
                        List.of(new Violation("?unread_only", "type", "true or false is expected.")));
        };
        Actor.SignedIn caller = request.signedIn();
        Page page = reading.list(
                caller, self(caller), Requests.limit(request), Optional.ofNullable(query.get("cursor")), unreadOnly);
        return JsonResponse.of(
                200,
                new NotificationPageResponse(
                        page.items().stream().map(MAPPER::entry).toList(),
                        page.nextCursor().orElse(null),
                        page.unread()));
    }

    private Response unreadCount(RequestContext request) {
        QueryParameters.only(request);
        Actor.SignedIn caller = request.signedIn();
        return JsonResponse.of(200, new UnreadCountResponse(reading.unread(caller, self(caller))));
    }

    private Response markRead(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Requests.noBody(request);
        Actor.SignedIn caller = request.signedIn();
        return marked(reading.markRead(caller, self(caller), Requests.id(request), dryRun), dryRun);
    }

    private Response markUnread(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Requests.noBody(request);
        Actor.SignedIn caller = request.signedIn();
        return marked(reading.markUnread(caller, self(caller), Requests.id(request), dryRun), dryRun);
    }

    private Response markAllRead(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Requests.noBody(request);
        Actor.SignedIn caller = request.signedIn();
        return marked(reading.markAllRead(caller, self(caller), dryRun), dryRun);
    }

    private static Response marked(long unread, boolean dryRun) {
        return DryRun.applied(dryRun, JsonResponse.of(200, new MarkedResponse(true, unread)));
    }

    private Response preferences(RequestContext request) {
        QueryParameters.only(request);
        Actor.SignedIn caller = request.signedIn();
        List<Preference> preferences = reading.preferences(caller, self(caller));
        Map<String, Boolean> channels = new LinkedHashMap<>();
        preferences.forEach(preference -> channels.put(preference.channel().word(), preference.enabled()));
        return JsonResponse.of(200, new PreferencesResponse(channels));
    }

    private Response setPreferences(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        @Nullable Object body = JsonBody.value(request.body());
        Actor.SignedIn caller = request.signedIn();
        List<Violation> wrong = new ArrayList<>();
        if (body instanceof List<?> items) {
            List<PreferenceChange> wanted = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                wanted.add(wanted("/" + i, items.get(i), wrong));
            }
            refuse(wrong);
            List<Preference> set = reading.setPreferences(caller, self(caller), wanted, dryRun);
            return DryRun.applied(
                    dryRun,
                    JsonResponse.of(
                            200,
                            new PreferenceListResponse(
                                    set.stream().map(MAPPER::preference).toList())));
        }
        PreferenceChange wanted = wanted("", body, wrong);
        refuse(wrong);
        Preference set = reading.setPreference(
                caller, self(caller), wanted.channel(), wanted.enabled(), wanted.address(), dryRun);
        return DryRun.applied(dryRun, JsonResponse.of(200, MAPPER.preference(set)));
    }

    private Response addresses(RequestContext request) {
        QueryParameters.only(request);
        Actor.SignedIn caller = request.signedIn();
        return JsonResponse.of(200, addresses(reading.preferences(caller, self(caller))));
    }

    private static AddressesResponse addresses(List<Preference> preferences) {
        Map<String, String> addresses = new LinkedHashMap<>();
        preferences.forEach(preference -> preference
                .address()
                .filter(address -> !address.isEmpty())
                .ifPresent(address -> addresses.put(preference.channel().word(), address)));
        return new AddressesResponse(addresses);
    }

    private Response setAddresses(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        @Nullable Object body = JsonBody.value(request.body());
        Actor.SignedIn caller = request.signedIn();
        if (!(body instanceof Map<?, ?> members)) {
            throw RequestRejectedException.invalid(
                    List.of(new Violation("", "type", "An object with addresses by channel is expected.")));
        }
        List<Preference> before = reading.preferences(caller, self(caller));
        List<PreferenceChange> changes = new ArrayList<>();
        List<Violation> wrong = new ArrayList<>();
        members.forEach((channel, address) -> {
            String name = String.valueOf(channel);
            if (address != null && !(address instanceof String)) {
                wrong.add(Violation.at(name, "type", "A string or null is expected."));
            }
            boolean enabled = before.stream()
                    .filter(preference -> preference.channel().word().equals(name))
                    .allMatch(Preference::enabled);
            changes.add(new PreferenceChange(name, enabled, Optional.of(address instanceof String text ? text : "")));
        });
        refuse(wrong);
        Map<String, Preference> after = new LinkedHashMap<>();
        before.forEach(preference -> after.put(preference.channel().word(), preference));
        try {
            reading.setPreferences(caller, self(caller), changes, dryRun)
                    .forEach(preference -> after.put(preference.channel().word(), preference));
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.INVALID) {
                throw refused;
            }
            throw RequestRejectedException.invalid(refused.violations().stream()
                    .map(violation -> ofChannel(violation, changes))
                    .toList());
        }
        return DryRun.applied(dryRun, JsonResponse.of(200, addresses(List.copyOf(after.values()))));
    }

    /** A violation of the n-th change, with the name of its channel as the pointer. */
    private static Violation ofChannel(Violation violation, List<PreferenceChange> changes) {
        int at = Integer.parseInt(violation.pointer().split("/", 3)[1]);
        return Violation.at(changes.get(at).channel(), violation.code(), violation.text());
    }

    private static PreferenceChange wanted(String place, @Nullable Object value, List<Violation> wrong) {
        String channel = "";
        boolean enabled = false;
        if (!(value instanceof Map<?, ?> members)) {
            wrong.add(new Violation(place, "type", "An object with channel and enabled is expected."));
            return new PreferenceChange(channel, enabled, Optional.empty());
        }
        for (Map.Entry<?, ?> member : members.entrySet()) {
            String name = String.valueOf(member.getKey());
            switch (name) {
                case "channel", "enabled", "address" -> {}
                default ->
                    wrong.add(Violation.at(name, "unknown_field", "There is no such field.")
                            .below(place));
            }
        }
        if (members.get("channel") instanceof String word) {
            channel = word;
        } else {
            wrong.add(new Violation(place + "/channel", "type", "The name of a channel is expected."));
        }
        if (members.get("enabled") instanceof Boolean flag) {
            enabled = flag;
        } else {
            wrong.add(new Violation(place + "/enabled", "type", "true or false is expected."));
        }
        Optional<String> address = Optional.empty();
        if (members.get("address") instanceof String text) {
            address = Optional.of(text);
        } else if (members.containsKey("address")) {
            if (members.get("address") == null) {
                address = Optional.of("");
            } else {
                wrong.add(new Violation(place + "/address", "type", "A string or null is expected."));
            }
        }
        return new PreferenceChange(channel, enabled, address);
    }

    private static void refuse(List<Violation> wrong) {
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
    }
}
