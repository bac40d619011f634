package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.testing.TestDatabases;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls every operation of the document with valid requests, and with requests for each documented error. The responses
 * are compared with the document by {@link RunningServer#close}.
 */
class DocumentedAnswersIT {
    private static final String KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324";
    private static final String BIG = "{\"name\":\"" + "x".repeat(1_100_000) + "\"}";
    private static final String DEEP = "{\"name\":" + "[".repeat(80) + "]".repeat(80) + "}";

    @TempDir
    Path folder;

    private final Set<Integer> statuses = new TreeSet<>();
    private RunningServer server;
    private String token = "";

    private HttpResponse<String> as(String who, String method, String path, String body, String... headers) {
        HttpResponse<String> answer = server.send(method, path, who, body, headers);
        statuses.add(answer.statusCode());
        return answer;
    }

    private HttpResponse<String> ask(String method, String path, String body, String... headers) {
        return as(token, method, path, body, headers);
    }

    private JsonNode ok(String method, String path, String body, String... headers) {
        HttpResponse<String> answer = ask(method, path, body, headers);
        assertThat(answer.statusCode())
                .as(method + " " + path + " " + answer.body())
                .isBetween(200, 299);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    @Test
    void every_operation_is_called_and_every_answer_is_documented() {
        try (RunningServer running = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.register(ModelDefinition.builder("shelves")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field(
                                        "name",
                                        FieldType.STRING,
                                        f -> f.required().unique().maxLength(80))
                                .searchFields(List.of("name"))
                                .display("{name}")
                                .comments(true)
                                .build())
                        .register(ModelDefinition.builder("books")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("name", FieldType.STRING, f -> f.required())
                                .field(
                                        "shelf_id",
                                        FieldType.REFERENCE,
                                        f -> f.to("shelves").onDelete(OnDelete.RESTRICT))
                                .requireIfMatch()
                                .build()))) {
            server = running;
            signIn();
            fixed();
            roles();
            savedViews();
            users();
            records();
            comments();
            for (String base : List.of("/api/notifications", "/api/notifications/notifications")) {
                notifications(base);
            }
            anyway();
            tooOften();
            assertThat(server.answers().notCalled()).isEmpty();
            assertThat(statuses)
                    .contains(200, 201, 204, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429);
        }
    }

    @Test
    void the_first_superuser_is_made_over_http() {
        try (RunningServer running = RunningServer.startEmpty(TestDatabases.sqlite(folder))) {
            server = running;
            String body =
                    "{\"token\":\"" + running.hexadmin().createSetupToken().orElseThrow()
                            + "\",\"email\":\"first@example.com\",\"password\":\"" + RunningServer.PASSWORD + "\"}";
            assertThat(as("", "POST", "/admin/api/setup", body.replace("first@", ""))
                            .statusCode())
                    .isEqualTo(422);
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> made = as("", "POST", "/admin/api/setup", body, "Idempotency-Key", KEY);
                assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            }
            assertThat(as("", "POST", "/admin/api/setup", body).statusCode()).isEqualTo(403);
            assertThat(running.token("first@example.com", RunningServer.PASSWORD))
                    .isNotEmpty();
        }
    }

    private void signIn() {
        String good = "{\"email\":\"" + RunningServer.EMAIL + "\",\"password\":\"" + RunningServer.PASSWORD + "\"}";
        for (String base : List.of("/admin/api/auth", "/api/auth")) {
            String path = base.equals("/api/auth") ? base + "/token" : base + "/login";
            JsonNode tokens = ok("POST", path, good, "Idempotency-Key", KEY);
            ok("POST", path, good, "Idempotency-Key", KEY);
            as("", "POST", path, good.replace("walnut", "peanut"));
            as("", "POST", path, "{\"email\":\"x\"}");
            as("", "POST", base + "/2fa/verify", "{\"temp_token\":\"no\",\"code\":\"123456\"}");
            as("", "POST", base + "/2fa/verify", "{}");
            String refresh =
                    "{\"refresh_token\":\"" + tokens.path("refresh_token").asText() + "\"}";
            ok("POST", base + "/refresh", refresh);
            as("", "POST", base + "/refresh", "{\"refresh_token\":\"unknown\"}");
            as("", "POST", base + "/refresh", "{\"refresh_token\":7}");
            token = tokens.path("access_token").asText();
            ok("GET", base + "/me", "");
            as("", "GET", base + "/me", "");
            as("nonsense", "GET", base + "/me", "");
            as("", "POST", base + "/logout", refresh);
            as("", "POST", base + "/logout", "{\"all\":true}");
        }
        setUpIsOver();
        token = server.token();
    }

    private void setUpIsOver() {
        as("", "POST", "/admin/api/setup", "{\"token\":\"x\",\"email\":\"a@b.example\",\"password\":\"y\"}");
        as("", "POST", "/admin/api/setup", "{}");
    }

    private void fixed() {
        HttpResponse<String> document = ask("GET", "/openapi.json", "");
        ask(
                "GET",
                "/openapi.json",
                "",
                "If-None-Match",
                document.headers().firstValue("ETag").orElseThrow());
        for (String path : List.of("", "/live", "/ready")) {
            ok("GET", "/observe/health" + path, "");
        }
        assertThat(ask("GET", "/observe/metrics", "").statusCode()).isEqualTo(200);
        ok("GET", "/admin/api/dashboard?period=7d", "");
        ask("GET", "/admin/api/dashboard?period=8d", "");
        as("", "GET", "/admin/api/dashboard", "");
        String layout = "/admin/api/dashboard/layout";
        ok("GET", layout, "");
        ok("PUT", layout, "{\"widgets\":[]}");
        ask("PUT", layout, "{\"widgets\":[{\"id\":\"none\"}]}");
        ok("DELETE", layout, "");
        ok("GET", "/admin/api/schema/", "");
        ok("GET", "/admin/api/schema/books/", "");
        ask("GET", "/admin/api/schema/none/", "");
        for (String path : List.of("/admin/api/search", "/admin/search/suggestions")) {
            ok("GET", path + "?q=book", "");
            ask("GET", path + "?q=" + "x".repeat(201), "");
            ask("GET", path + "?nope=1", "");
            as("", "GET", path + "?q=x", "");
        }
        ask("GET", "/admin/api/search?q=", "");
        ask("GET", "/admin/api/search?q=x&models=none", "");
        ask("GET", "/admin/api/search?q=x&limit=0", "");
    }

    private void roles() {
        String roles = "/admin/api/roles/";
        HttpResponse<String> created =
                ask("POST", roles, "{\"name\":\"Clerk\",\"permissions\":{\"books\":[\"view\"]}}");
        String one = "/admin/api/roles/" + RunningServer.json(created).path("id");
        ask("POST", roles, "{\"name\":\"Clerk\"}");
        ask("POST", roles, "{\"permissions\":1}");
        ask("POST", roles, "{\"name\":\"Dry\"}", "Prefer", "tx=rollback");
        ok("GET", roles, "");
        ask("GET", roles + "?page=0", "");
        String etag = ask("GET", one, "").headers().firstValue("ETag").orElseThrow();
        ask("GET", one, "", "If-None-Match", etag);
        ok("PATCH", one, "{\"description\":\"x\"}", "If-Match", etag);
        for (String method : List.of("PATCH", "PUT", "DELETE")) {
            String body = method.equals("DELETE") ? "" : "{\"name\":\"Clerk\",\"permissions\":{\"books\":[\"view\"]}}";
            ask(method, one, body, "If-Match", etag);
            ask(method, one, body, "If-Match", "nonsense");
            ask(method, one, body, "Prefer", "tx=rollback");
            ask(method, "/admin/api/roles/99999", body);
            ask(method, "/admin/api/roles/x", body);
        }
        ask("GET", "/admin/api/roles/99999", "");
        ask("PATCH", one, "{\"name\":\"Admin\"}");
        ask("PUT", one, "{\"nope\":1}");
        ok(
                "DELETE",
                "/admin/api/roles/" + ok("POST", roles, "{\"name\":\"Short\"}").path("id"),
                "");
        ok("PUT", one, "{\"name\":\"Clerk\",\"permissions\":{\"books\":[\"view\"]}}");
        ask("PATCH", one, "{\"nope\":1}");
        ask("PUT", one, "{\"name\":\"Admin\"}");
    }

    private void savedViews() {
        String views = "/admin/api/saved_views/";
        HttpResponse<String> created =
                ask("POST", views, "{\"model\":\"books\",\"name\":\"Mine\"}", "Idempotency-Key", KEY + "-view");
        ask("POST", views, "{\"model\":\"books\",\"name\":\"Mine\"}", "Idempotency-Key", KEY + "-view");
        String one = views + RunningServer.json(created).path("id");
        ask("POST", views, "{\"model\":\"books\",\"name\":\"Mine\"}");
        ask("POST", views, "{\"model\":1}");
        ask("POST", views, "{\"model\":\"books\",\"name\":\"Dry\"}", "Prefer", "tx=rollback");
        ok("POST", views, "{\"model\":\"books\",\"name\":\"Other\"}");
        ok("GET", views, "");
        ask("GET", views + "?page=0", "");
        as("", "GET", views, "");
        as("", "POST", views, "{}");
        String etag = ask("GET", one, "").headers().firstValue("ETag").orElseThrow();
        ask("GET", one, "", "If-None-Match", etag);
        as("", "GET", one, "");
        ok("PATCH", one, "{\"density\":\"compact\"}", "If-Match", etag);
        for (String method : List.of("PATCH", "PUT", "DELETE")) {
            String body = method.equals("DELETE") ? "" : "{\"name\":\"Mine\"}";
            ask(method, one, body, "If-Match", etag);
            ask(method, one, body, "If-Match", "nonsense");
            ask(method, one, body, "Prefer", "tx=rollback");
            ask(method, views + "99999", body);
            as("", method, one, body);
            if (!body.isEmpty()) {
                ask(method, one, "{\"name\":\"Other\"}");
                ask(method, one, "{\"nope\":1}");
                ok(method, one, body);
            }
        }
        ask("GET", views + "99999", "");
        ok(
                "DELETE",
                views
                        + ok("POST", views, "{\"model\":\"books\",\"name\":\"Short\"}")
                                .path("id"),
                "");
    }

    private void users() {
        String clerk = "{\"email\":\"clerk@example.com\",\"password\":\"harbour-Lantern-52-orchard\",\"roles\":["
                + ok("GET", "/admin/api/roles/?q=Clerk", "").at("/items/0/id") + "]}";
        ok("POST", "/admin/api/admin_users/", clerk);
        ask("POST", "/admin/api/admin_users/", clerk);
        ask(
                "DELETE",
                "/admin/api/roles/" + ok("GET", "/admin/api/roles/?q=Clerk", "").at("/items/0/id"),
                "");
        ask("DELETE", "/admin/api/admin_users/1", "");
        ask("PATCH", "/admin/api/admin_users/1", "{\"is_active\":false}");
        ok("PATCH", "/admin/api/admin_users/1", "{\"full_name\":\"R\"}");
        ask("PATCH", "/admin/api/admin_users/1", "{\"email\":\"clerk@example.com\"}");
        ask("PATCH", "/admin/api/admin_users/1", "{\"full_name\":\"S\"}", "If-Match", "\"old\"");
        String who = server.token("clerk@example.com", "harbour-Lantern-52-orchard");
        for (String model : server.answers().models()) {
            as(who, "GET", "/admin/api/" + model + "/", "");
            as(who, "GET", "/admin/api/" + model + "/1", "");
            as(who, "POST", "/admin/api/" + model + "/", "{}");
            as(who, "POST", "/admin/api/" + model + "/bulk", "{\"delete\":[1]}");
            as(who, "PUT", "/admin/api/" + model + "/1", "{}");
            as(who, "PATCH", "/admin/api/" + model + "/1", "{}");
            as(who, "DELETE", "/admin/api/" + model + "/1", "");
        }
        for (String method : List.of("GET", "PUT", "PATCH", "DELETE", "POST")) {
            String path = method.equals("POST") ? "/admin/api/roles/" : "/admin/api/roles/1";
            as(who, method, path, method.equals("GET") || method.equals("DELETE") ? "" : "{}");
        }
        as(who, "GET", "/admin/api/roles/", "");
        as(who, "GET", "/admin/api/schema/admin_users/", "");
        as(who, "GET", "/admin/api/search?q=x&models=shelves", "");
    }

    private void records() {
        for (String model : server.answers().models()) {
            String base = "/admin/api/" + model + "/";
            ok("GET", base, "");
            ask("GET", base + "?count=none&per_page=1&fields=id", "");
            ask("GET", base + "?page=0", "");
            ask("GET", base + "?cursor=x", "");
            ask("GET", base + "999999", "");
            ask("GET", base + "x%2Fy", "");
            ask("GET", base + "1?nope=1", "");
            for (String method : List.of("PUT", "PATCH", "DELETE")) {
                ask(method, base + "999999", method.equals("DELETE") ? "" : "{}");
            }
            ask("POST", base, "{\"nope\":1}");
            ask("POST", base, "[]");
            ask("POST", base, DEEP);
            ask("POST", base + "bulk", "{\"nope\":[]}");
            ask("POST", base + "bulk", "{}");
            ask("POST", base + "bulk", "{\"delete\":[999999]}");
        }
        String shelves = "/admin/api/shelves/";
        String books = "/admin/api/books/";
        HttpResponse<String> shelf = ask("POST", shelves, "{\"name\":\"One\"}", "Idempotency-Key", KEY);
        ask("POST", shelves, "{\"name\":\"One\"}", "Idempotency-Key", KEY);
        ask("POST", shelves, "{\"name\":\"Two\"}", "Idempotency-Key", KEY);
        ask("POST", shelves, "{\"name\":\"Two\"}", "Idempotency-Key", "a b");
        ask("POST", shelves, "{\"name\":\"One\"}");
        ask("POST", shelves, "{\"name\":\"Dry\"}", "Prefer", "tx=rollback");
        String one = RunningServer.json(shelf).path("id").asText();
        String etag = shelf.headers().firstValue("ETag").orElseThrow();
        ask("GET", shelves + one, "", "If-None-Match", etag);
        ok("PATCH", shelves + one, "{\"name\":\"1\"}", "Content-Type", "application/merge-patch+json");
        ok("PUT", shelves + one, "{\"name\":\"One\"}");
        ok("PUT", shelves + one, "{\"name\":\"Uno\"}", "If-Match", "*");
        for (String method : List.of("PUT", "PATCH", "DELETE")) {
            String body = method.equals("DELETE") ? "" : "{\"name\":\"x\"}";
            ask(method, shelves + one, body, "If-Match", etag);
            ask(method, shelves + one, body, "Prefer", "tx=rollback");
        }
        HttpResponse<String> book = ask("POST", books, "{\"name\":\"B\",\"shelf_id\":" + one + "}");
        String it = RunningServer.json(book).path("id").asText();
        ask("POST", books, "{\"name\":\"B\",\"shelf_id\":999}");
        ask(
                "GET",
                books + it,
                "",
                "If-None-Match",
                book.headers().firstValue("ETag").orElseThrow());
        ok("GET", books + it + "?expand=shelf_id", "");
        ok("PATCH", books + it, "{\"name\":\"C\"}", "If-Match", "*");
        ask("PATCH", books + it, "{\"name\":1}", "If-Match", "*");
        ask("PUT", books + it, "{\"nope\":1}", "If-Match", "*");
        for (String method : List.of("PUT", "PATCH", "DELETE")) {
            ask(method, books + it, method.equals("DELETE") ? "" : "{\"name\":\"x\",\"shelf_id\":" + one + "}");
            ask(method, books + it, method.equals("DELETE") ? "" : "{\"shelf_id\":999}", "If-Match", "\"old\"");
        }
        ask("PATCH", books + it, "{\"shelf_id\":999}", "If-Match", "*");
        ask("POST", books + "bulk", "{\"delete\":[" + it + "]}");
        ok("POST", shelves + "bulk", "{\"create\":[{\"name\":\"Three\"}]}", "Idempotency-Key", KEY + "b");
        ask("POST", shelves + "bulk", "{\"create\":[{\"name\":\"Three\"}]}");
        ask("DELETE", shelves + one, "");
        ask("DELETE", books + it, "", "If-Match", "*");
        ok("DELETE", shelves + one, "");
    }

    private void comments() {
        String shelf = ok("POST", "/admin/api/shelves/", "{\"name\":\"Discussed\"}")
                .path("id")
                .asText();
        String list = "/admin/api/shelves/" + shelf + "/comments/";
        String who = server.token("clerk@example.com", "harbour-Lantern-52-orchard");
        HttpResponse<String> written = ask("POST", list, "{\"text\":\"One\"}", "Idempotency-Key", KEY + "-comment");
        ask("POST", list, "{\"text\":\"One\"}", "Idempotency-Key", KEY + "-comment");
        String one = written.headers().firstValue("Location").orElseThrow();
        String etag = written.headers().firstValue("ETag").orElseThrow();
        String parent = RunningServer.json(written).path("id").asText();
        String reply = ok("POST", list, "{\"text\":\"Two\",\"parent_id\":" + parent + "}")
                .path("id")
                .asText();
        ask("POST", list, "{\"text\":\"Dry\"}", "Prefer", "tx=rollback");
        ask("POST", list, "{\"text\":7}");
        ask("POST", list, "{\"text\":\"x\",\"parent_id\":" + reply + "}");
        ok("GET", list, "");
        ok("GET", list + "mentions?q=r", "");
        ok("GET", one, "");
        ask("GET", one, "", "If-None-Match", etag);
        ok("PATCH", one, "{\"text\":\"1\"}", "If-Match", etag);
        ok("PATCH", one, "{\"text\":\"2\"}", "Content-Type", "application/merge-patch+json");
        ask("PATCH", one, "{\"text\":\"3\"}", "If-Match", etag);
        ask("PATCH", one, "{\"text\":\"3\"}", "Prefer", "tx=rollback");
        ask("PATCH", one, "{\"nope\":1}");
        ask("DELETE", one, "", "If-Match", etag);
        ask("DELETE", one, "", "Prefer", "tx=rollback");
        for (String path : List.of(list, list + "mentions", one)) {
            ask("GET", path + "?nope=1", "");
            ask("GET", path.replace("/" + shelf + "/", "/999999/"), "");
            as("", "GET", path, "");
            as(who, "GET", path, "");
        }
        for (String method : List.of("POST", "PATCH", "DELETE")) {
            String path = method.equals("POST") ? list : one;
            String body = method.equals("DELETE") ? "" : "{\"text\":\"x\"}";
            ask(method, path.replace("/" + shelf + "/", "/999999/"), body);
            as("", method, path, body);
            as(who, method, path, body);
        }
        ok("DELETE", one, "");
        ok("DELETE", "/admin/api/shelves/" + shelf, "");
    }

    private void notifications(String base) {
        String one = "{\"user_id\":1,\"message\":\"x\"}";
        String many = "{\"recipients\":[{\"user_id\":1},{\"user_id\":\"a\"}],\"message\":\"x\"}";
        String key = KEY + base.length();
        String who = server.token("clerk@example.com", "harbour-Lantern-52-orchard");
        for (String path : List.of("/send", "/send/batch")) {
            String body = path.equals("/send") ? one : many;
            ok("POST", base + path, body, "Idempotency-Key", key + path);
            ok("POST", base + path, body, "Idempotency-Key", key + path);
            ask("POST", base + path, body.replace("x", "y"), "Idempotency-Key", key + path);
            ok("POST", base + path, body, "Prefer", "tx=rollback");
            HttpResponse<String> accepted = ask("POST", base + path, body, "Prefer", "respond-async");
            assertThat(accepted.statusCode()).isEqualTo(202);
            String location = accepted.headers().firstValue("Location").orElseThrow();
            ok("GET", location.replace("/api/notifications", base), "");
            as(who, "GET", location.replace("/api/notifications", base), "");
            ask("GET", location.replace("/api/notifications", base) + "?x=1", "");
            as(who, "POST", base + path, body);
            ask("POST", base + path, "[]");
            ask("POST", base + path, DEEP);
        }
        ask("GET", base + "/deliveries/x", "");
        ask("GET", base + "/batches/x", "");
        String id = ok("GET", base + "/?limit=1", "").at("/items/0/id").asText();
        ask("GET", base + "/?limit=0", "");
        ok("GET", base + "/unread-count", "");
        ask("GET", base + "/unread-count?x=1", "");
        ok("PUT", base + "/" + id + "/read", "");
        ok("PUT", base + "/" + id + "/read", "{}", "Prefer", "tx=rollback");
        ask("PUT", base + "/" + id + "/read", "{\"x\":1}");
        ask("PUT", base + "/999999/read", "");
        ok("PUT", base + "/read-all", "");
        ask("PUT", base + "/read-all", "{\"x\":1}");
        ok("GET", base + "/preferences", "");
        ask("GET", base + "/preferences?x=1", "");
        ok("PUT", base + "/preferences", "{\"channel\":\"sms\",\"enabled\":true}");
        ok("PUT", base + "/preferences", "[{\"channel\":\"sms\",\"enabled\":true}]", "Prefer", "tx=rollback");
        ask("PUT", base + "/preferences", "{\"channel\":\"fax\",\"enabled\":true}");
        ok("GET", base + "/dead-letters", "");
        ask("GET", base + "/dead-letters?limit=0", "");
        as(who, "GET", base + "/dead-letters", "");
        ok("POST", base + "/dead-letters/retry", "{\"ids\":[1]}", "Idempotency-Key", key);
        ask("POST", base + "/dead-letters/retry", "{\"ids\":[2]}", "Idempotency-Key", key);
        as(who, "POST", base + "/dead-letters/retry", "{\"ids\":[1]}");
        ask("POST", base + "/dead-letters/1/retry", "");
        as(who, "POST", base + "/dead-letters/1/retry", "");
        String[] form = {"Content-Type", "application/x-www-form-urlencoded"};
        ask("POST", base + "/providers/none/report", "a=1", form);
        ask("POST", base + "/providers/none/report", "a=1&a=2", form);
        as("", "GET", base + "/unsubscribe?token=x", "");
        as("", "POST", base + "/unsubscribe?token=x", "List-Unsubscribe=One-Click", form);
        as("", "POST", base + "/unsubscribe?token=x", "a=1", form);
    }

    /** What any route may be asked. */
    private void anyway() {
        List<String> operations = new ArrayList<>(server.answers().operations());
        for (String operation : operations) {
            String method = operation.substring(0, operation.indexOf(' ')).toUpperCase(java.util.Locale.ROOT);
            String path = operation
                    .substring(operation.indexOf(' ') + 1)
                    .replaceAll("\\{[a-z]+}", "1")
                    .replace("/users/1/sessions", "/users/999/sessions"); // not the caller's own
            boolean body = !method.equals("GET") && !method.equals("DELETE");
            if (!path.endsWith("/logout")) {
                as("", method, path, body ? "{}" : "");
                as("nonsense", method, path, body ? "{}" : "");
            }
            ask(method, path, body ? "{}" : "", "Accept", "image/png");
            ask("TRACE", path, "");
            ask("OPTIONS", path, "");
            if (body) {
                ask(method, path, "{");
                ask(method, path, "{}", "Content-Type", "text/plain");
                ask(method, path, "{}", "Content-Encoding", "gzip");
                ask(method, path, BIG);
            } else if (method.equals("GET")) {
                ask("HEAD", path, "");
            } else {
                ask(method, path, "{}");
            }
        }
    }

    private void tooOften() {
        for (String base : List.of("/admin/api/auth", "/api/auth")) {
            for (int i = 0; i < 11; i++) {
                as(
                        "",
                        "POST",
                        base.equals("/api/auth") ? base + "/token" : base + "/login",
                        "{\"email\":\"nobody@example.com\",\"password\":\"x\"}");
            }
            for (int i = 0; i < 61; i++) {
                as("", "POST", base + "/refresh", "{\"refresh_token\":\"x\"}");
            }
            for (int i = 0; i < 31; i++) {
                as("", "POST", base + "/logout", "{\"refresh_token\":\"x\"}");
            }
        }
    }
}
