package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.openapi.RecordOperations.ref;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.http.api.notifications.AddressesResponse;
import dev.hexadmin.http.api.notifications.BatchResponse;
import dev.hexadmin.http.api.notifications.DeadLetterPageResponse;
import dev.hexadmin.http.api.notifications.DeliveryResponse;
import dev.hexadmin.http.api.notifications.MarkedResponse;
import dev.hexadmin.http.api.notifications.NotificationPageResponse;
import dev.hexadmin.http.api.notifications.PreferenceListResponse;
import dev.hexadmin.http.api.notifications.PreferenceResponse;
import dev.hexadmin.http.api.notifications.PreferencesResponse;
import dev.hexadmin.http.api.notifications.RetriedResponse;
import dev.hexadmin.http.api.notifications.SentBatchResponse;
import dev.hexadmin.http.api.notifications.SentResponse;
import dev.hexadmin.http.api.notifications.UnreadCountResponse;
import dev.hexadmin.http.live.LiveEvent;
import dev.hexadmin.http.server.json.ResponseBody;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;

/** The routes of notifications: below their prefix, and the same again below its {@code /notifications}. */
final class NotificationOperations {
    static final String TAG = "notifications";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";
    private static final String HTML = "text/html";

    private final ResponseSchemas responses;
    private final String base;
    private final String id;
    private final List<Operation> all = new ArrayList<>();

    private NotificationOperations(String base, String id, ResponseSchemas responses) {
        this.responses = responses;
        this.base = base;
        this.id = id;
    }

    static List<Operation> below(String prefix, ResponseSchemas responses) {
        List<Operation> operations = new ArrayList<>();
        operations.addAll(new NotificationOperations(prefix, "notifications", responses).operations());
        operations.addAll(
                new NotificationOperations(prefix + "/notifications", "api_notifications", responses).operations());
        return operations;
    }

    /** Completes the schemas that depend on which channels there are. */
    static void channels(ObjectNode schemas, MessageChannels channels) {
        ObjectNode channel = schemas.putObject("Channel").put("type", "string");
        ArrayNode names = channel.putArray("enum");
        ObjectNode preferences = (ObjectNode) schemas.get("Preferences");
        JsonNode wanted = preferences.replace("additionalProperties", BooleanNode.FALSE);
        ObjectNode properties = preferences.putObject("properties");
        ArrayNode once = NODES.arrayNode();
        for (Channel each : channels.all()) {
            names.add(each.word());
            properties.set(each.word(), wanted);
            ObjectNode at = once.addObject();
            at.withObject("/contains/properties/channel").put("const", each.word());
            at.put("minContains", 0).put("maxContains", 1);
        }
        preferences.set("required", names.deepCopy());
        ((ObjectNode) schemas.at("/PreferenceOrList/then")).set("allOf", once);
        ObjectNode members = (ObjectNode) schemas.at("/Address/properties");
        channels.addresses().forEach((field, kind) -> members.set(field, address(kind)));
        List.of("Recipient", "Send", "SendBatch").forEach(name -> schemas.set(name, whole(schemas, name)));
        schemas.remove(List.of("Address", "Message"));
    }

