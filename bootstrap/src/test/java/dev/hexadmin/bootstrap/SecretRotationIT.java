package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.bootstrap.PanelVisitor.Filled;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server is started again with a new secret key, and the old one among the previous keys. */
class SecretRotationIT {
    private static final String OLD = "the first secret of thirty-two characters";
    private static final String NEW = "the second secret of thirty-two characters";

    private static final String ROLES = "/admin/api/roles/";
    private static final String AUDIT = "/admin/api/admin_audit_log/?per_page=1";

    @TempDir
    private Path folder;

    private DatabaseSettings database;

    @BeforeEach
    void choose() {
        database = TestDatabases.sqlite(folder);
    }

    private RunningServer serve(String secret, String previous) {
        return RunningServer.start(
                database, options -> options.setting("secret_key", secret).setting("previous_secret_keys", previous));
    }

    private static SettingUpSecondFactor secondFactor(RunningServer server) {
        return server.hexadmin().installation().identity().accounts().secondFactor();
    }

    private static String code(RunningServer server, String secret, long step) {
        return server.hexadmin().installation().persistence().oneTimeCodes().code(Base32.decode(secret), step);
    }

    private static int signIn(RunningServer server, String code) {
        String body = RunningServer.JSON
                .createObjectNode()
                .put("email", RunningServer.EMAIL)
                .put("password", RunningServer.PASSWORD)
                .put("code", code)
                .toString();
        return server.send("POST", "/api/auth/token", "", body).statusCode();
    }

    @Test
    void second_factors_work_with_the_old_secret_and_are_encrypted_again_with_the_new_one() {
        long now;
        String secret;
        List<String> backup;
        try (RunningServer server = serve(OLD, "")) {
            var account = server.hexadmin()
                    .installation()
                    .identity()
                    .managingUsers()
                    .list(new Actor.Operator("test"))
                    .getFirst();
            Actor.SignedIn root = new Actor.SignedIn(account.id(), account.email(), Rights.ALL, Actor.Origin.LOCAL);
            secret = secondFactor(server).begin(root).base32();
            now = Instant.now().getEpochSecond() / 30;
            backup = secondFactor(server).confirm(root, RunningServer.PASSWORD, code(server, secret, now - 1));
        }
        try (RunningServer server = serve(NEW, OLD)) {
            assertThat(signIn(server, backup.getFirst())).isEqualTo(200);
            assertThat(signIn(server, code(server, secret, now))).isEqualTo(200);
        }
        try (RunningServer server = serve(NEW, "")) {
            assertThat(signIn(server, backup.get(1))).isEqualTo(401);
            assertThat(signIn(server, code(server, secret, now + 1))).isEqualTo(200);
        }
    }

    @Test
    void open_forms_cursors_tokens_and_keys_of_requests_stay_valid() {
        String token;
        String cursor;
        String session;
        Filled form;
        try (RunningServer server = serve(OLD, "");
                PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            token = server.token();
            create(server, token, "Readers");
            cursor = RunningServer.json(server.send("GET", AUDIT, token, ""))
                    .path("next_cursor")
                    .asText();
            form = visitor.get("/admin/profile/password").form();
            session = visitor.cookie("admin_session").orElseThrow();
        }
        try (RunningServer server = serve(NEW, OLD)) {
            HttpResponse<String> next = server.send("GET", AUDIT + "&cursor=" + cursor, token, "");
            assertThat(next.statusCode()).as(next.body()).isEqualTo(200);
            assertThat(create(server, token, "Readers").headers().firstValue("Idempotent-Replayed"))
                    .contains("true");
            HttpResponse<String> sent = server.exchange(
                    "POST",
                    URI.create(form.action()).getRawPath(),
                    "",
                    form.encoded(),
                    "Content-Type",
                    "application/x-www-form-urlencoded",
                    "Cookie",
                    "admin_session=" + session);
            assertThat(sent.statusCode()).as("the fields are empty").isEqualTo(422);
        }
    }

    private static HttpResponse<String> create(RunningServer server, String token, String name) {
        return server.send("POST", ROLES, token, "{\"name\":\"" + name + "\"}", "Idempotency-Key", "create-" + name);
    }
}
