package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.messages.Mailbox;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invitations, forgotten passwords, new addresses and notices, over the API and the panel, with a real mail server. */
abstract class AccountsByMailContract {
    private static final String NEW_PASSWORD = "seventeen violet umbrellas dance";
    private static final Pattern LINK =
            Pattern.compile("https://panel\\.example(/admin/login/[a-z]+\\?token=[\\w-]{43})");

    @TempDir
    Path folder;

    private final Mailbox mailbox = new Mailbox();
    private RunningServer server;
    private String token;

    abstract DatabaseSettings database(Path folder);

    @BeforeEach
    void open() throws IOException {
        Path file = folder.resolve("hexadmin.yaml");
        var smtp = RunningServer.JSON.createObjectNode();
        mailbox.settings().forEach(smtp::put);
        Files.writeString(file, """
            public_url: https://panel.example/
            sign_in_notices: true
            notifications:
              first_retry_seconds: 1
              email: { smtp: %s }
            """.formatted(smtp));
        server = RunningServer.start(
                database(folder),
                options -> options.folder(folder).configuration(file).setting("sign_in_notices", "true"));
        token = server.token();
    }

    @AfterEach
    void close() {
        server.close();
        mailbox.close();
    }

    private List<Mailbox.Mail> mails(int least) {
        Waiting.until(() -> mailbox.mails().size() >= least);
        return mailbox.mails();
    }

    private String link(Mailbox.Mail mail) {
        Matcher found = LINK.matcher(mail.texts().get("text/plain").replaceAll("=\r?\n", ""));
        assertThat(found.find()).as(mail.texts().toString()).isTrue();
        assertThat(mail.texts().get("text/html"))
                .contains("Hexadmin</p>", "cid:mark", "background-color:#3d4bcf")
                .contains("<a href=\"https://panel.example" + found.group(1));
        assertThat(mail.images()).containsOnlyKeys("<mark>");
        return found.group(1);
    }

    private static String tokenOf(String link) {
        return link.substring(link.indexOf('=') + 1);
    }

    private JsonNode api(int status, String method, String path, String bearer, String body) {
        HttpResponse<String> answer = server.send(method, path, bearer, body.replace('\'', '"'));
        assertThat(answer.statusCode())
                .as(method + " " + path + " " + answer.body())
                .isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private List<String> events() {
        return api(200, "GET", "/admin/api/admin_audit_log/?per_page=200", token, "")
                .findValuesAsText("event");
    }

    @Test
    void a_user_is_invited_on_the_page_and_creates_the_account_without_a_session() {
        try (PanelVisitor root = PanelVisitor.signedIn(server);
                PanelVisitor ada = new PanelVisitor(server)) {
            Page form = root.get("/admin/users/").click("Invite");
            assertThat(form.form().set("email", "no address").send().text("#email-wrong"))
                    .isNotEmpty();
            Page sent = form.form()
                    .set("email", "ada@example.com")
                    .set("full_name", "Ada <Lovelace>")
                    .send()
                    .follow();
            assertThat(sent.body()).contains("The invitation was sent.");
            assertThat(sent.texts("tbody tr").getFirst()).contains("ada@example.com", "pending", "root@example.com");

            String link = link(mail("ada@example.com"));
            Page page = ada.get(link);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.header("Referrer-Policy")).contains("same-origin");
            assertThat(link).endsWith(page.document().selectFirst("[name=next]").val());
            assertThat(page.header("Cache-Control")).contains("no-store");
            assertThat(page.document().selectFirst("#full_name").val()).isEqualTo("Ada <Lovelace>");
            assertThat(page.form()
                            .set("password", NEW_PASSWORD)
                            .set("repeated", "another")
                            .send()
                            .text("#repeated-wrong"))
                    .isNotEmpty();
            Page created = page.form()
                    .set("password", NEW_PASSWORD)
                    .set("repeated", NEW_PASSWORD)
                    .send();
            assertThat(created.header("Location")).contains("/admin/login");
            assertThat(created.follow().body()).contains("Your account was created.");
            assertThat(ada.get(link).status()).isEqualTo(403);
            PanelVisitor.signedIn(server, "ada@example.com", NEW_PASSWORD).close();
            assertThat(root.get("/admin/users/invitations").texts("tbody tr").getFirst())
                    .contains("accepted");
        }
        assertThat(events()).contains("invitation_sent", "invitation_accepted");
    }

