package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in to the panel and out of it. */
abstract class PanelSignInContract {
    @TempDir
    Path folder;

    RunningServer server;
    PanelVisitor visitor;

    abstract DatabaseSettings database(Path folder);

    @BeforeEach
    void open() {
        server = RunningServer.start(database(folder), builder -> builder.setting("environment", "rehearsal <1>"));
        visitor = new PanelVisitor(server);
    }

    @AfterEach
    void close() {
        visitor.close();
        server.close();
    }

    private Page signIn(String email, String password) {
        return visitor.get("/admin/login")
                .form()
                .set("email", email)
                .set("password", password)
                .send();
    }

    @Test
    void unauthenticated_users_are_redirected_to_the_sign_in_and_back() {
        Page led = visitor.get("/admin/nothing/1?a=b%20c");
        assertThat(led.status()).isEqualTo(303);
        assertThat(led.header("Location")).contains("/admin/login?next=%2Fadmin%2Fnothing%2F1%3Fa%3Db%2Bc");
        Page asked = visitor.post("/admin/theme", "theme=dark");
        assertThat(asked.status()).isEqualTo(303);
        assertThat(asked.header("Location")).contains("/admin/login?next=%2Fadmin");
        Page form = asked.follow();
        assertThat(form.status()).isEqualTo(200);
        Page entered = form.form()
                .set("email", RunningServer.EMAIL)
                .set("password", RunningServer.PASSWORD)
                .send();
        assertThat(entered.status()).isEqualTo(303);
        assertThat(entered.header("Location")).contains("/admin");
        assertThat(entered.answer().headers().allValues("Set-Cookie"))
                .anySatisfy(cookie ->
                        assertThat(cookie).startsWith("admin_session=").contains("HttpOnly", "SameSite=Lax", "Path=/"));
        assertThat(visitor.get("/admin/login").status()).isEqualTo(303);
    }

