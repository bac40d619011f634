package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.messages.Mailbox;
import dev.hexadmin.testing.passkeys.SoftAuthenticator;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dry runs of the routes about accounts: the response of the change, and no change, no mail and no entry in the audit log. */
abstract class AccountDryRunsContract {
    private static final String NEW_PASSWORD = "seventeen violet umbrellas dance";
    private static final Pattern LINK =
            Pattern.compile("https://panel\\.example/admin/login/[a-z]+\\?token=([\\w-]{43})");
    private static final List<String> BASES = List.of("/api/auth", "/admin/api/auth");

    @TempDir
    Path folder;

    private final Mailbox mailbox = new Mailbox();
    private RunningServer server;
    private String root;

    abstract DatabaseSettings database(Path folder);

    @BeforeEach
    void open() throws IOException {
        Path file = folder.resolve("hexadmin.yaml");
        var smtp = RunningServer.JSON.createObjectNode();
        mailbox.settings().forEach(smtp::put);
        Files.writeString(file, """
            public_url: https://panel.example/
            notifications:
              email: { smtp: %s }
            """.formatted(smtp));
        server = RunningServer.start(
                database(folder), options -> options.folder(folder).configuration(file));
        root = server.token();
    }

    @AfterEach
    void close() {
        server.close();
        mailbox.close();
    }

    private HttpResponse<String> call(
            int status, String method, String path, String token, String body, String... headers) {
        HttpResponse<String> response = server.send(method, path, token, body.replace('\'', '"'), headers);
        assertThat(response.statusCode())
                .as(method + " " + path + " " + response.body())
                .isEqualTo(status);
        return response;
    }

    private JsonNode api(int status, String method, String path, String token, String body) {
        return json(call(status, method, path, token, body));
    }

    private static JsonNode json(HttpResponse<String> response) {
        return response.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(response);
    }

    /** A dry run in both ways, of which neither writes to the audit log or sends a message. */
    private JsonNode dryRun(int status, String method, String path, String token, String body) {
        long before = written();
        HttpResponse<String> byParameter = call(status, method, path + "?dry_run=true", token, body);
        HttpResponse<String> byHeader = call(status, method, path, token, body, "Prefer", "tx=rollback");
        for (HttpResponse<String> response : List.of(byParameter, byHeader)) {
            assertThat(response.headers().firstValue("Preference-Applied")).contains("tx=rollback");
        }
        assertThat(written()).isEqualTo(before);
        return json(byHeader);
    }

    private long written() {
        long rows = 0;
        for (String model : List.of("admin_audit_log", "admin_notification_logs")) {
            rows += api(200, "GET", "/admin/api/" + model + "/", root, "")
                    .path("total")
                    .asLong();
        }
        return rows;
    }

    private List<String> events() {
        return api(200, "GET", "/admin/api/admin_audit_log/?per_page=200", root, "")
                .findValuesAsText("event");
    }

    private static String credentials(String email, String password) {
        return "{'email':'" + email + "','password':'" + password + "'}";
    }

    private String linkToken(String to) {
        Waiting.until(() -> mailbox.mails().stream().anyMatch(mail -> mail.to().equals(to)));
        Mailbox.Mail mail = mailbox.mails().reversed().stream()
                .filter(each -> each.to().equals(to))
                .findFirst()
                .orElseThrow();
        Matcher found = LINK.matcher(mail.texts().get("text/plain").replaceAll("=\r?\n", ""));
        assertThat(found.find()).as(mail.texts().toString()).isTrue();
        return found.group(1);
    }

    private long ada() {
        return api(201, "POST", "/admin/api/admin_users/", root, credentials("ada@example.com", RunningServer.PASSWORD))
                .path("id")
                .asLong();
    }

