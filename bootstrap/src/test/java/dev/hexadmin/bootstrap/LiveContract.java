package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.live.EventReader;
import dev.hexadmin.testing.live.SocketClient;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Live notifications on whole servers, as many as the database supports. Each test has its own user. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LiveContract {
    private static final String API = "/api/notifications";

    private final List<RunningServer> servers = new ArrayList<>();
    private RunningServer first;
    private RunningServer last;
    private String root;

    abstract DatabaseSettings database(Path folder);

    /** How many servers work on one database. */
    abstract int servers();

    @BeforeAll
    void start(@TempDir Path folder) {
        DatabaseSettings database = database(folder);
        for (int i = 0; i < servers(); i++) {
            servers.add(RunningServer.start(database, options -> options));
        }
        first = servers.getFirst();
        last = servers.getLast();
        root = first.token();
    }

    @AfterAll
    void stop() {
        servers.forEach(RunningServer::close);
    }

    /** A new user, with a token that both servers accept. */
    private record Person(String id, String token) {}

    private Person newUser(String name) {
        String email = name + "@example.com";
        String body = RunningServer.JSON
                .createObjectNode()
                .put("email", email)
                .put("password", RunningServer.PASSWORD)
                .toString();
        var made = first.send("POST", "/admin/api/admin_users/", root, body);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return new Person(RunningServer.json(made).path("id").asText(), first.token(email, RunningServer.PASSWORD));
    }

    private static URI socket(RunningServer server, String query) {
        return URI.create(server.uri(API + "/ws" + query).toString().replaceFirst("^http", "ws"));
    }

    private static URI stream(RunningServer server) {
        return server.uri(API + "/stream");
    }

    private long send(RunningServer server, Person to, String message) {
        var sent = server.send(
                "POST",
                API + "/send",
                root,
                String.format(Locale.ROOT, "{\"user_id\":\"%s\",\"message\":\"%s\"}", to.id(), message));
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        return RunningServer.json(sent).path("notification_id").asLong();
    }

    private static void read(RunningServer server, Person by, long notification) {
        var marked = server.send("PUT", API + "/" + notification + "/read", by.token(), "");
        assertThat(marked.statusCode()).as(marked.body()).isEqualTo(200);
    }

    @Test
    void what_is_sent_and_read_on_one_server_is_heard_on_all() {
        Person ada = newUser("ada");
        try (SocketClient here = SocketClient.open(socket(first, "?token=" + ada.token()));
                SocketClient there = SocketClient.open(socket(last, ""), "Bearer " + ada.token());
                EventReader reader = new EventReader(stream(last), ada.token())) {
            String ready = "{\"type\":\"ready\",\"seq\":0,\"unread\":0}";
            assertThat(List.of(here.next(), there.next(), reader.next().data())).containsOnly(ready);
            long one = send(first, ada, "one");
            long two = send(last, ada, "two");
            read(first, ada, one);
            read(first, ada, one); // changes nothing and publishes nothing
            first.send("PUT", API + "/read-all", ada.token(), "");
            List<String> heard = here.next(4);
            assertThat(heard.get(0))
                    .startsWith(
                            "{\"type\":\"notification\",\"seq\":1,\"unread\":1,\"notification\":{\"id\":" + one + ",");
            assertThat(heard.get(1))
                    .startsWith(
                            "{\"type\":\"notification\",\"seq\":2,\"unread\":2,\"notification\":{\"id\":" + two + ",");
            assertThat(heard.get(2))
                    .isEqualTo("{\"type\":\"read\",\"seq\":3,\"notification_id\":" + one + ",\"unread\":1}");
            assertThat(heard.get(3)).isEqualTo("{\"type\":\"read_all\",\"seq\":4,\"unread\":0}");
            assertThat(there.next(4)).isEqualTo(heard);
            assertThat(reader.next(4).stream().map(EventReader.Event::data)).isEqualTo(heard);
        }
    }

    @Test
    void a_reconnecting_subscriber_gets_the_missed_events_from_any_server() {
        Person bob = newUser("bob");
        send(first, bob, "zero");
        try (SocketClient cut = SocketClient.open(socket(first, "?token=" + bob.token()))) {
            assertThat(cut.next()).contains("\"seq\":1");
        }
        long one = send(first, bob, "one");
        send(first, bob, "two");
        send(last, bob, "three");
        read(first, bob, one);
        for (RunningServer server : servers) {
            try (SocketClient again = SocketClient.open(socket(server, "?since=1&token=" + bob.token()));
                    EventReader reader = new EventReader(stream(server), bob.token(), "Last-Event-ID", "1")) {
                assertThat(again.next()).isEqualTo("{\"type\":\"ready\",\"seq\":5,\"unread\":3}");
                List<String> missed = again.next(4);
                assertThat(missed)
                        .satisfiesExactly(
                                first -> assertThat(first).contains("\"seq\":2,", "\"one\""),
                                second -> assertThat(second).contains("\"seq\":3,", "\"two\""),
                                third -> assertThat(third).contains("\"seq\":4,", "\"three\""),
                                fourth -> assertThat(fourth).contains("\"read\",\"seq\":5,"));
                assertThat(reader.next().type()).isEqualTo("ready");
                assertThat(reader.next(4).stream().map(EventReader.Event::data)).isEqualTo(missed);
                assertThat(again.left()).isZero();
            }
        }
    }

    @Test
    void only_superusers_may_subscribe_to_other_users() {
        Person eve = newUser("eve");
        Person dan = newUser("dan");
        try (SocketClient watching = SocketClient.open(socket(last, "?user_id=" + dan.id() + "&token=" + root));
                SocketClient curious =
                        SocketClient.open(socket(last, "?user_id=" + dan.id() + "&token=" + eve.token()));
                SocketClient unprivileged = SocketClient.open(socket(last, "?user_id=" + dan.id()))) {
            assertThat(watching.next()).contains("ready");
            assertThat(curious.closeCode()).isEqualTo(4403);
            assertThat(unprivileged.closeCode()).isEqualTo(4401);
            send(first, dan, "for dan");
            assertThat(watching.next()).contains("for dan");
            assertThat(curious.left() + unprivileged.left()).isZero();
        }
    }

    @Test
    void sockets_and_streams_end_when_their_user_is_deactivated_or_signs_out_everywhere() {
        Person fay = newUser("fay");
        Person gus = newUser("gus");
        try (SocketClient one = SocketClient.open(socket(last, ""));
                EventReader reader = new EventReader(stream(last), fay.token());
                SocketClient two = SocketClient.open(socket(last, "?token=" + gus.token()));
                SocketClient other = SocketClient.open(socket(last, "?token=" + root))) {
            one.socket.sendText("{\"type\":\"auth\",\"token\":\"" + fay.token() + "\"}", true);
            one.next();
            two.next();
            reader.next();
            var changed = first.send("PATCH", "/admin/api/admin_users/" + fay.id(), root, "{\"is_active\":false}");
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
            assertThat(one.closeCode()).isEqualTo(4401);
            Waiting.until(reader::ended);
            String password = RunningServer.PASSWORD + "-2";
            changed = first.send(
                    "PATCH", "/admin/api/admin_users/" + gus.id(), root, "{\"password\":\"" + password + "\"}");
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
            assertThat(two.closeCode()).isEqualTo(4401);
            assertThat(other.next()).contains("ready");
            try (SocketClient again = SocketClient.open(socket(last, "?token=" + gus.token()))) {
                assertThat(again.closeCode()).isEqualTo(4401);
            }
        }
    }

    private JsonNode signIn(String email) {
        return RunningServer.json(first.send(
                "POST",
                "/api/auth/token",
                "",
                "{\"email\":\"" + email + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}"));
    }

    @Test
    void a_sign_in_that_ends_takes_its_access_token_and_live_events_along_and_a_refresh_does_not() {
        Person hal = newUser("hal");
        JsonNode ended = signIn("hal@example.com");
        JsonNode reviewed = signIn("hal@example.com");
        String token = ended.path("access_token").asText();
        String other = reviewed.path("access_token").asText();
        try (SocketClient socket = SocketClient.open(socket(last, "?token=" + token));
                EventReader reader = new EventReader(stream(last), token);
                SocketClient second = SocketClient.open(socket(last, "?token=" + other));
                SocketClient stays = SocketClient.open(socket(last, "?token=" + hal.token()))) {
            socket.next();
            reader.next();
            second.next();
            stays.next();
            JsonNode refreshed = RunningServer.json(first.send(
                    "POST",
                    "/api/auth/refresh",
                    "",
                    "{\"refresh_token\":\"" + ended.path("refresh_token").asText() + "\"}"));
            assertThat(last.send("GET", "/api/auth/me", token, "").statusCode()).isEqualTo(200);
            var left = first.send(
                    "POST",
                    "/api/auth/logout",
                    "",
                    "{\"refresh_token\":\"" + refreshed.path("refresh_token").asText() + "\"}");
            assertThat(left.statusCode()).isEqualTo(204);
            for (String dead : List.of(token, refreshed.path("access_token").asText())) {
                var answer = first.send("GET", "/api/auth/me", dead, "");
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(answer.body()).contains("invalid_token");
            }
            assertThat(socket.closeCode()).isEqualTo(4401);
            Waiting.until(reader::ended);

            JsonNode sessions =
                    RunningServer.json(first.send("GET", "/admin/api/users/sessions/?q=hal@&per_page=100", root, ""));
            assertThat(sessions.path("items")).hasSize(2);
            String newest = sessions.path("items").path(0).path("id").asText();
            assertThat(first.send("DELETE", "/admin/api/users/sessions/" + newest, root, "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(first.send("GET", "/api/auth/me", other, "").statusCode())
                    .isEqualTo(401);
            assertThat(second.closeCode()).isEqualTo(4401);
            assertThat(first.send("GET", "/api/auth/me", hal.token(), "").statusCode())
                    .isEqualTo(200);
            send(first, hal, "still here");
            assertThat(stays.next()).contains("still here");
        }
    }
}
