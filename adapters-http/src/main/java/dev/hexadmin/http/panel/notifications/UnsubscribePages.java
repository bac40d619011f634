package dev.hexadmin.http.panel.notifications;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtenotifications_unsubscribeGenerated;
import dev.hexadmin.http.templates.pages.Jtenotifications_unsubscribe_aloneGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The page of the links to unsubscribe in mails, below the prefix of notifications. Thread-safe.
 *
 * <p>Opening a link changes nothing, since programs that check mails open links, too. Mail programs unsubscribe with the POST of
 * RFC 8058, which is that of the page's button: without credentials, and proved by the token in the address.
 */
public final class UnsubscribePages {
    private static final String PATH = "/unsubscribe";
    private static final String TOKEN = "token";
    private static final String FIELD = "List-Unsubscribe";
    private static final String VALUE = "One-Click";
    /** In bytes. Limited because any client may send a form without signing in. */
    private static final int LARGEST_FORM = 64 * 1024;

    private final Panel panel;
    private final ReadingNotifications reading;
    private final MessageChannels channels;
    private final LimitingRequests limiting;
    private final String prefix;
    private final boolean alone;

    /**
     * @param prefix of the notification endpoints
     * @param alone whether the panel is not served beside it: then the page needs nothing of the panel
     */
    public UnsubscribePages(
            Panel panel,
            ReadingNotifications reading,
            MessageChannels channels,
            LimitingRequests limiting,
            String prefix,
            boolean alone) {
        this.panel = panel;
        this.reading = reading;
        this.channels = channels;
        this.limiting = limiting;
        this.prefix = prefix;
        this.alone = alone;
    }

    /**
     * The address of the page, to which a token is added.
     *
     * @param notifications the address of notifications
     */
    public static String address(String notifications) {
        return notifications + PATH + "?token=";
    }

    /**
     * The page in the design of the panel.
     *
     * @param token of the link
     */
    public record UnsubscribePage(Frame frame, String token, Unsubscribing content) {}

    /**
     * What the page says.
     *
     * @param channel its label; {@code ""} when the link is not valid
     * @param done whether the channel is turned off now
     */
    public record Unsubscribing(String title, String channel, boolean done) {}

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String base : List.of(prefix, prefix + "/notifications")) {
            routes.add(new Route(Method.GET, base + PATH, Policy.PUBLIC, Route.Media.ANY, this::ask));
            routes.add(new Route(Method.POST, base + PATH, Policy.PUBLIC, Route.Media.MULTIPART, this::unsubscribe));
        }
        return routes;
    }

    private static String token(RequestContext request) {
        return request.query().getOrDefault(TOKEN, "");
    }

    private Response ask(RequestContext request) {
        QueryParameters.only(request, TOKEN);
        return answer(
                request,
                text("Unsubscribe"),
                false,
                () -> reading.unsubscription(token(request))
                        .orElseThrow(
                                () -> RequestRejectedException.notFound("This link to unsubscribe is not valid.")));
    }

    private Response unsubscribe(RequestContext request) {
        DryRun.forbid(request, TOKEN);
        requireOneClick(request);
        Actor anyone = new Actor.Anonymous(request.origin());
        return answer(request, text("Unsubscribed"), true, () -> reading.unsubscribe(anyone, token(request)));
    }

    private static void requireOneClick(RequestContext request) {
        Optional<String> sent = Upload.isSentBy(request)
                ? request.upload().text(FIELD)
                : Form.read(request, LARGEST_FORM).text(FIELD);
        if (!sent.equals(Optional.of(VALUE))) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at(FIELD, "required", "List-Unsubscribe=One-Click is expected.")));
        }
    }

    /** Only wrong tokens count: the mail programs of many recipients send their requests from few addresses. */
    private Response answer(RequestContext request, String title, boolean done, Supplier<Channel> link) {
        try {
            Channel channel = limiting.countFailures(
                    RateLimitRule.MAILED_LINKS,
                    LimitingRequests.key(request.origin().address()),
                    link,
                    refused -> true);
            return page(request, 200, new Unsubscribing(title, text(channels.label(channel)), done));
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.NOT_FOUND) {
                throw refused;
            }
            return page(request, 404, new Unsubscribing(text("Unsubscribe"), "", false));
        }
    }

    /** A page whose address holds a token: it goes into no cache, and, as all addresses, to no other site. */
    private Response page(RequestContext request, int status, Unsubscribing content) {
        Response page = alone
                ? panel.page(request, status, Jtenotifications_unsubscribe_aloneGenerated::render, content)
                : panel.page(
                        request,
                        status,
                        Jtenotifications_unsubscribeGenerated::render,
                        new UnsubscribePage(panel.frameForAnyone(request, content.title()), token(request), content));
        return page.with("Cache-Control", "no-store");
    }
}
