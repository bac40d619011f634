package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.messages.Mailbox;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links to unsubscribe, from the header of a mail that a mail server received to the preference. */
class UnsubscribeIT {
    private static final String API = "/api/notifications";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String ONE_CLICK = "List-Unsubscribe=One-Click";

    @TempDir
    private Path folder;

    private Mailbox mailbox;
    private RunningServer server;
    private String root;

    @BeforeEach
    void open() {
        mailbox = new Mailbox();
    }

    @AfterEach
    void close() {
        server.close();
        mailbox.close();
    }

    private void serve(String publicUrl, String... notifications) throws IOException {
        Path file = folder.resolve("hexadmin.yaml");
        var smtp = RunningServer.JSON.createObjectNode();
        mailbox.settings().forEach(smtp::put);
        Files.writeString(file, """
            %s
            notifications:
              email: { smtp: %s }
              %s
            """.formatted(publicUrl, smtp, String.join("\n  ", notifications)));
        server = RunningServer.start(
                TestDatabases.migratedSqlite(folder),
                options -> options.folder(folder).configuration(file));
        root = server.token();
    }

    private JsonNode batch(String user) {
        HttpResponse<String> sent = server.send(
                "POST",
                API + "/send/batch",
                root,
                "{\"recipients\":[{\"user_id\":\"" + user
                        + "\",\"email\":\"reader@example.com\"}],\"message\":\"News\"," + "\"channels\":[\"email\"]}");
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        return RunningServer.json(sent).at("/results/0/channels/0");
    }

    private Optional<String> field(String name) {
        return Optional.ofNullable(mailbox.mails().getLast().headers().get(name));
    }

    /** The path of the link in the last mail. */
    private String link() {
        String field = field("List-Unsubscribe").orElseThrow();
        assertThat(field)
                .startsWith("<https://shop.example" + API + "/unsubscribe?token=")
                .endsWith(">");
        return field.substring("<https://shop.example".length(), field.length() - 1);
    }

    private HttpResponse<String> post(String path, String type, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = "Content-Type";
        all[1] = type;
        return server.send("POST", path, "", body, all);
    }

    @Test
    void the_request_of_a_mail_program_turns_off_the_channel() throws Exception {
        serve("public_url: https://shop.example/");
        assertThat(batch("customer-7").path("status").asText()).isEqualTo("sent");
        assertThat(field("List-Unsubscribe-Post")).contains(ONE_CLICK);
        String link = link();
        for (String method : new String[] {"GET", "HEAD"}) {
            assertThat(server.send(method, link, "", "").statusCode()).isEqualTo(200);
        }
        assertThat(batch("customer-7").path("status").asText()).isEqualTo("sent");
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> done = post(link, FORM, ONE_CLICK);
            assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
            assertThat(done.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(done.body()).contains("You no longer receive messages on the channel E-mail.");
            assertThat(batch("customer-7").path("status").asText()).isEqualTo("skipped");
        }
        assertThat(batch("customer-8").path("status").asText()).isEqualTo("sent");
    }

    @Test
    void the_body_may_be_multipart_and_has_to_say_one_click() throws Exception {
        serve("public_url: https://shop.example");
        batch("7");
        String link = link();
        for (String wrong : new String[] {"", "a=b", "List-Unsubscribe=yes"}) {
            HttpResponse<String> refused = post(link, FORM, wrong);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(422);
            assertThat(RunningServer.json(refused).at("/errors/0/pointer").asText())
                    .isEqualTo("/List-Unsubscribe");
        }
        assertThat(post(link, "application/json", "{}").statusCode()).isEqualTo(415);
        assertThat(batch("7").path("status").asText()).isEqualTo("sent");
        String multipart =
                "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
        assertThat(post(link, "multipart/form-data; boundary=b", multipart).statusCode())
                .isEqualTo(200);
        assertThat(batch("7").path("status").asText()).isEqualTo("skipped");
    }

