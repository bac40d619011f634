package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.live.EventReader;
import dev.hexadmin.testing.live.SocketClient;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Notifications in the panel: pages, the bell, and live events with the session's cookie. Each test has its own users.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NotificationPagesContract {
    private static final String API = "/api/notifications";
    private static final String INBOX = "/admin/notifications/";

    private RunningServer server;
    private String root;

    /** Whether the gateway takes messages. */
    private volatile boolean takes;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                builder -> builder.register(ModelDefinition.builder("things")
                                .label("Thing")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("name", FieldType.STRING)
                                .build())
                        .template(
                                "shipped",
                                Template.parse("Order {order_id} shipped", "Your order {order_id} is on the way.")));
        root = server.token();
        server.hexadmin().notifications().registerSmsProvider("gateway", new SmsProvider() {
            @Override
            public String name() {
                return "gateway";
            }

            @Override
            public SmsResult send(SmsMessage message) {
                if (takes) {
                    return new SmsResult("m-1", SmsStatus.DELIVERED, message.to());
                }
                throw new ProviderException("no such number <1>", false);
            }
        });
        server.hexadmin().notifications().setDefaultSmsProvider("gateway");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** A new user, signed in to the panel. */
    private record Person(String id, PanelVisitor visitor) implements AutoCloseable {
        String cookie() {
            return "admin_session=" + visitor.cookie("admin_session").orElseThrow();
        }

        @Override
        public void close() {
            visitor.close();
        }
    }

    private Person newUser(String name) {
        String email = name + "@example.com";
        String body = RunningServer.JSON
                .createObjectNode()
                .put("email", email)
                .put("password", RunningServer.PASSWORD)
                .toString();
        var made = server.send("POST", "/admin/api/admin_users/", root, body);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return new Person(
                RunningServer.json(made).path("id").asText(),
                PanelVisitor.signedIn(server, email, RunningServer.PASSWORD));
    }

    private long send(Person to, String title, String text, Optional<String> data) {
        Message.Builder message = Message.builder().title(title).text(text).channels(Channel.IN_APP);
        data.map(JsonText::new).ifPresent(message::data);
        return server.hexadmin()
                .notifications()
                .notify(Recipient.of(to.id()), message.build())
                .notificationId()
                .orElseThrow();
    }

    private long send(Person to, String title) {
        return send(to, title, "text of " + title, Optional.empty());
    }

    @Test
    void a_message_is_previewed_without_being_sent_and_then_sent() {
        try (Person ada = newUser("compose-ada");
                PanelVisitor admin = PanelVisitor.signedIn(server)) {
            Page form = admin.get("/admin/notifications/compose");
            assertThat(form.text("h1")).isEqualTo("New message");
            assertThat(form.document().select("input[name=channels][checked]").eachAttr("value"))
                    .containsExactly("in_app");
            Page found =
                    form.form().set("find", "compose-ada").set("do", "find").send();
            assertThat(found.texts("fieldset:first-of-type label"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("compose-ada");
            Page preview = found.form()
                    .set("users", ada.id())
                    .set("others", "customer-7, c7@example.com\n\n+15017122661")
                    .set("channels", "in_app", "sms")
                    .set("title", "Closing early")
                    .set("message", "We close at <b>five</b>.")
                    .set("do", "preview")
                    .send();
            assertThat(preview.status()).isEqualTo(422);
            assertThat(preview.text("#users-wrong")).contains("'sms' needs an address");
            preview = preview.form()
                    .set("channels", "in_app")
                    .set("do", "preview")
                    .send();
            assertThat(preview.status()).isEqualTo(200);
            assertThat(preview.text("main .notice")).contains("Nothing has been sent yet", "We close at <b>five</b>.");
            assertThat(preview.texts("main .notice li")).hasSize(3).allMatch(line -> line.contains("will be sent"));
            assertThat(ada.visitor().get(INBOX).text("main .empty .lead")).isEqualTo("No notifications yet.");

            Page sent = preview.form().set("do", "send").send();
            assertThat(sent.status()).isEqualTo(303);
            assertThat(sent.follow().text(".notice")).contains("on its way to 3 recipients");
            Page reloaded = preview.form().set("do", "send").send();
            assertThat(reloaded.follow().text(".notice")).contains("not a second time");
            assertThat(ada.visitor().get(INBOX).texts(".note-title")).containsExactly("Unread: Closing early");
        }
    }

    @Test
    void what_is_wrong_with_a_message_is_said_beside_its_field_and_nothing_is_lost() {
        try (PanelVisitor admin = PanelVisitor.signedIn(server)) {
            Page form = admin.get("/admin/notifications/compose");
            Page unprivileged =
                    form.form().set("message", "Hello").set("do", "send").send();
            assertThat(unprivileged.status()).isEqualTo(422);
            assertThat(unprivileged.text("#users-wrong")).isEqualTo("Choose at least one recipient.");
            assertThat(unprivileged.document().select("#message").val().strip()).isEqualTo("Hello");
            Page wrong = unprivileged
                    .form()
                    .set("others", "one@two@three, one@two@three")
                    .set("message", "")
                    .set("do", "send")
                    .send();
            assertThat(wrong.text("#others-wrong")).contains("Recipient 1");
            assertThat(wrong.text("#message-wrong")).isNotEmpty();
            Page none = wrong.form().without("channels").set("do", "send").send();
            assertThat(none.text("#channels-wrong")).isNotEmpty();
        }
    }

    @Test
    void a_template_asks_for_its_values() {
        try (PanelVisitor admin = PanelVisitor.signedIn(server)) {
            Page chosen = admin.get("/admin/notifications/compose")
                    .form()
                    .set("others", "customer-8")
                    .set("template", "shipped")
                    .set("do", "refresh")
                    .send();
            assertThat(chosen.texts("label[for^=context]")).containsExactly("order_id");
            Page missing = chosen.form().set("do", "preview").send();
            assertThat(missing.status()).isEqualTo(422);
            assertThat(missing.text("[id='context.order_id-wrong']")).contains("order_id");
            Page preview = missing.form()
                    .set("context.order_id", "4711")
                    .set("do", "preview")
                    .send();
            assertThat(preview.text("main .notice")).contains("Order 4711 shipped", "Your order 4711 is on the way.");
        }
    }

    @Test
    void who_may_not_send_has_no_page_to_write_messages() {
        try (Person ada = newUser("compose-eve")) {
            assertThat(ada.visitor().get("/admin/notifications/compose").status())
                    .isEqualTo(403);
            assertThat(ada.visitor().get(INBOX).texts(".tabs a")).containsExactly("Inbox", "My preferences");
            assertThat(ada.visitor().get(INBOX).texts(".side nav a")).containsExactly("Dashboard", "Notifications");
        }
    }

    @Test
    void the_sidebar_has_notifications_once() {
        try (PanelVisitor admin = PanelVisitor.signedIn(server)) {
            Page list = admin.get("/admin/admin_notifications/");
            assertThat(list.texts(".side nav a"))
                    .containsOnlyOnce("Notifications")
                    .doesNotContain("Deliveries");
            assertThat(list.text("h1")).isEqualTo("In-app messages");
            assertThat(list.texts(".crumbs a")).contains("Notifications");
            assertThat(admin.get("/admin/admin_notification_logs/").header("Location"))
                    .contains("/admin/notifications/deliveries");
        }
    }

    private URI socket(String query) {
        return URI.create(server.uri(API + "/ws" + query).toString().replaceFirst("^http", "ws"));
    }

    private String origin() {
        String url = server.uri("/").toString();
        return url.substring(0, url.length() - 1);
    }

    private SocketClient follow(Person person) {
        return SocketClient.open(socket(""), person.cookie(), origin());
    }

    // ---- pages

    private static Page opened(PanelVisitor visitor, Page list, String title) {
        return visitor.get(list.document()
                .select(".mail:has(.note-title bdi:containsOwn(" + title + "))")
                .first()
                .attr("href"));
    }

    @Test
    void what_came_is_listed_newest_first_and_marked_as_read_with_forms_alone() {
        try (Person ada = newUser("ada")) {
            assertThat(ada.visitor().get(INBOX).text("main .empty .lead")).isEqualTo("No notifications yet.");
            send(ada, "One <b>", "first\nsecond", Optional.empty());
            send(ada, "Two");
            Page inbox = ada.visitor().get(INBOX);
            assertThat(inbox.status()).isEqualTo(200);
            assertThat(inbox.texts(".note-title")).containsExactly("Unread: Two", "Unread: One <b>");
            assertThat(inbox.text("#bell-count")).isEqualTo("2");
            Page opened = opened(ada.visitor(), inbox, "One <b>");
            assertThat(opened.text("#letter h2")).isEqualTo("One <b>");
            assertThat(opened.text("#letter .say")).isEqualTo("first second");
            assertThat(opened.document()
                            .select(".mail[aria-current] .note-title")
                            .text())
                    .isEqualTo("Unread: One <b>");
            Page marked = opened.form("#letter form").send();
            assertThat(marked.status()).isEqualTo(303);
            Page after = marked.follow();
            assertThat(after.text("#letter h2")).isEqualTo("One <b>");
            assertThat(after.texts(".note-title")).containsExactly("Unread: Two", "One <b>");
            assertThat(after.text("#bell-count")).isEqualTo("1");
            Page unmarked = after.form("#letter form").send().follow();
            assertThat(unmarked.texts(".note-title")).containsExactly("Unread: Two", "Unread: One <b>");
            assertThat(unmarked.text("#letter")).startsWith("No notification is open.");
            opened(ada.visitor(), unmarked, "One <b>").form("#letter form").send();
            Page unread = ada.visitor().get(INBOX + "?unread_only=true");
            assertThat(unread.texts(".note-title")).containsExactly("Unread: Two");
            Page all = unread.form("#notes .toolbar form").send();
            assertThat(all.header("Location")).contains(INBOX + "?unread_only=true");
            Page done = all.follow();
            assertThat(done.text(".flashes")).isEqualTo("All notifications are marked as read.");
            assertThat(done.text("main .empty .lead")).isEqualTo("No unread notifications.");
            assertThat(done.document().selectFirst("#bell-count").hasAttr("hidden"))
                    .isTrue();
        }
    }

    @Test
    void older_ones_are_on_further_pages() {
        try (Person bea = newUser("bea")) {
            for (int i = 1; i <= 45; i++) {
                send(bea, "n" + i);
            }
            Page first = bea.visitor().get(INBOX);
            assertThat(first.texts(".note-title")).hasSize(20).startsWith("Unread: n45");
            Page second = first.click("Older");
            assertThat(second.texts(".note-title")).hasSize(20).startsWith("Unread: n25");
            Page back = opened(bea.visitor(), second, "n25")
                    .form("#letter form")
                    .send()
                    .follow();
            assertThat(back.texts(".note-title")).startsWith("n25", "Unread: n24");
            Page third = second.click("Older");
            assertThat(third.texts(".note-title")).hasSize(5).endsWith("Unread: n1");
            assertThat(third.texts("#notes .pages a")).containsExactly("Newest");
            Page latest = bea.visitor().get(INBOX + "latest");
            assertThat(latest.texts(".note-title")).hasSize(6).startsWith("Unread: n45");
            assertThat(bea.visitor().get(INBOX + "?cursor=x").status()).isEqualTo(400);
        }
    }

    @Test
    void a_notice_of_a_change_leads_to_the_record_for_those_who_may_look_at_it() {
        try (Person cal = newUser("cal");
                PanelVisitor admin = PanelVisitor.signedIn(server)) {
            String own = RunningServer.json(server.send("GET", "/admin/api/auth/me", root, ""))
                    .path("id")
                    .asText();
            String change = "{\"model\":\"things\",\"id\":\"7\",\"change\":\"update\"}";
            send(cal, "Thing changed", "7", Optional.of(change));
            assertThat(opened(cal.visitor(), cal.visitor().get(INBOX), "Thing changed")
                            .document()
                            .select("#letter .letter-body a"))
                    .isEmpty();
            send(new Person(own, admin), "Thing changed", "7", Optional.of(change));
            send(new Person(own, admin), "Gone", "7", Optional.of(change.replace("update", "delete")));
            send(new Person(own, admin), "Odd", "7", Optional.of("{\"model\":7,\"id\":[]}"));
            assertThat(List.of("Thing changed", "Gone", "Odd"))
                    .extracting(title -> opened(admin, admin.get(INBOX), title)
                            .document()
                            .select("#letter .letter-body a")
                            .eachAttr("href"))
                    .containsExactly(List.of("/admin/things/7"), List.of(), List.of());
        }
    }

    @Test
    void what_one_does_not_want_is_said_with_a_form() {
        try (Person dan = newUser("dan")) {
            Page form = dan.visitor().get(INBOX + "preferences");
            assertThat(form.document().select("input[name=channel][checked]").eachAttr("value"))
                    .containsExactly("in_app", "email", "sms");
            Page saved = form.form().set("channel", "in_app").send();
            assertThat(saved.status()).isEqualTo(303);
            Page after = saved.follow();
            assertThat(after.text(".flashes")).isEqualTo("Saved.");
            assertThat(after.document().select("input[name=channel][checked]").eachAttr("value"))
                    .containsExactly("in_app");
            after.form().without("channel").send();
            assertThat(dan.visitor().get(INBOX + "preferences").document().select("input[name=channel][checked]"))
                    .isEmpty();
        }
    }

    @Test
    void users_cannot_mark_notifications_of_others() {
        try (Person eve = newUser("eve");
                Person fay = newUser("fay")) {
            long id = send(fay, "private");
            String token = "csrf_token=" + eve.visitor().csrfToken();
            assertThat(eve.visitor().post(INBOX + id + "/read", token).status()).isEqualTo(404);
            assertThat(eve.visitor().post(INBOX + "nothing/read", token).status())
                    .isEqualTo(404);
            assertThat(eve.visitor().post(INBOX + id + "/unread", token).status())
                    .isEqualTo(404);
            assertThat(eve.visitor().get(INBOX + id).status()).isEqualTo(404);
            assertThat(eve.visitor().get(INBOX + "nothing").status()).isEqualTo(404);
            assertThat(fay.visitor().get(INBOX).text("#bell-count")).isEqualTo("1");
        }
    }

    // ---- the cookie on what is not a page

    @Test
    void two_tabs_always_show_the_same_number() {
        try (Person gus = newUser("gus");
                SocketClient one = follow(gus);
                SocketClient two = follow(gus);
                EventReader stream = new EventReader(server.uri(API + "/stream"), "", "Cookie", gus.cookie())) {
            String ready = "{\"type\":\"ready\",\"seq\":0,\"unread\":0}";
            assertThat(List.of(one.next(), two.next(), stream.next().data())).containsOnly(ready);
            long id = send(gus, "hello");
            assertThat(one.next()).contains("\"unread\":1", "\"hello\"");
            assertThat(two.next()).contains("\"unread\":1", "\"hello\"");
            assertThat(stream.next().data()).contains("\"unread\":1");
            gus.visitor().get(INBOX + id).form("#letter form").send();
            String read = "{\"type\":\"read\",\"seq\":2,\"notification_id\":" + id + ",\"unread\":0}";
            assertThat(List.of(one.next(), two.next(), stream.next().data())).containsOnly(read);
            gus.visitor().get(INBOX + id).form("#letter form").send();
            assertThat(List.of(one.next(), two.next(), stream.next().data()))
                    .containsOnly("{\"type\":\"unread\",\"seq\":3,\"notification_id\":" + id + ",\"unread\":1}");
        }
    }

    @Test
    void a_page_of_another_site_does_not_follow_with_the_cookie_it_makes_a_browser_send() {
        try (Person hal = newUser("hal");
                SocketClient foreign = SocketClient.open(socket(""), hal.cookie(), "https://evil.example");
                SocketClient sandboxed = SocketClient.open(socket(""), hal.cookie(), "null");
                SocketClient neighbour =
                        SocketClient.open(socket(""), hal.cookie(), origin().replaceFirst(":[0-9]+$", ":1"));
                SocketClient dead = SocketClient.open(socket(""), "admin_session=guess", origin());
                SocketClient other = SocketClient.open(socket("?user_id=1"), hal.cookie(), origin())) {
            send(hal, "secret");
            assertThat(dead.closeCode()).isEqualTo(4401);
            assertThat(other.closeCode()).isEqualTo(4403);
            assertThat(List.of(foreign.closeCode(), sandboxed.closeCode(), neighbour.closeCode()))
                    .containsOnly(4401);
            assertThat(foreign.left() + sandboxed.left() + neighbour.left() + dead.left() + other.left())
                    .isZero();
        }
    }

    @Test
    void json_endpoints_take_the_cookie_and_change_nothing_without_the_sessions_token() {
        try (Person ian = newUser("ian")) {
            long id = send(ian, "one");
            String count = API + "/unread-count";
            assertThat(server.send("GET", count, "", "", "Cookie", ian.cookie()).body())
                    .isEqualTo("{\"count\":1}");
            String mark = API + "/" + id + "/read";
            for (String[] headers :
                    new String[][] {{"Cookie", ian.cookie()}, {"Cookie", ian.cookie(), "X-CSRF-Token", "guess"}}) {
                var refused = server.send("PUT", mark, "", "", headers);
                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(RunningServer.json(refused).path("code").asText()).isEqualTo("csrf");
                assertThat(server.send("PUT", API + "/read-all", "", "", headers)
                                .statusCode())
                        .isEqualTo(403);
                assertThat(server.send("PUT", API + "/preferences", "", "[]", headers)
                                .statusCode())
                        .isEqualTo(403);
            }
            assertThat(server.send("GET", count, "", "", "Cookie", ian.cookie()).body())
                    .isEqualTo("{\"count\":1}");
            var marked = server.send(
                    "PUT",
                    mark,
                    "",
                    "",
                    "Cookie",
                    ian.cookie(),
                    "X-CSRF-Token",
                    ian.visitor().csrfToken());
            assertThat(marked.body()).isEqualTo("{\"success\":true,\"unread\":0}");
        }
    }

    @Test
    void a_session_that_ends_takes_its_sockets_and_streams_with_it() {
        try (Person jan = newUser("jan")) {
            String cookie = jan.cookie();
            try (SocketClient socket = follow(jan);
                    EventReader stream = new EventReader(server.uri(API + "/stream"), "", "Cookie", cookie);
                    PanelVisitor elsewhere = PanelVisitor.signedIn(server, "jan@example.com", RunningServer.PASSWORD);
                    SocketClient other = follow(new Person(jan.id(), elsewhere))) {
                assertThat(socket.next()).contains("ready");
                assertThat(stream.next().type()).isEqualTo("ready");
                assertThat(other.next()).contains("ready");
                jan.visitor()
                        .post("/admin/logout", "csrf_token=" + jan.visitor().csrfToken());
                assertThat(socket.closeCode()).isEqualTo(4401);
                Waiting.until(stream::ended);
                try (SocketClient again = SocketClient.open(socket(""), cookie, origin())) {
                    assertThat(again.closeCode()).isEqualTo(4401);
                }
                send(jan, "still here");
                assertThat(other.next()).contains("still here");
            }
        }
    }

    // ---- deliveries

    private void text(String user, String phone) {
        server.hexadmin()
                .notifications()
                .notify(
                        Recipient.builder(user)
                                .phone(phone)
                                .channels(Channel.SMS)
                                .build(),
                        Message.of("t", "hello"));
    }

    private void role(String name, String permissions, Person holder) {
        var made = server.send(
                "POST", "/admin/api/roles/", root, "{\"name\":\"" + name + "\",\"permissions\":" + permissions + "}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = RunningServer.json(made).path("id").asText();
        var given = server.send("PATCH", "/admin/api/admin_users/" + holder.id(), root, "{\"roles\":[" + id + "]}");
        assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
    }

    @Test
    void failed_messages_are_retried_and_the_log_shows_it() {
        takes = false;
        text("u-77", "+15017122661");
        try (PanelVisitor admin = PanelVisitor.signedIn(server)) {
            Page log = admin.get(INBOX + "deliveries?user_id=u-77");
            assertThat(log.texts("tbody td .tag")).containsExactly("Failed");
            assertThat(log.text("tbody tr")).contains("+15017122661", "gateway", "Text message", "no such number <1>");
            assertThat(admin.get(INBOX + "deliveries?user_id=u-77&channel=email")
                            .text("main .empty"))
                    .isEqualTo("No results match your filters.");
            assertThat(admin.get(INBOX + "deliveries?user_id=u-77&status=failed")
                            .texts("tbody tr"))
                    .hasSize(1);
            assertThat(admin.get(INBOX + "deliveries?status=nonsense").status()).isEqualTo(400);
            assertThat(admin.get(log.document().select("tbody th a").attr("href"))
                            .status())
                    .isNotEqualTo(500);

            Page letters = admin.get(INBOX + "dead-letters");
            String id = letters.document()
                    .select("tbody tr:contains(u-77) input[name=id]")
                    .attr("value");
            Page nothing = letters.form().without("id").send();
            assertThat(nothing.follow().text(".flashes")).isEqualTo("Select at least one.");
            takes = true;
            Page retried = letters.form().set("id", id).send();
            assertThat(retried.status()).isEqualTo(303);
            assertThat(retried.follow().text(".flashes")).isEqualTo("The message is sent again.");
            Waiting.until(() -> admin.get(INBOX + "deliveries?user_id=u-77")
                    .texts("tbody td .tag")
                    .equals(List.of("Delivered")));
            assertThat(admin.get(INBOX + "dead-letters").document().select("tbody tr:contains(u-77)"))
                    .isEmpty();
            Page again = admin.post(
                    INBOX + "dead-letters/retry",
                    "csrf_token=" + admin.csrfToken() + "&only=" + id + "&next=https://evil.example");
            assertThat(again.header("Location")).contains(INBOX + "dead-letters");
            assertThat(again.follow().text(".flashes")).startsWith("No message can be sent again");
        }
    }

    @Test
    void the_log_is_for_those_who_have_the_right_and_trying_again_for_those_who_have_that() {
        takes = false;
        text("u-78", "+15017122662");
        try (Person kim = newUser("kim")) {
            PanelVisitor visitor = kim.visitor();
            assertThat(visitor.get(INBOX).texts(".tabs a")).containsExactly("Inbox", "My preferences");
            assertThat(visitor.get(INBOX + "deliveries").status()).isEqualTo(403);
            assertThat(visitor.get(INBOX + "dead-letters").status()).isEqualTo(403);
            role("log readers", "{\"admin_notification_logs\":[\"view\"]}", kim);
            Waiting.until(() -> visitor.get(INBOX + "deliveries").status() == 200);
            assertThat(visitor.get(INBOX).texts(".tabs a"))
                    .containsExactly("Inbox", "My preferences", "Deliveries", "Failed messages");
            Page letters = visitor.get(INBOX + "dead-letters");
            assertThat(letters.texts("tbody tr")).isNotEmpty();
            assertThat(letters.document().select("main button, main input[name=id]"))
                    .isEmpty();
            String token = "csrf_token=" + visitor.csrfToken();
            assertThat(visitor.post(INBOX + "dead-letters/retry", token + "&id=1")
                            .status())
                    .isEqualTo(403);
            assertThat(visitor.post(INBOX + "dead-letters/retry", token).status())
                    .isEqualTo(403);
        }
    }
}
