package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.live.EventReader;
import dev.hexadmin.testing.live.SocketClient;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** API keys on a whole server: wherever an access token works, with the rights of one role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApiKeysContract {
    private static final String NOTIFICATIONS = "/api/notifications";

    private RunningServer server;
    private String root;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("products")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("name", FieldType.STRING, f -> f.required().maxLength(80))
                        .build()));
        root = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static JsonNode ok(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private static void refused(int status, String code, HttpResponse<String> answer) {
        assertThat(ok(status, answer).path("code").asText()).isEqualTo(code);
    }

    private String newUser(String name) {
        String body = RunningServer.JSON
                .createObjectNode()
                .put("email", name + "@example.com")
                .put("password", RunningServer.PASSWORD)
                .toString();
        return ok(201, server.send("POST", "/admin/api/admin_users/", root, body))
                .path("id")
                .asText();
    }

    private long role(String name, String permissions) {
        return ok(201, server.send("POST", "/admin/api/roles/", root, """
                {"name":"%s","permissions":%s}""".formatted(name, permissions)))
                .path("id")
                .asLong();
    }

    private void give(String user, Long... roles) {
        ok(200, server.send("PATCH", "/admin/api/admin_users/" + user, root, "{\"roles\":" + List.of(roles) + "}"));
    }

    private ManagingApiKeys keys() {
        return server.hexadmin().installation().identity().managingApiKeys();
    }

    private Actor.SignedIn person(String user) {
        UserId id = new UserId(Long.parseLong(user));
        return new Actor.SignedIn(
                id,
                new EmailAddress("somebody@example.com"),
                server.hexadmin().installation().access().liveRights().of(id),
                Actor.Origin.LOCAL);
    }

    private ManagingApiKeys.Created key(String user, long role) {
        return keys().create(person(user), new ManagingApiKeys.Draft("test", role, Optional.empty()));
    }

    @Test
    void a_program_does_with_a_key_what_its_role_allows_and_no_more() {
        long viewing = role("Viewing", "{\"products\":[\"view\"]}");
        long making = role("Making", "{\"products\":[\"view\",\"create\"]}");
        String ada = newUser("ada");
        give(ada, making);
        String key = key(ada, viewing).text();
        String strong = key(ada, making).text();

        ok(200, server.send("GET", "/admin/api/products/", key, ""));
        refused(403, "forbidden", server.send("POST", "/admin/api/products/", key, "{\"name\":\"a\"}"));
        refused(403, "forbidden", server.send("GET", "/admin/api/admin_users/", key, ""));
        long made = ok(201, server.send("POST", "/admin/api/products/", strong, "{\"name\":\"a\"}"))
                .path("id")
                .asLong();

        JsonNode me = ok(200, server.send("GET", "/api/auth/me", key, ""));
        assertThat(me.path("id").asText()).isEqualTo(ada);
        assertThat(me.path("roles").toString()).isEqualTo("[\"Viewing\"]");
        assertThat(me.path("permissions").toString()).isEqualTo("{\"products\":[\"view\"]}");
        JsonNode entry = ok(
                        200,
                        server.send("GET", "/admin/api/admin_audit_log/?model=products&record_id=" + made, root, ""))
                .path("items")
                .path(0);
        assertThat(entry.path("user_id").asText()).isEqualTo(ada);
        assertThat(entry.path("actor").asText()).isEqualTo("ada@example.com by " + strong.substring(0, 9));
    }

    @Test
    void a_stored_response_of_the_owner_or_another_key_is_not_replayed_to_a_key() {
        long making = role("Repeating", "{\"products\":[\"create\"]}");
        long nothing = role("Nothing", "{}");
        String bob = newUser("bob");
        give(bob, making);
        String weak = key(bob, nothing).text();
        String strong = key(bob, making).text();
        String person = server.token("bob@example.com", RunningServer.PASSWORD);
        String[] header = {"Idempotency-Key", "k1"};
        for (String token : List.of(person, strong)) {
            var first = server.send("POST", "/admin/api/products/", token, "{\"name\":\"b\"}", header);
            assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
            ok(201, first);
            var again = server.send("POST", "/admin/api/products/", token, "{\"name\":\"b\"}", header);
            assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        }
        refused(403, "forbidden", server.send("POST", "/admin/api/products/", weak, "{\"name\":\"b\"}", header));
    }

    @Test
    void notifications_are_sent_and_followed_with_a_key() {
        long sending = role("Sending", "{\"admin_notifications\":[\"view\",\"create\"]}");
        String eva = newUser("eva");
        give(eva, sending);
        ManagingApiKeys.Created key = key(eva, sending);
        URI socket = URI.create(server.uri(NOTIFICATIONS + "/ws").toString().replaceFirst("^http", "ws"));
        try (SocketClient byQuery = SocketClient.open(URI.create(socket + "?token=" + key.text()));
                SocketClient byHeader = SocketClient.open(socket, "Bearer " + key.text());
                SocketClient byFrame = SocketClient.open(socket);
                EventReader stream = new EventReader(server.uri(NOTIFICATIONS + "/stream"), key.text())) {
            byFrame.socket.sendText("{\"type\":\"auth\",\"token\":\"" + key.text() + "\"}", true);
            List<SocketClient> sockets = List.of(byQuery, byHeader, byFrame);
            sockets.forEach(each -> assertThat(each.next()).contains("\"ready\""));
            assertThat(stream.next().type()).isEqualTo("ready");
            ok(
                    200,
                    server.send(
                            "POST",
                            NOTIFICATIONS + "/send",
                            key.text(),
                            "{\"user_id\":\"" + eva + "\",\"message\":\"by key\"}"));
            sockets.forEach(each -> assertThat(each.next()).contains("by key"));
            assertThat(stream.next().data()).contains("by key");

            ok(
                    200,
                    server.send(
                            "PATCH",
                            "/admin/api/roles/" + sending,
                            root,
                            "{\"permissions\":{\"admin_notifications\":[\"create\"]}}"));

            sockets.forEach(each -> assertThat(each.closeCode()).isEqualTo(4403));
            Waiting.until(stream::ended);
        }
        give(eva, role("Following", "{\"admin_notifications\":[\"view\"]}"), sending);
        try (SocketClient late = SocketClient.open(URI.create(socket + "?token=" + key.text()))) {
            assertThat(late.closeCode()).isEqualTo(4403);
        }
        ok(
                200,
                server.send(
                        "PATCH",
                        "/admin/api/roles/" + sending,
                        root,
                        "{\"permissions\":{\"admin_notifications\":[\"view\"]}}"));
        try (SocketClient following = SocketClient.open(URI.create(socket + "?token=" + key.text()))) {
            assertThat(following.next()).contains("\"ready\"");

            keys().revoke(person(eva), key.key().id(), false);

            assertThat(following.closeCode()).isEqualTo(4401);
        }
        try (SocketClient late = SocketClient.open(URI.create(socket + "?token=" + key.text()))) {
            assertThat(late.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void an_invalid_key_is_rejected_like_any_invalid_token() {
        var answer = server.send("GET", "/api/auth/me", "hx_nothing", "");
        refused(401, "invalid_token", answer);
        assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer error=");
    }

    @Test
    void a_key_is_dead_as_soon_as_its_owner_is_deactivated_or_holds_less() {
        long viewing = role("Glancing", "{\"products\":[\"view\"]}");
        String kim = newUser("kim");
        give(kim, viewing);
        String key = key(kim, viewing).text();
        ok(200, server.send("GET", "/admin/api/products/", key, ""));
        give(kim);
        refused(401, "invalid_token", server.send("GET", "/admin/api/products/", key, ""));
        give(kim, viewing);
        ok(200, server.send("GET", "/admin/api/products/", key, ""));
        ok(200, server.send("PATCH", "/admin/api/admin_users/" + kim, root, "{\"is_active\":false}"));
        refused(401, "invalid_token", server.send("GET", "/admin/api/products/", key, ""));
    }

    @Test
    void a_key_changes_neither_its_owners_password_nor_address_nor_signs_them_out() {
        String rootId =
                ok(200, server.send("GET", "/api/auth/me", root, "")).path("id").asText();
        long everything = ok(200, server.send("GET", "/admin/api/roles/?q=SuperAdmin", root, ""))
                .path("items")
                .path(0)
                .path("id")
                .asLong();
        String key = key(rootId, everything).text();
        String path = "/admin/api/admin_users/" + rootId;
        refused(403, "not_by_key", server.send("PATCH", path, key, "{\"password\":\"copper-Lantern-72-meadow\"}"));
        refused(403, "not_by_key", server.send("PATCH", path, key, "{\"email\":\"other@example.com\"}"));
        refused(403, "not_by_key", server.send("POST", "/api/auth/logout", key, "{\"all\":true}"));
        ok(200, server.send("PATCH", path, key, "{\"full_name\":\"Root by key\"}"));
        ok(200, server.send("GET", "/api/auth/me", root, ""));
    }

    @Test
    void when_a_key_was_used_is_written_down_by_the_way() {
        long viewing = role("Peeking", "{\"products\":[\"view\"]}");
        String joe = newUser("joe");
        give(joe, viewing);
        String key = key(joe, viewing).text();
        ok(200, server.send("GET", "/admin/api/products/", key, ""));
        Waiting.until(() -> keys().of(person(joe), new UserId(Long.parseLong(joe)))
                .getFirst()
                .lastUsedAt()
                .isPresent());
    }
}
