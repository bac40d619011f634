package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.Refused;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetters;
import dev.hexadmin.application.notifications.SendingNotifications.Delivery;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SendingNotifications.PreparedSending;
import dev.hexadmin.application.replay.Done;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.headers.DryRun;
import dev.hexadmin.http.headers.Preferences;
import dev.hexadmin.http.json.JsonBody;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.replay.IdempotentPosts;
import dev.hexadmin.http.replay.PostHandler;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Form;
import dev.hexadmin.http.routing.Handler;
import dev.hexadmin.http.routing.Policy;
import dev.hexadmin.http.routing.Route;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sending, what became of it, what was given up, and what gateways report; below the prefix and below its
 * {@code /notifications}. Thread-safe.
 */
public final class DeliveriesResource {
    /** Bytes at most: anybody may send one. */
    private static final int LARGEST_FORM = 64 * 1024;

    private static final UUID NONE = new UUID(0, 0);

    private final SendingNotifications sending;
    private final IdempotentPosts posts;
    private final String prefix;

    /**
     * @param prefix where notifications are mounted, such as {@code /api/notifications}
     */
    public DeliveriesResource(SendingNotifications sending, IdempotentPosts posts, String prefix) {
        this.sending = sending;
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

    private Prepared<Done<Answer>> send(Exchange exchange) {
        Mode mode = mode(exchange);
        SendBody.Single body = SendBody.single(exchange.body());
        return accepted(
                sending.prepareSend(exchange.actor(), body.recipient(), body.message(), mode),
                delivery -> answer(
                        mode,
                        JsonDocument.bytes(out -> DeliveryJson.sent(out, body.userId(), delivery)),
                        prefix + "/deliveries/" + delivery.id()));
    }

    private Prepared<Done<Answer>> sendBatch(Exchange exchange) {
        Mode mode = mode(exchange);
        SendBody.Many body = SendBody.many(exchange.body());
        return accepted(
                sending.prepareBatch(exchange.actor(), body.recipients(), body.message(), mode),
                batch -> answer(
                        mode,
                        JsonDocument.bytes(out -> DeliveryJson.sent(out, body.userIds(), batch)),
                        prefix + "/batches/" + batch.id()));
    }

    private static <T> Prepared<Done<Answer>> accepted(PreparedSending<T> messages, Function<T, Answer> form) {
        return () -> {
            T accepted = messages.carryOut();
            return messages.settles()
                    ? new Done.Accepted<>(() -> form.apply(accepted), () -> form.apply(messages.settled()))
                    : new Done.Committed<>(form.apply(accepted));
        };
    }

    /** A rehearsal has nothing to follow, so it is answered at once whatever else is preferred. */
    private static Mode mode(Exchange exchange) {
        if (DryRun.wanted(exchange)) {
            return Mode.DRY_RUN;
        }
        return Preferences.has(exchange, "respond-async") ? Mode.ASYNC : Mode.WAIT;
    }

    private static Answer answer(Mode mode, byte[] json, String status) {
        return switch (mode) {
            // what is still being tried can be followed there (the relation is of RFC 8631)
            case WAIT -> Answer.json(200, json).with("Link", "<" + status + ">; rel=\"status\"");
            case ASYNC -> Answer.json(202, json).with("Location", status).with("Preference-Applied", "respond-async");
            case DRY_RUN -> DryRun.applied(true, Answer.json(200, json));
        };
    }

    private Answer delivery(Exchange exchange) {
        Delivery delivery = sending.delivery(exchange.actor(), uuid(exchange));
        Requests.only(exchange, Set.of());
        return Answer.json(200, JsonDocument.bytes(out -> DeliveryJson.state(out, delivery)));
    }

    private Answer batch(Exchange exchange) {
        Batch batch = sending.batch(exchange.actor(), uuid(exchange));
        Requests.only(exchange, Set.of());
        return Answer.json(200, JsonDocument.bytes(out -> DeliveryJson.state(out, batch)));
    }

    /** The id in the path; one that nothing has for what is none. */
    private static UUID uuid(Exchange exchange) {
        String text = exchange.variable("id");
        try {
            return text.length() == 36 ? UUID.fromString(text) : NONE;
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }

    private Answer deadLetters(Exchange exchange) {
        DeadLetters page = sending.deadLetters(
                exchange.actor(),
                Requests.limit(exchange),
                Optional.ofNullable(exchange.query().get("cursor")));
        Requests.only(exchange, Set.of("limit", "cursor"));
        return Answer.json(200, JsonDocument.bytes(out -> DeliveryJson.deadLetters(out, page)));
    }

    private Prepared<Done<Answer>> retryAll(Exchange exchange) {
        boolean dryRun = DryRun.wanted(exchange);
        List<Long> ids = ids(exchange.body());
        return () -> new Done.Committed<>(retried(sending.retry(exchange.actor(), ids, dryRun), dryRun));
    }

    private Prepared<Done<Answer>> retryOne(Exchange exchange) {
        boolean dryRun = DryRun.wanted(exchange);
        Requests.noBody(exchange);
        long id = Requests.id(exchange);
        return () -> {
            int retried = sending.retry(exchange.actor(), List.of(id), dryRun);
            if (retried == 0) {
                throw Refused.notFound("There is no dead letter of this id whose message is still kept.");
            }
            return new Done.Committed<>(retried(retried, dryRun));
        };
    }

    private static Answer retried(int retried, boolean dryRun) {
        return DryRun.applied(dryRun, Answer.json(200, JsonDocument.bytes(out -> {
            out.writeStartObject();
            out.writeNumberField("retried", retried);
            out.writeEndObject();
        })));
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
            throw Refused.invalid(wrong);
        }
        return ids;
    }

    private Answer report(Exchange exchange) {
        Form.requireSentBy(exchange);
        Map<String, String> parameters = Form.read(exchange, LARGEST_FORM).single();
        return posts.once(exchange, () -> {
            // a report that was taken changes nothing the second time, so it may be taken before its answer is kept
            sending.report(
                    new Actor.Anonymous(exchange.origin()),
                    exchange.variable("name"),
                    new StatusCallback(exchange.url(), parameters, exchange.headers()));
            return () -> new Done.Committed<>(Answer.empty(204));
        });
    }
}