    @Test
    void the_own_password_stays() {
        String body = "{'current_password':'" + RunningServer.PASSWORD + "','password':'" + NEW_PASSWORD + "'}";
        for (String base : BASES) {
            dryRun(204, "PUT", base + "/password", root, body);
        }
        api(200, "GET", "/api/auth/me", root, "");
        api(401, "POST", "/api/auth/token", "", credentials(RunningServer.EMAIL, NEW_PASSWORD));
        api(422, "PUT", "/api/auth/password?dry_run=true", root, body.replace(NEW_PASSWORD, "short"));
        assertThat(server.token()).isNotEmpty();
        api(204, "PUT", "/api/auth/password", root, body);
        api(401, "GET", "/api/auth/me", root, "");
    }

    @Test
    void a_wrong_password_counts_also_in_a_dry_run() {
        String wrong = "{'current_password':'wrong','password':'" + NEW_PASSWORD + "'}";
        for (int i = 0; i < 10; i++) {
            api(422, "PUT", "/api/auth/password?dry_run=true", root, wrong);
        }
        api(429, "PUT", "/api/auth/password?dry_run=true", root, wrong);
        api(429, "POST", "/api/auth/token", "", credentials(RunningServer.EMAIL, RunningServer.PASSWORD));
        assertThat(events()).filteredOn("password_change_failed"::equals).hasSize(10);
    }

    @Test
    void the_own_address_stays_and_no_link_is_sent() {
        String body = "{'email':'new@example.com','current_password':'" + RunningServer.PASSWORD + "'}";
        for (String base : BASES) {
            dryRun(202, "PUT", base + "/email", root, body);
        }
        api(202, "PUT", "/api/auth/email", root, body);
        String link = "{'token':'" + linkToken("new@example.com") + "'}";
        for (String base : BASES) {
            dryRun(204, "POST", base + "/email/confirm", "", link);
        }
        assertThat(api(200, "GET", "/api/auth/me", root, "").path("email").asText())
                .isEqualTo(RunningServer.EMAIL);
        api(204, "POST", "/api/auth/email/confirm", "", link);
        assertThat(api(200, "GET", "/api/auth/me", root, "").path("email").asText())
                .isEqualTo("new@example.com");
    }

    @Test
    void a_sign_out_ends_no_session() {
        JsonNode tokens =
                api(200, "POST", "/api/auth/token", "", credentials(RunningServer.EMAIL, RunningServer.PASSWORD));
        String access = tokens.path("access_token").asText();
        String refresh = tokens.path("refresh_token").asText();
        for (String base : BASES) {
            dryRun(204, "POST", base + "/logout", "", "{'refresh_token':'" + refresh + "'}");
            dryRun(204, "POST", base + "/logout", access, "{'all':true}");
            dryRun(204, "POST", base + "/logout", access, "{'all':true,'refresh_token':'" + refresh + "'}");
        }
        api(200, "GET", "/api/auth/me", access, "");
        api(200, "POST", "/api/auth/refresh", "", "{'refresh_token':'" + refresh + "'}");
    }

