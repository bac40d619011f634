package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.messages.Mailbox;
import dev.hexadmin.testing.waiting.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notifications about comments by mail. */
class CommentMailIT {
    @Test
    void a_mentioned_user_who_wants_mail_gets_one_with_a_link(@TempDir Path folder) throws IOException {
        try (Mailbox mailbox = new Mailbox()) {
            Path file = folder.resolve("hexadmin.yaml");
            byte[] mark;
            try (InputStream png = Setting.class.getResourceAsStream("wiring/mark.png")) {
                mark = Objects.requireNonNull(png).readAllBytes();
            }
            Files.write(folder.resolve("mark.png"), mark);
            var smtp = RunningServer.JSON.createObjectNode();
            mailbox.settings().forEach(smtp::put);
            Files.writeString(file, """
                public_url: https://panel.example/
                branding: { name: Fir & Fern, accent: "#0b7a5b", mark_mail: mark.png }
                notifications:
                  default_channels: [email]
                  email: { smtp: %s }
                """.formatted(smtp));
            try (RunningServer server = RunningServer.start(
                    TestDatabases.migratedSqlite(folder),
                    options -> options.folder(folder)
                            .configuration(file)
                            .register(ModelDefinition.builder("orders")
                                    .label("Order")
                                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                                    .field("number", FieldType.STRING)
                                    .display("{number}")
                                    .comments(true)
                                    .build()))) {
                String root = server.token();
                String role =
                        created(server, root, "roles/", "{\"name\":\"R\",\"permissions\":{\"orders\":[\"view\"]}}");
                for (String user : new String[] {"ada", "bob"}) {
                    created(
                            server,
                            root,
                            "admin_users/",
                            "{\"email\":\"" + user + "@example.com\",\"password\":\"" + RunningServer.PASSWORD
                                    + "\",\"roles\":[" + role + "]}");
                }
                String bob = server.token("bob@example.com", RunningServer.PASSWORD);
                server.send("PUT", "/api/notifications/preferences", bob, "{\"channel\":\"email\",\"enabled\":false}");
                String order = created(server, root, "orders/", "{\"number\":\"A-17\"}");
                String comment = created(
                        server, root, "orders/" + order + "/comments/", "{\"text\":\"@bob @ada <b>look</b>\\nhere\"}");
                Waiting.until(() -> !mailbox.mails().isEmpty());
                Mailbox.Mail mail = mailbox.mails().getFirst();
                assertThat(mail.to()).isEqualTo("ada@example.com");
                assertThat(mail.subject()).isEqualTo("Root mentioned you on Order A-17");
                String link = "https://panel.example/admin/orders/" + order + "/comments/" + comment;
                assertThat(mail.texts().get("text/plain"))
                        .isEqualTo("Root mentioned you on Order A-17\n\n> @bob @ada <b>look</b>\n> here\n\n" + link);
                assertThat(mail.texts().get("text/html"))
                        .contains("&lt;b&gt;look&lt;/b&gt;<br>")
                        .contains("<a href=\"" + link + "\" style=")
                        .contains("background-color:#0b7a5b;color:#ffffff")
                        .contains("<img src=\"cid:mark\" alt=\"\"")
                        .contains("Fir &amp; Fern</p>");
                assertThat(mail.images()).containsOnlyKeys("<mark>");
                assertThat(mail.images().get("<mark>")).isEqualTo(mark);
                for (String user : new String[] {"ada", "bob"}) {
                    HttpResponse<String> inbox = server.send(
                            "GET",
                            "/api/notifications/unread-count",
                            server.token(user + "@example.com", RunningServer.PASSWORD),
                            "");
                    assertThat(inbox.body()).isEqualTo("{\"count\":1}");
                }
                assertThat(mailbox.mails()).hasSize(1);
            }
        }
    }

    private static String created(RunningServer server, String token, String path, String body) {
        HttpResponse<String> answer = server.send("POST", "/admin/api/" + path, token, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RunningServer.json(answer).path("id").asText();
    }
}
