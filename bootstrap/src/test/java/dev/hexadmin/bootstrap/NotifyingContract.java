package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Messages of an embedding program, and change notices, on a whole server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NotifyingContract {
    private final Gateway gateway = new Gateway();
    private final AtomicReference<@Nullable Notifications> inHook = new AtomicReference<>();
    private RunningServer server;
    private Notifications notifications;

    abstract DatabaseSettings database(Path folder);

    /** An SMS gateway that stores the messages, and can be unavailable. */
    private static final class Gateway implements SmsProvider {
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private volatile boolean refuses;

        @Override
        public String name() {
            return "gateway";
        }

        @Override
        public SmsResult send(SmsMessage message) {
            if (refuses) {
                throw new ProviderException("the number is not in use", false);
            }
            sent.add(message.to() + " " + message.text());
            return new SmsResult("SM" + sent.size(), SmsStatus.DELIVERED, message.to());
        }
    }

    /**
     * Notifies the warehouse by SMS in the transaction of the change, and rejects records that are called forbidden.
     */
    private final RecordHooks rules = new RecordHooks() {
        @Override
        public void afterCreate(RecordChange change) {
            String name = String.valueOf(change.after().get("name"));
            if (name.startsWith("notified")) {
                change.notifications()
                        .notify(
                                Recipient.builder("warehouse")
                                        .phone("+15017122661")
                                        .channels(Channel.IN_APP, Channel.SMS)
                                        .build(),
                                Message.of("New", name));
            }
            if (name.endsWith("forbidden")) {
                throw RequestRejectedException.forbidden("forbidden_name", "Not this name.");
            }
        }
    };

    @BeforeAll
    void start(@TempDir Path folder) {
        ModelDefinition products = ModelDefinition.builder("products")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.required().maxLength(80))
                .notices(new ChangeNotices(EnumSet.allOf(ChangeNotices.Change.class), true, Set.of("Editor")))
                .build();
        server = RunningServer.start(
                database(folder), options -> options.register(products).hooks("products", rules));
        notifications = server.hexadmin().notifications();
        notifications.registerSmsProvider("gateway", gateway);
        notifications.setDefaultSmsProvider("gateway");
        inHook.set(notifications);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void one_message_reaches_inbox_and_phone() {
        Delivery delivery = notifications.notify(
                Recipient.builder("customer-7")
                        .phone("+15017122662")
                        .channels(Channel.IN_APP, Channel.SMS)
                        .build(),
                Message.of("Hello", "Your order is on the way."));
        assertThat(delivery.notificationId()).isPresent();
        assertThat(delivery.channels())
                .extracting(each -> each.channel() + " " + each.success())
                .containsExactly("in_app true", "sms true");
        assertThat(gateway.sent).contains("+15017122662 Your order is on the way.");
    }

    @Test
    void a_channel_that_is_not_wanted_is_skipped() {
        notifications.setPreference(Addressee.of("shy"), Channel.SMS, false);
        assertThat(notifications.getPreferences(Addressee.of("shy")))
                .containsEntry(Channel.SMS, false)
                .containsEntry(Channel.EMAIL, true);
        Delivery delivery = notifications.notify(
                Recipient.builder("shy")
                        .phone("+15017122663")
                        .channels(Channel.SMS)
                        .build(),
                Message.of("Hello", "secret"));
        assertThat(delivery.channels()).extracting(each -> each.status()).containsExactly(DeliveryStatus.SKIPPED);
        assertThat(gateway.sent).noneMatch(sent -> sent.startsWith("+15017122663"));
    }

    @Test
    void a_refusal_of_the_gateway_is_a_failed_channel() {
        gateway.refuses = true;
        try {
            Delivery delivery = notifications.notify(
                    Recipient.builder("c")
                            .phone("+15017122664")
                            .channels(Channel.SMS)
                            .build(),
                    Message.of("", "x"));
            assertThat(delivery.channels()).singleElement().satisfies(each -> {
                assertThat(each.status()).isEqualTo(DeliveryStatus.FAILED);
                assertThat(each.error()).contains("the number is not in use");
            });
        } finally {
            gateway.refuses = false;
        }
    }

    @Test
    void many_recipients_get_one_call_and_none_when_one_is_invalid() {
        List<Delivery> deliveries = notifications.notifyMany(
                List.of(Recipient.of("m1"), Recipient.of("m2"), Recipient.of("m3")), Message.of("All", "of you"));
        assertThat(deliveries)
                .flatExtracting(Delivery::channels)
                .extracting(ChannelDelivery::status)
                .containsExactly(DeliveryStatus.SENT, DeliveryStatus.SENT, DeliveryStatus.SENT);
        assertThatThrownBy(() -> notifications.notifyMany(
                        List.of(
                                Recipient.of("m4"),
                                Recipient.builder("m5")
                                        .channels(new Channel("pigeon"))
                                        .build()),
                        Message.of("All", "of you")))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.violations())
                                .extracting(each -> each.pointer())
                                .containsExactly("/recipients/1/channels/0"));
        assertThat(list("user_id=m4").path("total").asInt()).isZero();
    }

    @Test
    void a_message_of_a_hook_is_part_of_its_transaction() {
        String token = server.token();
        assertThat(server.send("POST", "/admin/api/products/", token, "{\"name\":\"notified kept\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(server.send("POST", "/admin/api/products/", token, "{\"name\":\"notified forbidden\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(server.send(
                                "POST",
                                "/admin/api/products/",
                                token,
                                "{\"name\":\"notified rehearsed\"}",
                                "Prefer",
                                "tx=rollback")
                        .statusCode())
                .isEqualTo(201);
        Waiting.until(() -> gateway.sent.contains("+15017122661 notified kept"));
        assertThat(gateway.sent).noneMatch(sent -> sent.contains("forbidden") || sent.contains("rehearsed"));
        JsonNode kept = list("user_id=warehouse");
        assertThat(kept.path("items").findValuesAsText("body")).containsExactly("notified kept");
    }

    @Test
    void users_who_may_view_a_change_are_notified_except_its_author() {
        String token = server.token();
        long editor = user(token, "editor@example.com", "Editor");
        long viewer = user(token, "viewer@example.com", "Viewer");
        long other = user(token, "super@example.com", "");
        server.send("PATCH", "/admin/api/admin_users/" + editor, token, "{\"language\":\"de\"}");
        JsonNode created =
                RunningServer.json(server.send("POST", "/admin/api/products/", token, "{\"name\":\"Lamp\"}"));
        String path = "/admin/api/products/" + created.path("id").asText();
        server.send("PATCH", path, token, "{\"name\":\"Large lamp\"}");
        server.send("DELETE", path, token, "");
        assertThat(told(editor)).containsExactly("Lamp", "Large lamp", "Large lamp");
        assertThat(told(other)).containsExactly("Lamp", "Large lamp", "Large lamp");
        assertThat(titles(editor)).containsExactly("Products erstellt", "Products geändert", "Products gelöscht");
        assertThat(titles(other)).containsExactly("Products created", "Products changed", "Products deleted");
        assertThat(told(viewer)).isEmpty();
        long root = RunningServer.json(server.send("GET", "/admin/api/auth/me", token, ""))
                .path("id")
                .asLong();
        assertThat(told(root)).isEmpty();
    }

    @Test
    void what_came_for_a_user_goes_with_them() {
        String token = server.token();
        long gone = user(token, "gone@example.com", "Viewer");
        notifications.notify(Recipient.of(String.valueOf(gone)), Message.of("A", "b"));
        assertThat(told(gone)).hasSize(1);
        assertThat(server.send("DELETE", "/admin/api/admin_users/" + gone, token, "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(told(gone)).isEmpty();
    }

    private List<String> told(long user) {
        return list("user_id=" + user).path("items").findValuesAsText("body");
    }

    private List<String> titles(long user) {
        return list("user_id=" + user).path("items").findValuesAsText("title");
    }

    private JsonNode list(String filter) {
        return RunningServer.json(
                server.send("GET", "/admin/api/admin_notifications/?ordering=id&" + filter, server.token(), ""));
    }

    private long user(String token, String email, String role) {
        String roles = role.isEmpty() ? "" : ",\"roles\":[" + role(token, role) + "]";
        JsonNode made = RunningServer.json(server.send(
                "POST",
                "/admin/api/admin_users/",
                token,
                "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\",\"is_superuser\":"
                        + role.isEmpty() + roles + "}"));
        return made.path("id").asLong();
    }

    private String role(String token, String name) {
        return RunningServer.json(server.send("GET", "/admin/api/roles/?q=" + name, token, ""))
                .path("items")
                .path(0)
                .path("id")
                .asText();
    }
}