    @Test
    void a_dry_run_is_not_stored_under_its_idempotency_key() {
        String[] headers = {"Idempotency-Key", "k1", "Prefer", "tx=rollback"};
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> response = call(204, "POST", "/api/auth/logout", root, "{'all':true}", headers);
            assertThat(response.headers().firstValue("Preference-Applied")).contains("tx=rollback");
            assertThat(response.headers().firstValue("Idempotent-Replayed")).isEmpty();
        }
        api(200, "GET", "/api/auth/me", root, "");
    }

    @Test
    void sessions_and_keys_of_other_users_stay() {
        long ada = ada();
        String token = server.token("ada@example.com", RunningServer.PASSWORD);
        server.token("ada@example.com", RunningServer.PASSWORD);
        String session = api(200, "GET", "/admin/api/users/sessions/?q=ada", root, "")
                .at("/items/0/id")
                .asText();
        assertThat(dryRun(200, "DELETE", "/admin/api/users/sessions/" + session, root, "")
                        .toString())
                .isEqualTo("{\"deleted\":{\"sessions\":1}}");
        assertThat(dryRun(200, "DELETE", "/admin/api/users/" + ada + "/sessions", root, "")
                        .toString())
                .isEqualTo("{\"deleted\":{\"sessions\":2}}");
        api(200, "GET", "/api/auth/me", token, "");
        assertThat(api(200, "GET", "/admin/api/users/sessions/?q=ada", root, "")
                        .path("total")
                        .asInt())
                .isEqualTo(2);

        ManagingApiKeys.Created key = key();
        String path = "/admin/api/users/api_keys/" + key.key().id();
        assertThat(dryRun(200, "DELETE", path, root, "").toString()).isEqualTo("{\"deleted\":{\"api_keys\":1}}");
        api(200, "GET", "/api/auth/me", key.text(), "");

        api(204, "DELETE", path, root, "");
        api(401, "GET", "/api/auth/me", key.text(), "");
        api(404, "DELETE", path + "?dry_run=true", root, "");
        api(204, "DELETE", "/admin/api/users/sessions/" + session, root, "");
        api(404, "DELETE", "/admin/api/users/sessions/" + session + "?dry_run=true", root, "");
        api(204, "DELETE", "/admin/api/users/" + ada + "/sessions", root, "");
        api(401, "GET", "/api/auth/me", token, "");
    }

    private ManagingApiKeys.Created key() {
        long role = api(201, "POST", "/admin/api/roles/", root, "{'name':'Nothing','permissions':{}}")
                .path("id")
                .asLong();
        UserId id =
                new UserId(api(200, "GET", "/api/auth/me", root, "").path("id").asLong());
        Actor.SignedIn owner = new Actor.SignedIn(
                id,
                new EmailAddress(RunningServer.EMAIL),
                server.hexadmin().installation().access().liveRights().of(id),
                Actor.Origin.LOCAL);
        return server.hexadmin()
                .installation()
                .identity()
                .managingApiKeys()
                .create(owner, new ManagingApiKeys.Draft("test", role, Optional.empty()));
    }

    @Test
    void a_passkey_keeps_its_name_and_stays() {
        SoftAuthenticator device = new SoftAuthenticator("panel.example", "https://panel.example");
        String password = "{'current_password':'" + RunningServer.PASSWORD + "'}";
        JsonNode options = api(200, "POST", "/api/auth/passkeys/options", root, password);
        String credential = device.create(
                options.at("/public_key/challenge").asText(),
                options.at("/public_key/user/id").asText());
        JsonNode added = api(
                201,
                "POST",
                "/api/auth/passkeys",
                root,
                "{\"name\":\"Phone\",\"ticket\":\"%s\",\"credential\":%s}"
                        .formatted(options.path("ticket").asText(), credential));
        for (String base : BASES) {
            String one = base + "/passkeys/" + added.at("/passkey/id").asText();
            assertThat(dryRun(200, "PATCH", one, root, "{'name':'Watch'}")
                            .path("name")
                            .asText())
                    .isEqualTo("Watch");
            dryRun(204, "POST", one + "/remove", root, password);
        }
        JsonNode list = api(200, "GET", "/api/auth/passkeys", root, "");
        assertThat(list.at("/items/0/name").asText()).isEqualTo("Phone");
        assertThat(list.path("backup_codes_left").asInt()).isEqualTo(10);
        api(404, "PATCH", "/api/auth/passkeys/4711?dry_run=true", root, "{'name':'Watch'}");
    }

    @Test
    void a_link_for_a_new_password_is_not_used_up() {
        api(202, "POST", "/api/auth/password/forgotten", "", "{'email':'" + RunningServer.EMAIL + "'}");
        String body = "{'token':'" + linkToken(RunningServer.EMAIL) + "','password':'" + NEW_PASSWORD + "'}";
        for (String base : BASES) {
            dryRun(204, "POST", base + "/password/reset", "", body);
        }
        api(422, "POST", "/api/auth/password/reset?dry_run=true", "", body.replace(NEW_PASSWORD, "short"));
        api(200, "GET", "/api/auth/me", root, "");
        assertThat(server.token()).isNotEmpty();
        api(204, "POST", "/api/auth/password/reset", "", body);
        api(403, "POST", "/api/auth/password/reset?dry_run=true", "", body);
        assertThat(server.token(RunningServer.EMAIL, NEW_PASSWORD)).isNotEmpty();
    }

    @Test
    void an_invitation_is_not_used_up() {
        api(201, "POST", "/admin/api/users/invitations/", root, "{'email':'ada@example.com'}");
        String body = "{'token':'" + linkToken("ada@example.com") + "','password':'" + NEW_PASSWORD + "'}";
        for (String base : BASES) {
            assertThat(dryRun(201, "POST", base + "/invitation", "", body)
                            .path("id")
                            .asLong())
                    .isPositive();
        }
        api(401, "POST", "/api/auth/token", "", credentials("ada@example.com", NEW_PASSWORD));
        api(201, "POST", "/api/auth/invitation", "", body);
        assertThat(server.token("ada@example.com", NEW_PASSWORD)).isNotEmpty();
    }

    @Test
    void routes_that_issue_credentials_have_no_dry_run() {
        String login = credentials(RunningServer.EMAIL, RunningServer.PASSWORD);
        assertNoDryRun("/admin/api/auth/login", login);
        assertNoDryRun("/api/auth/token", login);
        String password = "{'current_password':'" + RunningServer.PASSWORD + "'}";
        for (String base : BASES) {
            Map.of(
                            "/2fa/verify", "{'temp_token':'x','code':'123456'}",
                            "/refresh", "{'refresh_token':'x'}",
                            "/password/forgotten", "{'email':'" + RunningServer.EMAIL + "'}",
                            "/oidc/corp", "{'id_token':'x'}",
                            "/passkeys/sign-in/options", "{}",
                            "/passkeys/sign-in", "{'ticket':'t','credential':{}}",
                            "/passkeys/options", password,
                            "/passkeys", "{'ticket':'t','name':'a','credential':{}}")
                    .forEach((path, body) -> assertNoDryRun(base + path, body));
        }
        assertThat(events()).doesNotContain("sign_in_failed", "password_reset_requested");
    }

    private void assertNoDryRun(String path, String body) {
        JsonNode parameter = api(400, "POST", path + "?dry_run=true", root, body);
        assertThat(parameter.path("code").asText()).isEqualTo("invalid_query");
        assertThat(parameter.at("/errors/0/pointer").asText()).isEqualTo("?dry_run");
        assertThat(parameter.at("/errors/0/code").asText()).isEqualTo("unknown_parameter");
        JsonNode header = json(call(400, "POST", path, root, body, "Prefer", "respond-async, tx=rollback"));
        assertThat(header.path("code").asText()).isEqualTo("invalid_query");
        assertThat(header.at("/errors/0/pointer").asText()).isEqualTo("Prefer");
        assertThat(header.at("/errors/0/code").asText()).isEqualTo("no_dry_run");
    }

    @Test
    void the_setup_creates_no_user() {
        try (RunningServer empty = RunningServer.startEmpty(emptyDatabase(folder))) {
            String body = "{\"token\":\"%s\",\"email\":\"first@example.com\",\"password\":\"%s\"}"
                    .formatted(empty.hexadmin().createSetupToken().orElseThrow(), RunningServer.PASSWORD);
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> response = empty.send("POST", "/admin/api/setup?dry_run=true", "", body);
                assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
                assertThat(response.headers().firstValue("Preference-Applied")).contains("tx=rollback");
            }
            assertThat(empty.hexadmin()
                            .installation()
                            .identity()
                            .managingUsers()
                            .empty())
                    .isTrue();
            assertThat(empty.send("POST", "/admin/api/setup", "", body).statusCode())
                    .isEqualTo(201);
            assertThat(empty.token("first@example.com", RunningServer.PASSWORD)).isNotEmpty();
        }
    }

    /** A second database, without users. */
    abstract DatabaseSettings emptyDatabase(Path folder);
}
