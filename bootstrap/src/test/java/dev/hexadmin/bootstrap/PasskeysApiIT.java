package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.passkeys.SoftAuthenticator;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passkeys over the JSON API, as a front end of its own uses them. */
class PasskeysApiIT {
    private static final String BASE = "/api/auth/passkeys";
    private static final String CONFIRMED = "{\"current_password\":\"" + RunningServer.PASSWORD + "\"}";

    @TempDir
    Path folder;

    private final SoftAuthenticator device = new SoftAuthenticator("example.com", "https://app.example.com");
    private RunningServer server;
    private String token;

    @BeforeEach
    void open() {
        server = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.setting("public_url", "https://admin.example.com")
                        .setting("passkeys.rp_id", "example.com")
                        .setting("passkeys.origins", "https://app.example.com"));
        token = server.token();
    }

    @AfterEach
    void close() {
        assertThat(server.answers().undocumented()).isEmpty();
        server.close();
    }

    private JsonNode api(int status, String method, String path, String bearer, String body) {
        HttpResponse<String> answer = server.send(method, path, bearer, body);
        assertThat(answer.statusCode())
                .as(method + " " + path + " " + answer.body())
                .isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    private static String error(JsonNode problem) {
        return problem.at("/errors/0/pointer").asText() + " "
                + problem.at("/errors/0/code").asText();
    }

    private JsonNode register(String base) {
        JsonNode options = api(200, "POST", base + "/options", token, CONFIRMED);
        JsonNode publicKey = options.path("public_key");
        assertThat(publicKey.at("/rp/id").asText()).isEqualTo("example.com");
        assertThat(publicKey.at("/authenticatorSelection/userVerification").asText())
                .isEqualTo("required");
        return api(
                201,
                "POST",
                base,
                token,
                "{\"name\":\"Phone\",\"ticket\":\"%s\",\"credential\":%s}"
                        .formatted(
                                options.path("ticket").asText(),
                                device.create(
                                        publicKey.path("challenge").asText(),
                                        publicKey.at("/user/id").asText())));
    }

    private String signIn(JsonNode options, String more) {
        return "{\"ticket\":\"%s\",\"credential\":%s%s}"
                .formatted(
                        options.path("ticket").asText(),
                        device.get(options.at("/public_key/challenge").asText()),
                        more);
    }

    @ParameterizedTest
    @ValueSource(strings = {BASE, "/admin/api/auth/passkeys"})
    void a_front_end_adds_a_passkey_and_signs_in_with_it(String base) {
        JsonNode added = register(base);
        assertThat(added.path("backup_codes")).hasSize(10);
        assertThat(added.at("/passkey/name").asText()).isEqualTo("Phone");
        JsonNode list = api(200, "GET", base, token, "");
        assertThat(list.path("items")).hasSize(1);
        assertThat(list.path("backup_codes_left").asInt()).isEqualTo(10);
        assertThat(list.toString()).doesNotContain(device.id());

        device.signCount++;
        JsonNode options = api(200, "POST", base + "/sign-in/options", "", "");
        assertThat(options.at("/public_key/rpId").asText()).isEqualTo("example.com");
        assertThat(options.at("/public_key/allowCredentials")).isEmpty();
        JsonNode tokens = api(200, "POST", base + "/sign-in", "", signIn(options, ""));
        assertThat(api(200, "GET", "/api/auth/me", tokens.path("access_token").asText(), "")
                        .path("email")
                        .asText())
                .isEqualTo(RunningServer.EMAIL);
        api(
                200,
                "POST",
                "/api/auth/refresh",
                "",
                "{\"refresh_token\":\"%s\"}"
                        .formatted(tokens.path("refresh_token").asText()));
    }

    @Test
    void the_passkey_is_the_second_step_after_the_password() {
        register(BASE);
        String credentials =
                "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(RunningServer.EMAIL, RunningServer.PASSWORD);
        JsonNode needed = api(200, "POST", "/api/auth/token", "", credentials);
        assertThat(needed.path("requires_2fa").asBoolean()).isTrue();
        assertThat(needed.path("methods").toString()).isEqualTo("[\"passkey\",\"backup_code\"]");
        String temporary = needed.path("temp_token").asText();
        JsonNode options = api(200, "POST", BASE + "/sign-in/options", "", "{\"temp_token\":\"" + temporary + "\"}");
        assertThat(options.at("/public_key/allowCredentials/0/id").asText()).isEqualTo(device.id());
        assertThat(options.at("/public_key/userVerification").asText()).isEqualTo("preferred");
        device.signCount++;
        device.verifies = false;
        String body = signIn(options, ",\"temp_token\":\"" + temporary + "\"");
        assertThat(api(200, "POST", BASE + "/sign-in", "", body)
                        .path("access_token")
                        .asText())
                .isNotEmpty();
        assertThat(api(401, "POST", BASE + "/sign-in", "", body).path("code").asText())
                .isIn("passkey_rejected", "passkey_ticket_expired");
        assertThat(api(401, "POST", BASE + "/sign-in/options", "", "{\"temp_token\":\"" + temporary + "\"}")
                        .path("code")
                        .asText())
                .isEqualTo("invalid_credentials");
    }

    @Test
    void what_is_wrong_is_named() {
        assertThat(error(api(422, "POST", BASE + "/options", token, "{\"current_password\":\"wrong\"}")))
                .isEqualTo("/current_password wrong_password");
        assertThat(error(api(422, "POST", BASE + "/options", token, "{}"))).isEqualTo("/current_password required");
        assertThat(error(api(422, "POST", BASE, token, "{\"name\":\"a\",\"ticket\":\"t\"}")))
                .isEqualTo("/credential required");
        assertThat(error(api(422, "POST", BASE, token, "{\"name\":\"a\",\"ticket\":\"t\",\"credential\":\"{}\"}")))
                .isEqualTo("/credential type");
        assertThat(error(api(422, "POST", BASE, token, "{\"name\":\"a\",\"ticket\":\"t\",\"credential\":{}}")))
                .isEqualTo("/ticket expired");
        JsonNode options = api(200, "POST", BASE + "/options", token, CONFIRMED);
        String ticket = options.path("ticket").asText();
        assertThat(error(api(
                        422,
                        "POST",
                        BASE,
                        token,
                        "{\"name\":\"a\",\"ticket\":\"" + ticket + "\",\"credential\":{\"id\":[]}}")))
                .isEqualTo("/credential invalid_credential");
        assertThat(error(api(422, "POST", BASE + "/sign-in", "", "{\"ticket\":\"t\",\"credential\":{},\"x\":1}")))
                .isEqualTo("/x unknown_field");
        assertThat(api(401, "POST", BASE + "/sign-in", "", "{\"ticket\":\"t\",\"credential\":{}}")
                        .path("code")
                        .asText())
                .isEqualTo("passkey_ticket_expired");
        api(401, "GET", BASE, "", "");
        api(404, "PATCH", BASE + "/1", token, "{\"name\":\"a\"}");
        api(404, "POST", BASE + "/x/remove", token, CONFIRMED);
    }

    @Test
    void failures_are_counted_per_address() {
        register(BASE);
        for (int i = 0; i < 10; i++) {
            JsonNode options = api(200, "POST", BASE + "/sign-in/options", "", "{}");
            device.signCount = 0;
            assertThat(api(401, "POST", BASE + "/sign-in", "", signIn(options, ""))
                            .path("code")
                            .asText())
                    .isEqualTo("passkey_rejected");
        }
        JsonNode refused = api(429, "POST", BASE + "/sign-in", "", "{\"ticket\":\"t\",\"credential\":{}}");
        assertThat(refused.path("code").asText()).isEqualTo("rate_limited");
    }

    @Test
    void a_passkey_is_renamed_and_removed() {
        long id = register(BASE).at("/passkey/id").asLong();
        assertThat(api(200, "PATCH", BASE + "/" + id, token, "{\"name\":\"Old phone\"}")
                        .path("name")
                        .asText())
                .isEqualTo("Old phone");
        assertThat(error(api(422, "PATCH", BASE + "/" + id, token, "{\"name\":\"%s\"}".formatted("x".repeat(81)))))
                .isEqualTo("/name max_length");
        assertThat(error(api(422, "POST", BASE + "/" + id + "/remove", token, "{\"current_password\":\"wrong\"}")))
                .isEqualTo("/current_password wrong_password");
        api(204, "POST", BASE + "/" + id + "/remove", token, CONFIRMED);
        assertThat(api(200, "GET", BASE, token, "").path("items")).isEmpty();
        assertThat(server.token()).isNotEmpty();
    }

    @Test
    void a_server_without_a_public_address_says_that_it_has_no_passkeys(@TempDir Path other) {
        try (RunningServer plain = RunningServer.start(TestDatabases.sqlite(other), builder -> builder)) {
            HttpResponse<String> answer = plain.send("POST", BASE + "/options", plain.token(), CONFIRMED);
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(RunningServer.json(answer).path("code").asText()).isEqualTo("passkeys_unavailable");
        }
    }
}
