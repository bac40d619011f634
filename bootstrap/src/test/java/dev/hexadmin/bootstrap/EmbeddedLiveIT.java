package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.live.EventReader;
import dev.hexadmin.testing.live.SocketClient;
import dev.hexadmin.testing.waiting.Waiting;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Live connections on a web server that belongs to the embedding program. */
class EmbeddedLiveIT {
    @Test
    void sockets_and_streams_work_on_the_programs_own_server(@TempDir Path folder) throws Exception {
        Hexadmin hexadmin = Hexadmin.builder()
                .setting("secret_key", "a secret of more than thirty-two characters")
                .setting("database.url", RunningServer.url(TestDatabases.sqlite(folder)))
                .build();
        hexadmin.installation()
                .identity()
                .managingUsers()
                .createSuperuser(new Actor.Operator("test"), RunningServer.EMAIL, RunningServer.PASSWORD, "Root");
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .shutdownHook(false)
                .protocolsDiscoverServices(false)
                .addConnectionSelector(Http1ConnectionSelector.builder()
                        .config(Http1Config.create())
                        .addUpgrader(hexadmin.upgrader())
                        .build())
                .routing(routing -> routing.register(hexadmin.routing()))
                .build()
                .start();
        String host = "127.0.0.1:" + server.port();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest signIn = HttpRequest.newBuilder(URI.create("http://" + host + "/api/auth/token"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"email\":\"" + RunningServer.EMAIL
                            + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}"))
                    .build();
            String token = RunningServer.json(http.send(signIn, HttpResponse.BodyHandlers.ofString()))
                    .path("access_token")
                    .asText();
            try (SocketClient socket =
                            SocketClient.open(URI.create("ws://" + host + "/api/notifications/ws?token=" + token));
                    EventReader reader =
                            new EventReader(URI.create("http://" + host + "/api/notifications/stream"), token)) {
                socket.next();
                reader.next();
                Recipient root = Recipient.builder("1").channels(Channel.IN_APP).build();
                hexadmin.notifications().notify(root, Message.of("", "hello"));
                assertThat(socket.next())
                        .contains("hello")
                        .isEqualTo(reader.next().data());
                hexadmin.stop();
                assertThat(socket.closeCode()).isEqualTo(1012);
                Waiting.until(reader::ended);
            }
        } finally {
            hexadmin.stop();
            server.stop();
        }
    }
}
