package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hexadmin.bootstrap.wiring.Platform;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.PasswordCost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A whole server on a free port with one superuser, and a client that compares each response with the document. */
final class RunningServer implements AutoCloseable {
    static final String EMAIL = "root@example.com";
    static final String PASSWORD = "walnut-Kettle-39-riverbank";
    static final ObjectMapper JSON = JsonMapper.builder().build();

    /** Tests sign in more than a thousand times; at full cost, the hashes took half of their time. */
    private static final Platform CHEAP_PASSWORDS =
            new Platform(Optional.empty(), new PasswordCost(8, 1), Optional.empty(), Optional.empty());

    private final Hexadmin hexadmin;
    private final HttpClient client = HttpClient.newHttpClient();
    private final DocumentedAnswers answers;

    private RunningServer(Hexadmin hexadmin) {
        this.hexadmin = hexadmin;
        this.answers = new DocumentedAnswers(json(exchange("GET", "/openapi.json", "", "")));
    }

    static RunningServer start(DatabaseSettings database, UnaryOperator<Hexadmin.Builder> options) {
        RunningServer server = new RunningServer(running(database, options));
        var users = server.hexadmin.installation().identity().managingUsers();
        if (users.empty()) {
            users.createSuperuser(new Actor.Operator("test"), EMAIL, PASSWORD, "Root");
        }
        return server;
    }

    /** A server without users. */
    static RunningServer startEmpty(DatabaseSettings database) {
        return new RunningServer(running(database, builder -> builder));
    }

    private static Hexadmin running(DatabaseSettings database, UnaryOperator<Hexadmin.Builder> options) {
        Hexadmin.Builder builder = Hexadmin.builder()
                .platform(CHEAP_PASSWORDS)
                .setting("server.port", "0")
                .setting("sign_in_notices", "false") // tests sign in with a new device each time
                .setting("secret_key", "a secret of more than thirty-two characters");
        if (database instanceof DatabaseSettings.Given given) {
            given.transactions()
                    .ifPresentOrElse(
                            transactions -> builder.dataSource(given.source(), transactions),
                            () -> builder.dataSource(given.source()));
        } else {
            builder.setting("database.url", url(database));
        }
        if (!(database instanceof DatabaseSettings.Embedded)) {
            builder.setting(
                    "files.path", "target/files"); // without a folder of the database, not in the working directory
        }
        Hexadmin hexadmin = options.apply(builder).build();
        hexadmin.start();
        return hexadmin;
    }

    static String url(DatabaseSettings database) {
        return switch (database) {
            case DatabaseSettings.Embedded(var product, var file) -> "sqlite:" + file;
            case DatabaseSettings.Server server ->
                server.product().toLowerCase(Locale.ROOT) + "://" + server.user() + ":" + server.password() + "@"
                        + server.host() + ":" + server.port() + "/" + server.database();
            case DatabaseSettings.Given given -> throw new IllegalArgumentException(given + " has no URL");
        };
    }

    Hexadmin hexadmin() {
        return hexadmin;
    }

    URI uri(String path) {
        return URI.create(hexadmin.url() + path);
    }

    /** An access token of the superuser. */
    String token() {
        return token(EMAIL, PASSWORD);
    }

    String token(String email, String password) {
        String body = JSON.createObjectNode()
                .put("email", email)
                .put("password", password)
                .toString();
        return json(send("POST", "/api/auth/token", "", body))
                .path("access_token")
                .asText();
    }

    /** All answers so far. */
    DocumentedAnswers answers() {
        return answers;
    }

    /** One request; no body when it is empty, no token when that is. */
    HttpResponse<String> send(String method, String path, String token, String body, String... headers) {
        HttpResponse<String> answer = exchange(method, path, token, body, headers);
        answers.saw(method, path, answer);
        return answer;
    }

    /** The same for routes that are not documented, such as pages. */
    HttpResponse<String> exchange(String method, String path, String token, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A body as it came, in the coding that is asked for. */
    HttpResponse<byte[]> bytes(String path, String token, String acceptEncoding) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).header("Accept-Encoding", acceptEncoding);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(response.statusCode() + ": " + response.body(), e);
        }
    }

    /** Stops the server, and fails when a response was not documented. */
    @Override
    public void close() {
        hexadmin.close();
        client.close();
        assertThat(answers.undocumented()).as("answers that are not documented").isEmpty();
    }
}