    @Test
    void a_user_with_a_session_unsubscribes_with_the_button_and_sees_it_in_the_preferences() throws Exception {
        serve("public_url: https://shop.example");
        String id = RunningServer.json(server.send("GET", "/api/auth/me", root, ""))
                .path("id")
                .asText();
        batch(id);
        try (PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            PanelVisitor.Page page = visitor.get(link());
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text("h1")).isEqualTo("Unsubscribe");
            assertThat(page.header("Referrer-Policy")).contains("same-origin");
            assertThat(page.header("Cache-Control")).contains("no-store");
            assertThat(visitor.post(link(), ONE_CLICK).text("h1")).isEqualTo("Unsubscribed");
            assertThat(visitor.get(link()).answer().body()).contains("name=\"next\" value=\"" + link() + "\"");
            assertThat(server.send("GET", link(), "no.such.token", "").statusCode())
                    .isEqualTo(200);
        }
        assertThat(RunningServer.json(server.send("GET", API + "/preferences", root, ""))
                        .path("email")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void the_page_is_in_the_language_of_its_reader_and_a_wrong_link_is_a_404() throws Exception {
        serve("public_url: https://shop.example");
        batch("7");
        assertThat(server.send("GET", link(), "", "", "Accept-Language", "de").body())
                .contains("<html lang=\"de\"")
                .contains("Abbestellen");
        for (String wrong : new String[] {"x", "", link().substring(link().indexOf('=') + 2)}) {
            String path = API + "/unsubscribe?token=" + wrong;
            assertThat(server.send("GET", path, "", "").statusCode()).isEqualTo(404);
            HttpResponse<String> refused = post(path, FORM, ONE_CLICK, "Accept-Language", "fr");
            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(refused.body()).contains("Ce lien de désabonnement n’est pas valide.");
        }
        assertThat(server.send("GET", API + "/unsubscribe", "", "").statusCode())
                .isEqualTo(404);
        assertThat(batch("7").path("status").asText()).isEqualTo("sent");
    }

    @Test
    void only_links_that_are_not_valid_count_for_the_limit() throws Exception {
        serve("public_url: https://shop.example\nrate_limits: { mailed_links: { limit: 3 } }");
        batch("7");
        for (int i = 0; i < 8; i++) {
            assertThat(post(link(), FORM, ONE_CLICK).statusCode()).isEqualTo(200);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(post(API + "/unsubscribe?token=x", FORM, ONE_CLICK).statusCode())
                    .isEqualTo(404);
        }
        HttpResponse<String> refused = post(API + "/unsubscribe?token=x", FORM, ONE_CLICK);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void there_is_no_field_where_it_is_off_or_the_address_is_not_known() throws Exception {
        serve("public_url: https://shop.example", "unsubscribe_links: false");
        batch("7");
        assertThat(field("List-Unsubscribe")).isEmpty();
        server.close();
        serve("");
        batch("7");
        assertThat(field("List-Unsubscribe")).isEmpty();
        server.close();
        serve("public_url: http://shop.example");
        batch("7");
        assertThat(field("List-Unsubscribe").orElseThrow()).startsWith("<http://shop.example/");
        assertThat(field("List-Unsubscribe-Post")).isEmpty();
    }

    @Test
    void the_page_needs_no_panel_where_the_endpoints_are_mounted_alone() throws Exception {
        serve("public_url: https://shop.example");
        batch("7");
        HttpRouting.Builder routing = HttpRouting.builder();
        Hexadmin.configureNotifications(routing, server.hexadmin().notifications(), API);
        WebServer alone = WebServer.builder().port(0).routing(routing).build().start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI address = URI.create("http://127.0.0.1:" + alone.port() + link());
            HttpResponse<String> page =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body())
                    .contains("<h1>Unsubscribe</h1>")
                    .doesNotContain("/admin")
                    .doesNotContain("<script");
            HttpResponse<String> done = client.send(
                    HttpRequest.newBuilder(address)
                            .header("Content-Type", FORM)
                            .POST(HttpRequest.BodyPublishers.ofString(ONE_CLICK))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(done.statusCode()).isEqualTo(200);
        } finally {
            alone.stop();
        }
        assertThat(batch("7").path("status").asText()).isEqualTo("skipped");
    }
}