    /** One object in place of the parts in {@code allOf}, of which openapi-generator's classes lack members. */
    private static ObjectNode whole(ObjectNode schemas, String name) {
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        JsonNode own = schemas.get(name);
        List<JsonNode> parts = new ArrayList<>();
        own.get("allOf").forEach(part -> parts.add(schemas.get(part.asText())));
        parts.add(own);
        for (JsonNode part : parts) {
            properties.setAll((ObjectNode) part.path("properties").deepCopy());
            part.path("required").forEach(required::add);
            for (String condition : List.of("if", "then")) {
                if (part.has(condition)) {
                    schema.set(condition, part.get(condition));
                }
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    private static ObjectNode address(AddressKind kind) {
        ObjectNode schema = NODES.objectNode();
        schema.putArray("type").add("string").add("null");
        kind.format().ifPresent(format -> schema.put("format", format));
        schema.put("maxLength", kind.longest());
        schema.put("pattern", "^" + kind.pattern().pattern() + "$");
        String known = switch (kind.origin()) {
            case CALL -> "";
            case ACCOUNT -> " Default: that of the user with this id.";
            case PREFERENCE -> " Default: the address in the user's preferences.";
        };
        return schema.put("description", "The " + kind.noun() + "." + known);
    }

    private List<Operation> operations() {
        live();
        own();
        sending();
        deadLetters();
        unsubscribing();
        add(Method.POST, "/providers/{name}/report", "report", "Receive a status report of a provider")
                .says("The callback URL for the SMS provider, authenticated by its signature.")
                .open()
                .takes(variable("name", "string", "The SMS provider."))
                .takes("Idempotency-Key")
                .body(true, ref("GatewayReport"), "application/x-www-form-urlencoded")
                .answers(204, "The report was accepted.", "Idempotent-Replayed")
                .refuses(403, 404, 409);
        return all;
    }

    private void live() {
        add(Method.GET, "/stream", "stream", "Subscribe to events (server-sent events)")
                .says(
                        "The first event is `ready`; then `notification`, `read`, `unread` and `read_all` as they occur; `reset`"
                                + " if missed events are no longer available.")
                .takes(since())
                .takes(lastEventId())
                .answers(200, "The event stream.", "text/event-stream", events())
                .refuses(401, 403, 429);
        add(Method.GET, "/ws", "socket", "Subscribe to events (WebSocket)")
                .says(
                        "Each text message is a `LiveEvent` (#/components/schemas/LiveEvent). Authenticate in the query, in"
                                + " `Authorization`, or within 5 seconds with `{\"type\":\"auth\",\"token\":…}`. Errors are close"
                                + " codes: 1011, 1012, 1013, 4401, 4403, 4408, 4429.")
                .open()
                .takes(text("token", "An access token."))
                .takes(text("user_id", "The user whose events to receive. Superusers may name any user."))
                .takes(since())
                .answers(101, "Switching to WebSocket.")
                .refuses(426);
    }

    private ObjectNode events() {
        ObjectNode schema = NODES.objectNode()
                .put("type", "string")
                .put("description", "The data of each event is a JSON object.")
                .put("contentMediaType", JSON);
        schema.set("contentSchema", responses.ref(LiveEvent.class));
        return schema;
    }

    private static ObjectNode since() {
        ObjectNode since = query("since", "The number of the last received event; later events are sent first.");
        since.set("schema", sequence());
        return since;
    }

    private static ObjectNode lastEventId() {
        ObjectNode header = NODES.objectNode()
                .put("name", "Last-Event-ID")
                .put("in", "header")
                .put("description", "As `since`, sent by browsers when they reconnect. Takes precedence over `since`.");
        header.set("schema", sequence());
        return header;
    }

    private static ObjectNode sequence() {
        return NODES.objectNode().put("type", "integer").put("minimum", 0);
    }

    private static ObjectNode text(String name, String description) {
        ObjectNode parameter = query(name, description);
        parameter.putObject("schema").put("type", "string");
        return parameter;
    }

    private void own() {
        ObjectNode unreadOnly = query("unread_only", "`true`: only unread notifications.");
        unreadOnly.putObject("schema").put("type", "boolean").put("default", false);
        all.add(new Operation(Method.GET, base + "/", base, id + "_list", TAG, "List the caller's notifications")
                .says("Newest first. API keys require `view` on `admin_notifications`.")
                .takes(limit())
                .takes(cursor())
                .takes(unreadOnly)
                .answers(200, "A page of results.", responses.ref(NotificationPageResponse.class))
                .refuses(401, 403));
        add(Method.GET, "/unread-count", "unread_count", "Get the number of unread notifications")
                .answers(200, "The number of unread notifications.", responses.ref(UnreadCountResponse.class))
                .refuses(401, 403);
        add(Method.PUT, "/{id}/read", "mark_read", "Mark a notification as read")
                .says("Idempotent: if it is read already, nothing changes and no event is sent.")
                .takes(variable("id", "integer", "Id of the notification."))
                .takes("Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(
                        200,
                        "The notification is marked as read.",
                        responses.ref(MarkedResponse.class),
                        "Preference-Applied")
                .refuses(401, 403, 404);
        add(Method.PUT, "/{id}/unread", "mark_unread", "Mark a notification as unread")
                .says("Idempotent: if it is unread already, nothing changes and no event is sent.")
                .takes(variable("id", "integer", "Id of the notification."))
                .takes("Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(
                        200,
                        "The notification is marked as unread.",
                        responses.ref(MarkedResponse.class),
                        "Preference-Applied")
                .refuses(401, 403, 404);
        add(Method.PUT, "/read-all", "mark_all_read", "Mark all notifications as read")
                .takes("Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(
                        200,
                        "All notifications are marked as read.",
                        responses.ref(MarkedResponse.class),
                        "Preference-Applied")
                .refuses(401, 403);
        add(Method.GET, "/preferences", "preferences", "Get the notification preferences")
                .answers(200, "The preference for each channel.", responses.ref(PreferencesResponse.class))
                .refuses(401, 403);
        add(Method.GET, "/addresses", "addresses", "Get your addresses for channels")
                .answers(200, "The addresses that you have set.", responses.ref(AddressesResponse.class))
                .refuses(401, 403);
        add(Method.PUT, "/addresses", "set_addresses", "Set your addresses for channels")
                .takes("Prefer", "dry_run")
                .body(true, ref("SetAddresses"), JSON)
                .answers(
                        200,
                        "The addresses that you have set.",
                        responses.ref(AddressesResponse.class),
                        "Preference-Applied")
                .refuses(401, 403);
        add(Method.PUT, "/preferences", "set_preferences", "Set notification preferences")
                .takes("Prefer", "dry_run")
                .body(true, ref("PreferenceOrList"), JSON)
                .answers(200, "The new preferences.", preferenceOrList(), "Preference-Applied")
                .refuses(401, 403);
    }

    /**
     * Without {@code oneOf}: of one with a list, the classes that openapi-generator makes for Java do not compile. Generators of
     * clients make any value of this.
     */
    private ObjectNode preferenceOrList() {
        ObjectNode schema = NODES.objectNode();
        schema.putObject("if").put("type", "array");
        schema.set("then", responses.ref(PreferenceListResponse.class));
        schema.set("else", responses.ref(PreferenceResponse.class));
        return schema;
    }

    private void sending() {
        send("/send", "send", "Send a notification", "Send", SentResponse.class);
        send("/send/batch", "send_batch", "Send to 1 to 1000 recipients", "SendBatch", SentBatchResponse.class);
        add(Method.GET, "/deliveries/{id}", "delivery", "Get a delivery")
                .takes(variable("id", "string", "Id of the delivery."))
                .answers(200, "The status for each channel.", responses.ref(DeliveryResponse.class))
                .refuses(401, 403, 404);
        add(Method.GET, "/batches/{id}", "batch", "Get a batch")
                .takes(variable("id", "string", "Id of the batch."))
                .answers(200, "The status for each channel.", responses.ref(BatchResponse.class))
                .refuses(401, 403, 404);
    }

    private void unsubscribing() {
        add(Method.GET, "/unsubscribe", "unsubscribe_page", "Show the page to unsubscribe")
                .says("The address in `List-Unsubscribe` of e-mails of a batch. Nothing changes.")
                .open()
                .takes(text("token", "The token of the link."))
                .answers(200, "The page.", HTML, page())
                .answers(404, "The token is not valid.", HTML, page())
                .refuses(429);
        add(Method.POST, "/unsubscribe", "unsubscribe", "Unsubscribe with one click (RFC 8058)")
                .says(
                        "Turns off the channel of the message for its recipient, as `PUT /preferences` does. The token is the only"
                                + " credential, does not expire and can be used again.")
                .open()
                .takes(text("token", "The token of the link."))
                .body(true, ref("OneClick"), "application/x-www-form-urlencoded", "multipart/form-data")
                .answers(200, "The channel is turned off.", HTML, page())
                .answers(404, "The token is not valid.", HTML, page())
                .refuses(429);
    }

    private static ObjectNode page() {
        return NODES.objectNode().put("type", "string").put("description", "A page in the language of the reader.");
    }

    private void send(String path, String name, String summary, String body, Class<? extends ResponseBody> response) {
        add(Method.POST, path, name, summary)
                .says(
                        "Responds after the first attempt on every channel, or after `notifications.deadline_seconds`. With"
                                + " `Prefer: respond-async` it responds at once and sends afterwards. Requires `create` on"
                                + " `admin_notifications`.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref(body), JSON)
                .answers(
                        200,
                        "The status so far.",
                        responses.ref(response),
                        "Link",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .answers(
                        202,
                        "Accepted for delivery.",
                        responses.ref(response),
                        "Location",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409);
    }

    private void deadLetters() {
        add(Method.GET, "/dead-letters", "dead_letters", "List failed messages")
                .says("Newest first. Requires `view` on `admin_notification_logs`.")
                .takes(limit())
                .takes(cursor())
                .answers(200, "A page of results.", responses.ref(DeadLetterPageResponse.class))
                .refuses(401, 403);
        add(Method.POST, "/dead-letters/retry", "dead_letters_retry", "Retry failed messages")
                .says(
                        "Starts with the first attempt again. Unknown ids, messages that have not failed and messages whose"
                                + " content was deleted are ignored. Requires `edit` on `admin_notification_logs`.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("DeadLetterIds"), JSON)
                .answers(
                        200,
                        "The number of retried messages.",
                        responses.ref(RetriedResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409);
        add(Method.POST, "/dead-letters/{id}/retry", "dead_letter_retry", "Retry a failed message")
                .takes(variable("id", "integer", "Id of the failed message."))
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(
                        200,
                        "The message will be sent again.",
                        responses.ref(RetriedResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409);
    }

    private Operation add(Method method, String path, String name, String summary) {
        Operation operation = new Operation(method, base + path, base + path, id + "_" + name, TAG, summary);
        all.add(operation);
        return operation;
    }

    private static ObjectNode limit() {
        ObjectNode limit = query("limit", "Maximum number of results.");
        limit.putObject("schema")
                .put("type", "integer")
                .put("minimum", 1)
                .put("maximum", 200)
                .put("default", 50);
        return limit;
    }

    private static ObjectNode cursor() {
        ObjectNode cursor = query("cursor", "`next_cursor` of the previous page.");
        cursor.putObject("schema").put("type", "string").put("minLength", 1);
        return cursor;
    }

    private static ObjectNode query(String name, String description) {
        return NODES.objectNode().put("name", name).put("in", "query").put("description", description);
    }

    private static ObjectNode variable(String name, String type, String description) {
        ObjectNode parameter = NODES.objectNode()
                .put("name", name)
                .put("in", "path")
                .put("required", true)
                .put("description", description);
        ObjectNode schema = parameter.putObject("schema").put("type", type);
        if (type.equals("integer")) {
            schema.put("format", "int64");
        }
        return parameter;
    }
}
