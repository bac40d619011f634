package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetters;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SendingNotifications.PreparedSending;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.idempotency.PostHandler;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.Preferences;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sending, delivery status, failed messages, and status callbacks of gateways; below the prefix and below its
 * {@code /notifications}. Thread-safe.
 */
public final class DeliveriesResource {
    private static final NotificationMapper MAPPER = new GeneratedNotificationMapper();

    /** In bytes. Limited because any client may send a form without signing in. */
    private static final int LARGEST_FORM = 64 * 1024;

    private static final UUID NONE = new UUID(0, 0);

    private final SendingNotifications sending;
    private final MessageChannels channels;
    private final IdempotentPosts posts;
    private final String prefix;

    /**
     * @param prefix where notifications are mounted, such as {@code /api/notifications}
     */
    public DeliveriesResource(
            SendingNotifications sending, MessageChannels channels, IdempotentPosts posts, String prefix) {
        this.sending = sending;
        this.channels = channels;
        this.posts = posts;
        this.prefix = prefix;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (String base : List.of(prefix, prefix + "/notifications")) {
            routes.add(post(base + "/send", this::send));
            routes.add(post(base + "/send/batch", this::sendBatch));
            routes.add(get(base + "/deliveries/{id}", this::delivery));
            routes.add(get(base + "/batches/{id}", this::batch));
            routes.add(get(base + "/dead-letters", this::deadLetters));
            routes.add(post(base + "/dead-letters/retry", this::retryAll));
            routes.add(post(base + "/dead-letters/{id}/retry", this::retryOne));
            routes.add(new Route(
                    Method.POST, base + "/providers/{name}/report", Policy.PUBLIC, Route.Media.ANY, this::report));
        }
        return routes;
    }

    private static Route get(String template, Handler handler) {
        return new Route(Method.GET, template, Policy.RIGHTS, handler);
    }

    private Route post(String template, PostHandler handler) {
        return new Route(Method.POST, template, Policy.RIGHTS, posts.wrap(handler));
    }

    private Prepared<RequestOutcome<Response>> send(RequestContext request) {
        Mode mode = mode(request);
        SendBody.Single body = SendBody.single(request.body(), channels);
        return accepted(
                sending.prepareSend(request.actor(), body.recipient(), body.message(), mode, body.misread()),
                delivery ->
                        answer(mode, MAPPER.sent(delivery, body.userId()), prefix + "/deliveries/" + delivery.id()));
    }

    private Prepared<RequestOutcome<Response>> sendBatch(RequestContext request) {
        Mode mode = mode(request);
        SendBody.Many body = SendBody.many(request.body(), channels);
        return accepted(
                sending.prepareBatch(request.actor(), body.recipients(), body.message(), mode, body.misread()),
                batch -> answer(mode, MAPPER.sent(batch, body.userIds()), prefix + "/batches/" + batch.id()));
    }

    private static <T> Prepared<RequestOutcome<Response>> accepted(
            PreparedSending<T> messages, Function<T, Response> form) {
        return () -> {
            T accepted = messages.carryOut();
            return messages.settles()
                    ? new RequestOutcome.Accepted<>(() -> form.apply(accepted), () -> form.apply(messages.settled()))
                    : new RequestOutcome.Committed<>(form.apply(accepted));
        };
    }

    /** A dry run creates no delivery to follow, so it is answered at once and other preferences are ignored. */
    private static Mode mode(RequestContext request) {
        if (DryRun.wanted(request)) {
            return Mode.DRY_RUN;
        }
        return Preferences.has(request, "respond-async") ? Mode.ASYNC : Mode.WAIT;
    }

    private static Response answer(Mode mode, ResponseBody body, String status) {
        return switch (mode) {
            // the client can follow pending deliveries at this address (the relation is defined in RFC 8631)
            case WAIT -> JsonResponse.of(200, body).with("Link", "<" + status + ">; rel=\"status\"");
            case ASYNC ->
                JsonResponse.of(202, body).with("Location", status).with("Preference-Applied", "respond-async");
            case DRY_RUN -> DryRun.applied(true, JsonResponse.of(200, body));
        };
    }

    private Response delivery(RequestContext request) {
        Delivery delivery = sending.delivery(request.actor(), uuid(request));
        QueryParameters.only(request);
        return JsonResponse.of(200, MAPPER.delivery(delivery));
    }

    private Response batch(RequestContext request) {
        Batch batch = sending.batch(request.actor(), uuid(request));
        QueryParameters.only(request);
        return JsonResponse.of(200, MAPPER.batch(batch));
    }

    /** The id in the path; an id that no delivery has when it is not valid. */
    private static UUID uuid(RequestContext request) {
        String text = request.variable("id");
        try {
            return text.length() == 36 ? UUID.fromString(text) : NONE;
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }

    private Response deadLetters(RequestContext request) {
        DeadLetters page = sending.deadLetters(
                request.actor(),
                Requests.limit(request),
                Optional.ofNullable(request.query().get("cursor")));
        QueryParameters.only(request, "limit", "cursor");
        return JsonResponse.of(
                200,
                new DeadLetterPageResponse(
                        page.items().stream().map(MAPPER::deadLetter).toList(),
                        page.nextCursor().orElse(null)));
    }

    private Prepared<RequestOutcome<Response>> retryAll(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        List<Long> ids = ids(request.body());
        return () -> new RequestOutcome.Committed<>(retried(sending.retry(request.actor(), ids, dryRun), dryRun));
    }

    private Prepared<RequestOutcome<Response>> retryOne(RequestContext request) {
        boolean dryRun = DryRun.wanted(request);
        Requests.noBody(request);
        long id = Requests.id(request);
        return () -> {
            int retried = sending.retry(request.actor(), List.of(id), dryRun);
            if (retried == 0) {
                throw RequestRejectedException.notFound(
                        "There is no dead letter of this id whose message is still kept.");
            }
            return new RequestOutcome.Committed<>(retried(retried, dryRun));
        };
    }

    private static Response retried(int retried, boolean dryRun) {
        return DryRun.applied(dryRun, JsonResponse.of(200, new RetriedResponse(retried)));
    }

    private static List<Long> ids(byte[] body) {
        Map<String, @Nullable Object> members = JsonBody.object(body);
        List<Violation> wrong = new ArrayList<>();
        members.keySet().stream()
                .filter(name -> !name.equals("ids"))
                .forEach(name -> wrong.add(Violation.at(name, "unknown_field", "There is no such field.")));
        List<Long> ids = new ArrayList<>();
        if (members.get("ids") instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                Optional<Long> id = FieldInput.wholeNumber(items.get(i));
                if (id.isPresent()) {
                    ids.add(id.get());
                } else {
                    wrong.add(new Violation("/ids/" + i, "type", "The id of a dead letter is expected."));
                }
            }
        } else {
            wrong.add(Violation.at("ids", "type", "A list of ids is expected."));
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return ids;
    }

    private Response report(RequestContext request) {
        Form.requireSentBy(request);
        Map<String, String> parameters = Form.read(request, LARGEST_FORM).single();
        return posts.once(request, () -> {
            // a second identical report changes nothing, so the report may be stored before its answer is
            sending.report(
                    new Actor.Anonymous(request.origin()),
                    request.variable("name"),
                    new StatusCallback(request.url(), parameters, request.headers()));
            return () -> new RequestOutcome.Committed<>(Response.empty(204));
        });
    }
}
