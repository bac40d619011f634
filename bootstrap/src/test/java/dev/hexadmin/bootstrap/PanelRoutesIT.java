package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.HttpAdapter.RouteLine;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Rules that hold for every page there is: taken from the route table, so that a new one cannot be forgotten. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PanelRoutesIT {
    /** Pages without sign-in, each with a check that another test covers. */
    private static final Set<String> OPEN = Set.of(
            "/admin/setup",
            "/admin/login",
            "/admin/login/language",
            "/admin/login/passkey",
            "/admin/verify-2fa",
            "/admin/verify-2fa/passkey",
            "/admin/login/forgotten",
            "/admin/login/reset",
            "/admin/login/invitation",
            "/admin/login/email",
            "/admin/oidc/{provider}/login",
            "/admin/oidc/{provider}/callback");

    /** Pages of the user's own account and of the layout: for all signed-in users. */
    private static final List<String> EVERYBODY = List.of(
            "/admin/theme",
            "/admin/logout",
            "/admin/saved_views",
            "/admin/dashboard",
            "/admin/profile",
            "/admin/notifications",
            "/admin/search",
            "/admin");

    private RunningServer server;
    private List<RouteLine> pages;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.register(ModelDefinition.builder("things")
                        .field("id", FieldType.INTEGER, field -> field.primaryKey())
                        .field("name", FieldType.STRING, field -> field.required())
                        .comments(true)
                        .build()));
        pages = server.hexadmin().routes().stream().filter(RouteLine::page).toList();
    }

    @AfterAll
    void close() {
        server.close();
    }

    private static String path(RouteLine route) {
        return route.template().replace("{model}", "things").replaceAll("[{][^}]+[}]", "1");
    }

    @Test
    void pages_are_below_the_path_of_the_panel_and_not_in_the_openapi_document() {
        assertThat(pages)
                .isNotEmpty()
                .allSatisfy(route -> assertThat(route.template()).startsWith("/admin"));
        String document = server.send("GET", "/openapi.json", "", "").body();
        assertThat(pages).allSatisfy(route -> assertThat(document).doesNotContain('"' + route.template() + '"'));
    }

    private List<String> segmentsAfter(String base) {
        return server.hexadmin().routes().stream()
                .map(RouteLine::template)
                .filter(template -> template.startsWith(base))
                .map(template -> template.substring(base.length()).split("/", 2)[0])
                .filter(segment -> !segment.startsWith("{"))
                .distinct()
                .toList();
    }

    @Test
    void every_name_that_a_route_takes_is_reserved() {
        for (String base : List.of("/admin/", "/admin/api/")) {
            assertThat(segmentsAfter(base)).isNotEmpty().allSatisfy(segment -> {
                if (segment.matches("[a-z][a-z0-9_]*")) { // else no model can have the name
                    assertThat(ModelDefinition.RESERVED).contains(segment);
                }
            });
        }
    }

    @Test
    void every_path_beside_those_of_records_is_no_key() {
        for (String base : List.of("/admin/{model}/", "/admin/api/{model}/")) {
            assertThat(RecordKey.RESERVED_SEGMENTS).containsAll(segmentsAfter(base));
        }
    }

    @Test
    void a_model_whose_name_a_route_takes_stops_the_start(@TempDir Path folder) {
        assertThatThrownBy(() -> RunningServer.start(
                        TestDatabases.sqlite(folder),
                        builder -> builder.setting("notifications_prefix", "/admin/news")
                                .register(ModelDefinition.builder("news")
                                        .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                        .build())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "models: news: this name is reserved, since the server has a route at /admin/news; use another"
                                + " and keep the table with 'table'");
    }

    @Test
    void unauthenticated_users_get_only_the_sign_in_page() {
        try (PanelVisitor unprivileged = new PanelVisitor(server)) {
            for (RouteLine route : pages) {
                if (OPEN.contains(route.template())) {
                    continue;
                }
                Page answer = route.method().equals("GET")
                        ? unprivileged.get(path(route))
                        : unprivileged.post(path(route), "a=b");
                assertThat(answer.status()).as(route.toString()).isEqualTo(303);
                assertThat(answer.header("Location"))
                        .as(route.toString())
                        .hasValueSatisfying(to -> assertThat(to).startsWith("/admin/login?next="));
            }
        }
    }

    @Test
    void a_program_with_an_access_token_gets_the_pages_too() {
        String token = server.token();
        for (RouteLine route : pages) {
            if (!route.method().equals("GET") || OPEN.contains(route.template())) {
                continue;
            }
            HttpResponse<String> answer = server.exchange("GET", path(route), token, "");
            assertThat(answer.statusCode()).as(route.toString()).isIn(200, 303, 404);
        }
        assertThat(server.exchange("GET", "/admin/things/", token, "").body())
                .contains("Signed in as")
                .contains(RunningServer.EMAIL);
        assertThat(server.exchange("GET", "/admin/things/", "no.such.token", "").statusCode())
                .isEqualTo(401);
    }

    @Test
    void every_route_that_changes_something_refuses_a_missing_a_foreign_and_an_expired_token() {
        try (PanelVisitor visitor = PanelVisitor.signedIn(server);
                PanelVisitor other = PanelVisitor.signedIn(server);
                PanelVisitor before = PanelVisitor.signedIn(server)) {
            String foreign = other.csrfToken();
            String expired = before.csrfToken();
            before.post("/admin/logout", "csrf_token=" + expired);
            for (RouteLine route : pages) {
                if (route.method().equals("GET") || OPEN.contains(route.template())) {
                    continue;
                }
                for (String body : List.of(
                        "", "csrf_token=", "csrf_token=" + foreign, "csrf_token=" + expired, "csrf_token=guess")) {
                    Page answer = visitor.post(path(route), body);
                    assertThat(answer.status()).as(route + " with " + body).isEqualTo(403);
                    assertThat(answer.text("h1")).as(route.toString()).isEqualTo("CSRF token missing or invalid");
                }
                assertThat(visitor.post(path(route), "csrf_token=" + visitor.csrfToken(), "X-CSRF-Token", foreign)
                                .status())
                        .as(route.toString())
                        .isEqualTo(403);
            }
            assertThat(visitor.get("/admin/login").status())
                    .as("still signed in")
                    .isEqualTo(303);
        }
    }

    @Test
    void every_route_refuses_a_user_without_any_right() {
        server.send(
                "POST",
                "/admin/api/admin_users",
                server.token(),
                "{\"email\":\"nobody@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\"}");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, "nobody@example.com", RunningServer.PASSWORD)) {
            String token = visitor.csrfToken();
            for (RouteLine route : pages) {
                if (OPEN.contains(route.template())
                        || EVERYBODY.stream()
                                .anyMatch(one -> route.template().equals(one)
                                        || (!one.equals("/admin")
                                                && route.template().startsWith(one + "/")))) {
                    continue;
                }
                Page answer = route.method().equals("GET")
                        ? visitor.get(path(route))
                        : visitor.post(path(route), "csrf_token=" + token);
                assertThat(answer.status()).as(route.toString()).isEqualTo(403);
            }
        }
    }
}