    private Mailbox.Mail mail(String to) {
        Waiting.until(() -> mailbox.mails().stream().anyMatch(mail -> mail.to().equals(to)));
        return mailbox.mails().reversed().stream()
                .filter(mail -> mail.to().equals(to))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void invitations_are_sent_again_and_withdrawn_over_the_api() {
        String path = "/admin/api/users/invitations/";
        JsonNode created = api(201, "POST", path, token, "{'email':'ada@example.com','roles':[]}");
        assertThat(created.path("state").asText()).isEqualTo("pending");
        String first = tokenOf(link(mails(1).getFirst()));
        api(409, "POST", path, token, "{'email':'ada@example.com'}");
        api(422, "POST", path, token, "{'email':'b@example.com','roles':['x']}");
        api(422, "POST", path, token, "{'email':'b@example.com','superuser':true}");
        String one = path + created.path("id").asLong();
        api(200, "POST", one + "/send", token, "");
        String second = tokenOf(link(mails(2).getLast()));
        api(403, "POST", "/api/auth/invitation", "", accept(first));
        assertThat(api(200, "GET", path, token, "").path("total").asInt()).isEqualTo(1);
        api(204, "DELETE", one, token, "");
        api(409, "DELETE", one, token, "");
        api(403, "POST", "/api/auth/invitation", "", accept(second));
        assertThat(api(200, "GET", one, token, "").path("state").asText()).isEqualTo("withdrawn");
        api(404, "GET", path + "4711", token, "");
        api(201, "POST", path + "?dry_run=true", token, "{'email':'c@example.com'}");
        assertThat(api(200, "GET", path, token, "").path("total").asInt()).isEqualTo(1);

        api(201, "POST", path, token, "{'email':'ada@example.com','full_name':'Ada'}");
        String third = tokenOf(link(mails(3).getLast()));
        api(422, "POST", "/api/auth/invitation", "", "{'token':'" + third + "','password':'short'}");
        api(201, "POST", "/admin/api/auth/invitation", "", accept(third));
        assertThat(server.token("ada@example.com", NEW_PASSWORD)).isNotEmpty();
    }

    private static String accept(String token) {
        return "{'token':'" + token + "','password':'" + NEW_PASSWORD + "','full_name':'Ada'}";
    }

    @Test
    void a_forgotten_password_is_replaced_on_the_page() {
        try (PanelVisitor visitor = new PanelVisitor(server)) {
            Page form = visitor.get("/admin/login").click("Forgotten your password?");
            Page unknown = form.form().set("email", "nobody@example.com").send();
            Page known = form.form().set("email", RunningServer.EMAIL).send();
            assertThat(known.status()).isEqualTo(unknown.status()).isEqualTo(303);
            assertThat(known.body()).isEqualTo(unknown.body());
            String told = known.follow().text("[role=status], .notice");
            assertThat(told).contains("a link was sent");

            String link = link(mail(RunningServer.EMAIL));
            assertThat(mail(RunningServer.EMAIL).texts().get("text/plain")).contains("127.0.0.1", "UTC");
            Page page = visitor.get(link);
            Page weak = page.form()
                    .set("password", "aaaaaaaaaaaa")
                    .set("repeated", "aaaaaaaaaaaa")
                    .send();
            assertThat(weak.status()).isEqualTo(422);
            assertThat(weak.text("#password-wrong")).isNotEmpty();
            assertThat(page.form()
                            .set("password", NEW_PASSWORD)
                            .set("repeated", NEW_PASSWORD)
                            .send()
                            .follow()
                            .body())
                    .contains("Your password is changed");
            assertThat(visitor.get(link).status()).isEqualTo(403);
            assertThat(server.send("GET", "/api/auth/me", token, "").statusCode())
                    .isEqualTo(401);
            PanelVisitor.signedIn(server, RunningServer.EMAIL, NEW_PASSWORD).close();
        }
    }

    @Test
    void the_answer_over_the_api_is_the_same_for_every_address_and_limited() {
        String path = "/api/auth/password/forgotten";
        HttpResponse<String> known = server.send("POST", path, "", "{\"email\":\"" + RunningServer.EMAIL + "\"}");
        HttpResponse<String> unknown = server.send("POST", path, "", "{\"email\":\"nobody@example.com\"}");
        assertThat(known.statusCode()).isEqualTo(202);
        assertThat(unknown.statusCode()).isEqualTo(202);
        assertThat(known.body()).isEqualTo(unknown.body()).isEmpty();
        api(422, "POST", path, "", "{'email':'no address'}");
        api(422, "POST", path, "", "{}");
        for (int i = 0; i < 4; i++) {
            api(202, "POST", path, "", "{'email':'nobody@example.com'}");
        }
        api(429, "POST", path, "", "{'email':'NOBODY@example.com'}");
        api(202, "POST", path, "", "{'email':'" + RunningServer.EMAIL + "'}");
        String link = tokenOf(link(mails(2).getLast()));
        api(204, "POST", "/api/auth/password/reset", "", "{'token':'" + link + "','password':'" + NEW_PASSWORD + "'}");
        api(403, "POST", "/api/auth/password/reset", "", "{'token':'" + link + "','password':'" + NEW_PASSWORD + "'}");
        assertThat(mails(3)).extracting(Mailbox.Mail::to).containsOnly(RunningServer.EMAIL);
    }

    @Test
    void a_new_address_counts_after_its_confirmation() {
        api(403, "PATCH", "/admin/api/admin_users/1", token, "{'email':'new@example.com'}");
        String wrong = "{'email':'new@example.com','current_password':'wrong'}";
        api(422, "PUT", "/api/auth/email", token, wrong);
        try (PanelVisitor root = PanelVisitor.signedIn(server)) {
            Page form = root.get("/admin/profile/email");
            assertThat(form.form("main form")
                            .set("email", "new@example.com")
                            .set("current_password", "wrong")
                            .send()
                            .text("#current_password-wrong"))
                    .isNotEmpty();
            Page sent = form.form("main form")
                    .set("email", "new@example.com")
                    .set("current_password", RunningServer.PASSWORD)
                    .send()
                    .follow();
            assertThat(sent.body()).contains("A link was sent to the new address", "new@example.com");
            Waiting.until(() -> mailbox.mails().stream()
                    .filter(mail -> mail.to().equals(RunningServer.EMAIL))
                    .anyMatch(mail -> mail.texts().get("text/plain").contains("new@example.com")));
            String link = link(mail("new@example.com"));
            Page page = root.get(link);
            assertThat(page.body()).contains("new@example.com");
            assertThat(page.form("main form").send().header("Location")).contains("/admin/profile");
            assertThat(root.get("/admin/profile").body()).contains("new@example.com");
            assertThat(root.get(link).status()).isEqualTo(403);
        }
        PanelVisitor.signedIn(server, "new@example.com", RunningServer.PASSWORD).close();
    }

    @Test
    void a_sign_in_with_a_new_device_is_told_by_mail_and_in_the_inbox() {
        try (PanelVisitor browser = PanelVisitor.signedIn(server)) { // the API client of the test was the first device
            Mailbox.Mail mail = mail(RunningServer.EMAIL);
            assertThat(mail.subject()).isEqualTo("Sign-in with a new device");
            assertThat(mail.texts().get("text/plain")).contains("127.0.0.1");
            assertThat(browser.get("/admin/notifications/").body()).contains("Sign-in with a new device");
            browser.get("/admin/profile").form("form[action$=logout]").send();
            browser.get("/admin/login")
                    .form()
                    .set("email", RunningServer.EMAIL)
                    .set("password", RunningServer.PASSWORD)
                    .send();
            assertThat(browser.get("/admin/profile").status()).isEqualTo(200);
        }
        api(200, "PUT", "/api/notifications/preferences", token, "{'channel':'email','enabled':false}");
        PanelVisitor.signedIn(server).close();
        api(202, "POST", "/api/auth/password/forgotten", "", "{'email':'" + RunningServer.EMAIL + "'}");
        assertThat(mails(2))
                .extracting(Mailbox.Mail::subject)
                .satisfies(subjects -> assertThat(subjects)
                        .filteredOn("Sign-in with a new device"::equals)
                        .hasSize(1));
        assertThat(api(200, "GET", "/api/notifications/", token, "").path("items"))
                .hasSize(2);
    }

    @Test
    void the_outbox_holds_no_token_in_plain_text() {
        mailbox.goesDown();
        api(201, "POST", "/admin/api/users/invitations/", token, "{'email':'ada@example.com'}");
        UUID delivery = UUID.fromString(api(200, "GET", "/admin/api/admin_notification_logs/", token, "")
                .path("items")
                .path(0)
                .path("delivery_id")
                .asText());
        Persistence persistence = server.hexadmin().installation().persistence();
        String stored = persistence
                .unitOfWork()
                .write(scope ->
                        persistence.outbox().hold(delivery).orElseThrow().content())
                .toString();
        assertThat(stored).contains("sealed").doesNotContain("panel.example", "Invitation");
        mailbox.comesBack();
        link(mail("ada@example.com"));
    }

    @Test
    void administrators_end_sessions_and_revoke_keys_of_all_users() {
        api(
                201,
                "POST",
                "/admin/api/admin_users/",
                token,
                "{'email':'ada@example.com','password':'" + NEW_PASSWORD + "'}");
        try (PanelVisitor root = PanelVisitor.signedIn(server);
                PanelVisitor ada = PanelVisitor.signedIn(server, "ada@example.com", NEW_PASSWORD)) {
            Page list = root.get("/admin/users/sessions?q=ada");
            assertThat(list.texts("tbody tr")).hasSize(1);
            assertThat(list.form("tbody form").send().follow().body()).contains("The session has ended.");
            assertThat(ada.get("/admin/profile").status()).isEqualTo(303);
            assertThat(root.get("/admin/users/api-keys").status()).isEqualTo(200);
        }
        String adas = server.token("ada@example.com", NEW_PASSWORD);
        JsonNode sessions = api(200, "GET", "/admin/api/users/sessions/?q=ada", token, "");
        assertThat(sessions.path("items").path(0).path("kind").asText()).isEqualTo("api");
        assertThat(sessions.path("items").path(0).path("method").asText()).isEqualTo("password");
        assertThat(sessions.path("items").path(0).path("address").asText()).isEqualTo("127.0.0.1");
        api(403, "GET", "/admin/api/users/sessions/", adas, "");
        api(403, "GET", "/admin/api/users/api_keys/", adas, "");
        api(400, "GET", "/admin/api/users/sessions/?user=x", token, "");
        api(
                204,
                "DELETE",
                "/admin/api/users/"
                        + sessions.path("items").path(0).path("user_id").asLong() + "/sessions",
                token,
                "");
        api(401, "GET", "/api/auth/me", adas, "");
        assertThat(api(200, "GET", "/admin/api/users/api_keys/", token, "")
                        .path("total")
                        .asInt())
                .isZero();
        api(404, "DELETE", "/admin/api/users/api_keys/4711", token, "");
        api(404, "DELETE", "/admin/api/users/sessions/none", token, "");
    }
}
