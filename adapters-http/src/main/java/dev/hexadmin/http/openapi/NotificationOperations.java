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
        ((ObjectNode) schemas.at("/PreferenceOrList/oneOf/1")).set("allOf", once);
        ObjectNode members = (ObjectNode) schemas.at("/Address/properties");
        channels.addresses().forEach((field, kind) -> members.set(field, address(kind)));
    }

    private static ObjectNode address(AddressKind kind) {
        ObjectNode schema = NODES.objectNode();
        schema.putArray("type").add("string").add("null");
        kind.format().ifPresent(format -> schema.put("format", format));
        schema.put("maxLength", kind.longest());
        schema.put("pattern", "^" + kind.pattern().pattern() + "$");
        String known = switch (kind.origin()) {
            case CALL -> "";
            case ACCOUNT -> " Default: that of the admin user with this id.";
            case PREFERENCE -> " Default: the one that the user has set in the preferences.";
        };
        return schema.put("description", "The " + kind.noun() + "." + known);
    }

    private List<Operation> operations() {
        live();
        own();
        sending();
        deadLetters();
        add(Method.POST, "/providers/{name}/report", "report", "A gateway reports about a message")
                .says("For the gateway, which is known by its signature: this is the address to give to it.")
                .open()
                .takes(variable("name", "string", "The SMS provider."))
                .takes("Idempotency-Key")
                .body(true, ref("GatewayReport"), "application/x-www-form-urlencoded")
                .answers(204, "The report is taken.", "Idempotent-Replayed")
                .refuses(403, 404, 409);
        return all;
    }

    private void live() {
        add(Method.GET, "/stream", "stream", "Follow live: server-sent events")
                .says(
                        "Begins with `ready`, then `notification`, `read` and `read_all` as they happen; `reset` when what"
                                + " was missed is no longer known.")
                .takes(since())
                .takes(lastEventId())
                .answers(200, "Events, until one side ends it.", "text/event-stream", events())
                .refuses(401, 403, 429);
        add(Method.GET, "/ws", "socket", "Follow live: WebSocket")
                .says("The same as JSON texts. The token comes in the query, in `Authorization`, or within 5 seconds as"
                        + " `{\"type\":\"auth\",\"token\":…}`. Refusals are close codes: 4401, 4403, 4408, 4429.")
                .open()
                .takes(text("token", "An access token."))
                .takes(text("user_id", "Whom to follow: oneself, or anybody for a superuser."))
                .takes(since())
                .answers(101, "It is a WebSocket now.")
                .refuses(426);
    }

    private ObjectNode events() {
        ObjectNode schema = NODES.objectNode()
                .put("type", "string")
                .put("description", "The data of each event is JSON.")
                .put("contentMediaType", JSON);
        schema.set("contentSchema", responses.ref(LiveEvent.class));
        return schema;
    }

    private static ObjectNode since() {
        ObjectNode since = query("since", "The last event known: those after it are sent first.");
        since.set("schema", sequence());
        return since;
    }

    private static ObjectNode lastEventId() {
        ObjectNode header = NODES.objectNode()
                .put("name", "Last-Event-ID")
                .put("in", "header")
                .put("description", "The same, as browsers send it by themselves; it comes before `since`.");
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
        ObjectNode unreadOnly = query("unread_only", "`true`: without what was read.");
        unreadOnly.putObject("schema").put("type", "boolean").put("default", false);
        all.add(new Operation(Method.GET, base + "/", base, id + "_list", TAG, "What came for the caller")
                .says("Newest first. An API key needs the right `view` on `admin_notifications`.")
                .takes(limit())
                .takes(cursor())
                .takes(unreadOnly)
                .answers(200, "One page.", responses.ref(NotificationPageResponse.class))
                .refuses(401, 403));
        add(Method.GET, "/unread-count", "unread_count", "How many are unread")
                .answers(200, "The number.", responses.ref(UnreadCountResponse.class))
                .refuses(401, 403);
        add(Method.PUT, "/{id}/read", "mark_read", "Mark one as read")
                .says("A second call changes nothing and tells nobody.")
                .takes(variable("id", "integer", "The notification."))
                .takes("Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(200, "It is read.", responses.ref(MarkedResponse.class), "Preference-Applied")
                .refuses(401, 403, 404);
        add(Method.PUT, "/read-all", "mark_all_read", "Mark all as read")
                .takes("Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(200, "All are read.", responses.ref(MarkedResponse.class), "Preference-Applied")
                .refuses(401, 403);
        add(Method.GET, "/preferences", "preferences", "Which channels the caller wants")
                .answers(200, "Every channel.", responses.ref(PreferencesResponse.class))
                .refuses(401, 403);
        add(Method.PUT, "/preferences", "set_preferences", "Say which channels are wanted")
                .takes("Prefer", "dry_run")
                .body(true, ref("PreferenceOrList"), JSON)
                .answers(
                        200,
                        "What was set.",
                        responses.oneOf(PreferenceResponse.class, PreferenceListResponse.class),
                        "Preference-Applied")
                .refuses(401, 403);
    }

    private void sending() {
        send("/send", "send", "Send to one", "Send", SentResponse.class);
        send("/send/batch", "send_batch", "Send to 1..1000", "SendBatch", SentBatchResponse.class);
        add(Method.GET, "/deliveries/{id}", "delivery", "What has become of a delivery")
                .takes(variable("id", "string", "The delivery."))
                .answers(200, "Its state.", responses.ref(DeliveryResponse.class))
                .refuses(401, 403, 404);
        add(Method.GET, "/batches/{id}", "batch", "What has become of a batch")
                .takes(variable("id", "string", "The batch."))
                .answers(200, "Its state.", responses.ref(BatchResponse.class))
                .refuses(401, 403, 404);
    }

    private void send(String path, String name, String summary, String body, Class<? extends ResponseBody> response) {
        add(Method.POST, path, name, summary)
                .says("Waits until every channel has been tried, or for the deadline of the settings. With"
                        + " `Prefer: respond-async` it is kept, and tried afterwards. Needs `create` on"
                        + " `admin_notifications`.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref(body), JSON)
                .answers(
                        200,
                        "What has become of it so far.",
                        responses.ref(response),
                        "Link",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .answers(202, "Kept.", responses.ref(response), "Location", "Preference-Applied", "Idempotent-Replayed")
                .refuses(401, 403, 409);
    }

    private void deadLetters() {
        add(Method.GET, "/dead-letters", "dead_letters", "What was given up")
                .says("Newest first. Needs `view` on `admin_notification_logs`.")
                .takes(limit())
                .takes(cursor())
                .answers(200, "One page.", responses.ref(DeadLetterPageResponse.class))
                .refuses(401, 403);
        add(Method.POST, "/dead-letters/retry", "dead_letters_retry", "Try some again")
                .says("From the start. Those that are unknown, have not failed, or whose message is no longer kept stay"
                        + " as they are. Needs `edit` on `admin_notification_logs`.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("DeadLetterIds"), JSON)
                .answers(
                        200,
                        "How many.",
                        responses.ref(RetriedResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409);
        add(Method.POST, "/dead-letters/{id}/retry", "dead_letter_retry", "Try one again")
                .takes(variable("id", "integer", "The dead letter."))
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(false, ref("Nothing"), JSON)
                .answers(
                        200,
                        "It is tried again.",
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
        ObjectNode limit = query("limit", "How many at most.");
        limit.putObject("schema")
                .put("type", "integer")
                .put("minimum", 1)
                .put("maximum", 200)
                .put("default", 50);
        return limit;
    }

    private static ObjectNode cursor() {
        ObjectNode cursor = query("cursor", "`next_cursor` of the page before.");
        cursor.putObject("schema").put("type", "string");
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
        parameter.putObject("schema").put("type", type);
        return parameter;
    }
}