    @Test
    void a_script_without_a_session_gets_no_sign_in_form() {
        for (Page answer : List.of(
                visitor.get("/admin/admin_users/", "Sec-Fetch-Dest", "empty"),
                visitor.post(
                        "/admin/admin_users/create/check",
                        "form.resumable=1&email=a%40example.com",
                        "Sec-Fetch-Dest",
                        "empty"))) {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("Set-Cookie")).isEmpty();
            assertThat(answer.document().select("[name=password]")).isEmpty();
        }
    }

    @Test
    void next_leads_nowhere_else() {
        for (String elsewhere :
                new String[] {"https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""
                }) {
            try (PanelVisitor one = new PanelVisitor(server)) {
                Page entered = one.get("/admin/login")
                        .form()
                        .set("email", RunningServer.EMAIL)
                        .set("password", RunningServer.PASSWORD)
                        .set("next", elsewhere)
                        .send();
                assertThat(entered.header("Location")).as(elsewhere).contains("/admin");
            }
        }
    }

    @Test
    void a_wrong_password_says_so_and_keeps_the_address_and_nothing_else() {
        Page wrong = signIn("who@example.com", "not-this-one");
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.text("[role=alert]")).contains("wrong");
        assertThat(wrong.document().select("#email").val()).isEqualTo("who@example.com");
        assertThat(wrong.body()).doesNotContain("not-this-one");
        assertThat(visitor.cookie("admin_session")).isEmpty();
    }

    @Test
    void after_five_failures_the_page_says_how_long_to_wait() {
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("who@example.com", "wrong-" + i).status()).isEqualTo(401);
        }
        Page refused = signIn(RunningServer.EMAIL, RunningServer.PASSWORD);
        assertThat(refused.status()).isEqualTo(429);
        String seconds = refused.header("Retry-After").orElseThrow();
        assertThat(refused.text("[role=alert]")).contains(seconds + " seconds");
        assertThat(refused.header("RateLimit-Policy")).contains("\"panel-sign-in\";q=5;w=900");
    }

    @Test
    void the_sign_in_refuses_a_form_it_did_not_serve() {
        String fields = "email=" + RunningServer.EMAIL + "&password=" + RunningServer.PASSWORD;
        assertThat(visitor.post("/admin/login", fields).status()).isEqualTo(403);
        assertThat(visitor.post("/admin/login", fields + "&csrf_token=guess").status())
                .isEqualTo(403);
        visitor.get("/admin/login");
        assertThat(visitor.post("/admin/login", fields + "&csrf_token=guess").status())
                .isEqualTo(403);
        try (PanelVisitor other = new PanelVisitor(server)) {
            String token =
                    other.get("/admin/login").form().fields().get("csrf_token").getFirst();
            assertThat(visitor.post("/admin/login", fields + "&csrf_token=" + token)
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void signing_out_ends_the_session_on_the_server() {
        signIn(RunningServer.EMAIL, RunningServer.PASSWORD);
        String session = visitor.cookie("admin_session").orElseThrow();
        String token = visitor.csrfToken();
        assertThat(token).isNotEmpty();
        assertThat(server.send("GET", "/api/auth/me", "", "", "Cookie", "admin_session=" + session)
                        .statusCode())
                .isEqualTo(200);
        Page out = visitor.post("/admin/logout", "csrf_token=" + token);
        assertThat(out.status()).isEqualTo(303);
        assertThat(out.follow().text(".notice")).isEqualTo("You are signed out.");
        assertThat(visitor.get("/admin/login").text(".notice")).isEmpty();
        assertThat(server.send("GET", "/api/auth/me", "", "", "Cookie", "admin_session=" + session)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_session_on_json_routes_needs_its_token_to_change_something() {
        signIn(RunningServer.EMAIL, RunningServer.PASSWORD);
        String session = "admin_session=" + visitor.cookie("admin_session").orElseThrow();
        String role = "{\"name\":\"Made by cookie\"}";
        assertThat(server.send("POST", "/admin/api/roles", "", role, "Cookie", session)
                        .statusCode())
                .isEqualTo(403);
        assertThat(server.send(
                                "POST",
                                "/admin/api/roles",
                                "",
                                role,
                                "Cookie",
                                session,
                                "X-CSRF-Token",
                                visitor.csrfToken())
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void a_new_password_ends_the_sessions() {
        signIn(RunningServer.EMAIL, RunningServer.PASSWORD);
        assertThat(visitor.get("/admin/login").status()).isEqualTo(303);
        server.hexadmin()
                .installation()
                .identity()
                .managingUsers()
                .changePassword(
                        new dev.hexadmin.domain.access.Actor.Operator("test"),
                        RunningServer.EMAIL,
                        "another-Kettle-40-riverbank");
        assertThat(visitor.get("/admin/login").status()).isEqualTo(200);
    }

    @Test
    void pages_have_a_strict_policy_and_nothing_from_elsewhere() {
        Page page = visitor.get("/admin/login");
        assertThat(page.header("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .startsWith("default-src 'none'")
                        .doesNotContain("unsafe", "data:", "http", "*"));
        assertThat(page.document().select("script:not([src]), style, [style]")).isEmpty();
        assertThat(page.document().select("[src], link[href]").stream()
                        .map(element -> element.attr("src") + element.attr("href")))
                .allMatch(address -> address.startsWith("/admin/static/"))
                .hasSizeGreaterThan(2);
        assertThat(page.body()).contains("rehearsal &lt;1&gt;").doesNotContain("rehearsal <1>");
    }

    @Test
    void static_files_may_be_cached_for_ever_because_their_path_contains_a_digest() {
        String sheet = visitor.get("/admin/login")
                .document()
                .select("link[rel=stylesheet]")
                .attr("href");
        Page file = visitor.get(sheet);
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Cache-Control")).contains("public, max-age=31536000, immutable");
        assertThat(visitor.get(sheet.replace("panel.css", "nothing.css")).status())
                .isEqualTo(404);
        assertThat(visitor.get(sheet.replaceAll("static/[0-9a-f]+", "static/0000"))
                        .status())
                .isEqualTo(404);
    }
}
