package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.live.EventReader;
import dev.hexadmin.testing.live.SocketClient;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A whole server whose users live in a directory of the program. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IdentitySourceContract {
    private static final String PASSWORD = "what the directory knows";

    private RunningServer server;

    abstract DatabaseSettings database(Path folder);

    /** All users have the same password, and a badge with their number as a token. */
    private static class Directory implements IdentitySource {
        private static final Map<String, ExternalUser> PEOPLE = Map.of(
                "1",
                ExternalUser.of("1", "eve@example.com").named("Eve Editor").inRoles(Set.of("Editor")),
                "2",
                ExternalUser.of("2", "vic@example.com").named("Vic Viewer").inRoles(Set.of("Viewer")));

        @Override
        public String name() {
            return "directory";
        }

        @Override
        public Optional<ExternalUser> signIn(String login, String password) {
            if (login.startsWith("broken")) {
                throw new IllegalStateException("ldap://10.1.2.3 refused " + password);
            }
            return PEOPLE.values().stream()
                    .filter(user -> user.email().equals(login) && password.equals(PASSWORD))
                    .findFirst();
        }

        @Override
        public Optional<ExternalUser> find(String subject) {
            return Optional.ofNullable(PEOPLE.get(subject));
        }

        @Override
        public Optional<ExternalUser> bearer(String token) {
            if (token.equals("badge-broken")) {
                throw new IllegalStateException("no reader");
            }
            return token.startsWith("badge-") ? find(token.substring(6)) : Optional.empty();
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.identitySource(new Directory())
                        .register(ModelDefinition.builder("products")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().maxLength(80))
                                .build()));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static JsonNode ok(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private JsonNode me(String token) {
        return ok(200, server.send("GET", "/api/auth/me", token, ""));
    }

    @Test
    void they_sign_in_over_the_api_with_what_they_have_there() {
        String token = server.token("eve@example.com", PASSWORD);
        JsonNode me = me(token);
        assertThat(me.path("full_name").asText()).isEqualTo("Eve Editor");
        assertThat(me.path("roles").toString()).isEqualTo("[\"Editor\"]");
        ok(201, server.send("POST", "/admin/api/products/", token, "{\"name\":\"tea\"}"));
        ok(403, server.send("GET", "/admin/api/admin_users/", token, ""));
        assertThat(ok(401, server.send("POST", "/api/auth/token", "", """
            {"email":"eve@example.com","password":"not that"}\
            """))
                        .path("code")
                        .asText())
                .isEqualTo("invalid_credentials");
    }

    @Test
    void a_token_of_theirs_is_an_access_token_here() {
        assertThat(me("badge-2").path("email").asText()).isEqualTo("vic@example.com");
        ok(200, server.send("GET", "/admin/api/products/", "badge-2", ""));
        ok(403, server.send("POST", "/admin/api/products/", "badge-2", "{\"name\":\"tea\"}"));
        HttpResponse<String> unknown = server.send("GET", "/api/auth/me", "badge-7", "");
        assertThat(ok(401, unknown).path("code").asText()).isEqualTo("invalid_token");
        assertThat(unknown.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer error=");
        ok(401, server.send("GET", "/api/auth/me", "not.a.token", ""));
    }

    @Test
    void they_follow_their_messages_with_it() {
        String vic = me("badge-2").path("id").asText();
        URI socket = URI.create(
                server.uri("/api/notifications/ws?token=badge-2").toString().replaceFirst("^http", "ws"));
        try (EventReader stream = new EventReader(server.uri("/api/notifications/stream"), "badge-2");
                SocketClient open = SocketClient.open(socket)) {
            assertThat(stream.next().type()).isEqualTo("ready");
            assertThat(open.next()).contains("\"ready\"");
            ok(
                    200,
                    server.send(
                            "POST",
                            "/api/notifications/send",
                            server.token(),
                            "{\"user_id\":\"" + vic + "\",\"message\":\"by badge\"}"));
            assertThat(stream.next().data()).contains("by badge");
            assertThat(open.next()).contains("by badge");
        }
    }

    @Test
    void messages_reach_users_who_have_never_signed_in() {
        UserId vic = server.hexadmin().provisionUser(Directory.PEOPLE.get("2"));
        server.hexadmin().notifications().notify(Recipient.of(vic), Message.of("Welcome", "before any sign-in"));
        assertThat(me("badge-2").path("id").asLong()).isEqualTo(vic.value());
        assertThat(ok(200, server.send("GET", "/api/notifications/", "badge-2", ""))
                        .findValuesAsText("body"))
                .contains("before any sign-in");
        assertThatThrownBy(() -> server.hexadmin().provisionUser(ExternalUser.of("3", RunningServer.EMAIL)))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("unique"));
    }

    @Test
    void a_failing_source_is_reported_without_its_message() {
        HttpResponse<String> answer = server.send("POST", "/api/auth/token", "", """
            {"email":"broken@example.com","password":"my secret words"}\
            """);
        assertThat(ok(503, answer).path("code").asText()).isEqualTo("identity_source_unavailable");
        assertThat(answer.body()).doesNotContain("ldap", "secret words");
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        ok(503, server.send("GET", "/api/auth/me", "badge-broken", ""));
        try (PanelVisitor visitor = new PanelVisitor(server)) {
            Page page = visitor.get("/admin/login")
                    .form()
                    .set("email", "broken@example.com")
                    .set("password", "x")
                    .send();
            assertThat(page.status()).isEqualTo(503);
            assertThat(page.text(".notice")).contains("cannot be asked");
        }
    }

    @Test
    void what_the_source_keeps_is_refused_by_the_api_and_named() {
        String id = me("badge-1").path("id").asText();
        JsonNode user = ok(200, server.send("GET", "/admin/api/admin_users/" + id, server.token(), ""));
        assertThat(user.path("source").asText()).isEqualTo("directory");
        assertThat(user.path("gone_at").isNull()).isTrue();
        JsonNode problem = ok(422, server.send("PATCH", "/admin/api/admin_users/" + id, server.token(), """
            {"full_name":"Somebody","password":"%s","is_superuser":true,"roles":[]}\
            """.formatted(
                        RunningServer.PASSWORD)));
        assertThat(problem.path("errors").findValuesAsText("pointer"))
                .containsExactlyInAnyOrder("/full_name", "/password", "/is_superuser", "/roles");
        assertThat(problem.path("errors").findValuesAsText("code")).containsOnly("external_account");
        ok(200, server.send("PATCH", "/admin/api/admin_users/" + id, server.token(), """
            {"full_name":"Eve Editor","is_active":true}\
            """));
        ok(422, server.send("PATCH", "/admin/api/admin_users/" + id, server.token(), "{\"source\":null}"));
    }

    @Test
    void their_own_pages_say_where_name_and_password_are_changed() {
        try (PanelVisitor eve = PanelVisitor.signedIn(server, "eve@example.com", PASSWORD)) {
            Page profile = eve.get("/admin/profile");
            assertThat(profile.text(".card .notice")).contains("managed by directory");
            assertThat(profile.document().select("#full_name")).isEmpty();
            assertThat(profile.text("dl")).contains("Eve Editor");
            Page password = eve.get("/admin/profile/password");
            assertThat(password.text(".card .notice")).contains("managed by directory");
            assertThat(password.document().select("main form")).isEmpty();
            Page forced = eve.post(
                    "/admin/profile/password",
                    "csrf_token="
                            + profile.document()
                                    .select("input[name=csrf_token]")
                                    .first()
                                    .val() + "&current_password=x&password=y&repeated=y");
            assertThat(forced.status()).isEqualTo(422);
            assertThat(forced.text(".card .notice")).contains("managed by directory");
        }
    }

    @Test
    void the_panel_shows_the_source_of_their_account_and_offers_the_local_fields() {
        String id = me("badge-1").path("id").asText();
        try (PanelVisitor root = PanelVisitor.signedIn(server)) {
            Page list = root.get("/admin/users/?fields=email,source&source=directory");
            assertThat(list.text("table")).contains("Managed by", "directory").doesNotContain(RunningServer.EMAIL);
            Page refused = list.form("#bulk")
                    .set("action", "set:full_name")
                    .set("key", id)
                    .send()
                    .form()
                    .set("full_name", "Eve")
                    .send();
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.text("main form"))
                    .contains("eve@example.com: This account is managed by the identity source 'directory'");
            assertThat(root.get("/admin/users/" + id).text("dl.pairs")).contains("Managed by directory");
            Page edit = root.get("/admin/users/" + id + "/edit");
            assertThat(edit.text(".notice")).contains("managed by directory");
            assertThat(edit.document().select("#email, #full_name, #password, [name=roles], [name=is_superuser]"))
                    .isEmpty();
            Page saved = edit.form().send();
            assertThat(saved.status()).as(saved.body()).isEqualTo(303);
            assertThat(me("badge-1").path("roles").toString()).isEqualTo("[\"Editor\"]");
        }
    }

    @Test
    void a_source_is_given_once_and_by_a_name_that_lasts() {
        Hexadmin.Builder builder = Hexadmin.builder().identitySource(new Directory());
        assertThatThrownBy(() -> builder.identitySource(new Directory()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> Hexadmin.builder().identitySource(new Directory() {
                    @Override
                    public String name() {
                        return "My Directory";
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'My Directory'");
        assertThatThrownBy(() -> ExternalUser.of(" ", "a@example.com")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ExternalUser.of("1", "nobody")).isInstanceOf(IllegalArgumentException.class);
        assertThat(ExternalUser.of("1", "a@example.com").named("x".repeat(151)).fullName())
                .hasSize(150);
    }
}
