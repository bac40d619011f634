package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.ReviewingAccess.Listing;
import dev.hexadmin.application.identity.ReviewingAccess.OwnedKey;
import dev.hexadmin.application.identity.ReviewingAccess.Wanted;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jteusers_all_keysGenerated;
import dev.hexadmin.http.templates.pages.Jteusers_all_sessionsGenerated;
import io.helidon.http.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sessions and API keys of all users, for administrators. Thread-safe. */
public final class AccessPages {
    private static final int PER_PAGE = 50;
    private static final int LONGEST_FILTER = 254;

    private final Panel panel;
    private final OwnAccounts accounts;
    private final ManagingUsers managing;
    private final ManagingApiKeys keys;
    private final String base;

    public AccessPages(Panel panel, OwnAccounts accounts, ManagingUsers managing, ManagingApiKeys keys) {
        this.panel = panel;
        this.accounts = accounts;
        this.managing = managing;
        this.keys = keys;
        this.base = panel.places().admin() + "/users";
    }

    /** The sessions. */
    public record AllSessions(Frame frame, UserTabs tabs, String q, List<OwnedSessionLine> lines, Paging paging) {}

    /** A session and its user. */
    public record OwnedSessionLine(long user, String email, SessionLine session) {}

    /** The API keys. */
    public record AllKeys(Frame frame, UserTabs tabs, String q, List<OwnedKeyLine> lines, Paging paging) {}

    /** An API key and its owner. */
    public record OwnedKeyLine(long user, String email, KeyLine key) {}

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, base + "/sessions", Policy.PERSON, Route.Media.HTML, this::sessions),
                new Route(Method.POST, base + "/sessions/{id}/end", Policy.PERSON, Route.Media.HTML, this::endSession),
                new Route(
                        Method.POST,
                        base + "/sessions/of/{user}/end",
                        Policy.PERSON,
                        Route.Media.HTML,
                        this::endSessions),
                new Route(Method.GET, base + "/api-keys", Policy.PERSON, Route.Media.HTML, this::keys),
                new Route(Method.POST, base + "/api-keys/{id}/revoke", Policy.PERSON, Route.Media.HTML, this::revoke));
    }

    private Frame frame(RequestContext request, String title) {
        return panel.frame(request, title, new Frame.Crumb(text("Users"), base + "/"));
    }

    private static String filter(RequestContext request) {
        String q = request.query().getOrDefault("q", "");
        return q.length() > LONGEST_FILTER ? q.substring(0, LONGEST_FILTER) : q;
    }

    private static Wanted wanted(RequestContext request) {
        return new Wanted(Optional.empty(), filter(request), Paging.page(request), PER_PAGE);
    }

    private static Paging paging(String path, RequestContext request, long total) {
        String q = filter(request);
        return Paging.of(path, q.isEmpty() ? Map.of() : Map.of("q", q), Paging.page(request), PER_PAGE, total);
    }

    private Response sessions(RequestContext request) {
        Listing<OpenSession> listing = accounts.reviewing().sessions(request.signedIn(), wanted(request));
        String current = request.session().map(session -> session.id()).orElse("");
        return panel.page(
                request,
                200,
                Jteusers_all_sessionsGenerated::render,
                new AllSessions(
                        frame(request, text("Sessions of all users")),
                        UserTabs.of(panel, accounts, request.actor(), "sessions"),
                        filter(request),
                        listing.items().stream()
                                .map(session -> new OwnedSessionLine(
                                        session.user().value(),
                                        session.email().value(),
                                        SessionLine.of(session, current)))
                                .toList(),
                        paging(base + "/sessions", request, listing.total())));
    }

    private Response endSession(RequestContext request) {
        return done(
                request,
                "/sessions",
                text("The session has ended."),
                () -> accounts.reviewing().endSession(request.signedIn(), request.variable("id"), false));
    }

    private Response endSessions(RequestContext request) {
        UserId user = new UserId(number(request.variable("user"), Message.of("There is no such user.")));
        return done(
                request,
                "/sessions",
                text("The user is signed out everywhere."),
                () -> managing.endSessions(request.signedIn(), user, false));
    }

    private Response keys(RequestContext request) {
        Listing<OwnedKey> listing = accounts.reviewing().keys(request.signedIn(), wanted(request));
        return panel.page(
                request,
                200,
                Jteusers_all_keysGenerated::render,
                new AllKeys(
                        frame(request, text("API keys of all users")),
                        UserTabs.of(panel, accounts, request.actor(), "api-keys"),
                        filter(request),
                        listing.items().stream()
                                .map(owned -> new OwnedKeyLine(
                                        owned.user().value(), owned.email().value(), KeyLine.of(owned.key())))
                                .toList(),
                        paging(base + "/api-keys", request, listing.total())));
    }

    private Response revoke(RequestContext request) {
        if (!accounts.reviewing().may(request.actor())) {
            throw RequestRejectedException.missingRight(Action.EDIT, "admin_users");
        }
        long id = number(request.variable("id"), Message.of("There is no such API key."));
        return done(
                request,
                "/api-keys",
                text("The API key is no longer valid."),
                () -> keys.revoke(request.signedIn(), id, false));
    }

    private static long number(String text, Message otherwise) {
        if (!text.matches("[0-9]{1,18}")) {
            throw RequestRejectedException.notFound(otherwise);
        }
        return Long.parseLong(text);
    }

    /** Handles a button of a list: the list shows the result, with the same filter. */
    private Response done(RequestContext request, String list, String success, Runnable work) {
        String q = request.form().textOrEmpty("q");
        String back = base + list + (q.isEmpty() ? "" : "?q=" + URLEncoder.encode(q, StandardCharsets.UTF_8));
        try {
            work.run();
        } catch (RequestRejectedException refused) {
            return panel.redirect(
                    request, back, Flash.error(Mistakes.of(refused).notice()));
        }
        return panel.redirect(request, back, Flash.success(success));
    }
}
