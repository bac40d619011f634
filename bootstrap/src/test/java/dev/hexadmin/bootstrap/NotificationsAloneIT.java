package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.testing.TestDatabases;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The notification endpoints on a server of the embedding program, without anything else. */
class NotificationsAloneIT {
    @TempDir
    private Path folder;

    @Test
    void they_are_mounted_alone_below_a_prefix_of_their_own() throws Exception {
        try (RunningServer hexadmin = RunningServer.start(TestDatabases.sqlite(folder), options -> options)) {
            HttpRouting.Builder routing =
                    HttpRouting.builder().get("/shop", (request, response) -> response.send("the program's own"));
            Hexadmin.configureNotifications(routing, hexadmin.hexadmin().notifications(), "/messages");
            WebServer server =
                    WebServer.builder().port(0).routing(routing).build().start();
            try {
                String root = "http://127.0.0.1:" + server.port();
                String token = hexadmin.token();
                assertThat(call(root + "/messages/send", "", "{\"user_id\":7,\"message\":\"x\"}")
                                .statusCode())
                        .isEqualTo(401);
                HttpResponse<String> sent =
                        call(root + "/messages/send", token, "{\"user_id\":7,\"message\":\"Hello\"}");
                assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
                assertThat(RunningServer.json(sent).at("/channels/0/status").asText())
                        .isEqualTo("sent");
                assertThat(call(root + "/messages/unread-count", token, "").statusCode())
                        .isEqualTo(200);
                assertThat(call(root + "/admin/api/admin_users/", token, "").statusCode())
                        .isEqualTo(404);
                assertThat(call(root + "/shop", "", "").body()).isEqualTo("the program's own");
                assertThatThrownBy(() -> Hexadmin.configureNotifications(
                                routing, hexadmin.hexadmin().notifications(), "messages"))
                        .isInstanceOf(IllegalArgumentException.class);
            } finally {
                server.stop();
            }
        }
    }

    private static HttpResponse<String> call(String url, String token, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
