package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.TestDatabases;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A script of another site uses the API in Chromium. Skipped where Chromium is not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherSiteInBrowserIT {
    private static final String SCRIPT = """
        async ({ api, email, password }) => {
          const json = { 'Content-Type': 'application/json' };
          const pair = await (await fetch(api + '/api/auth/token',
              { method: 'POST', headers: json, body: JSON.stringify({ email, password }) })).json();
          const bearer = { Authorization: `Bearer ${pair.access_token}` };
          const books = api + '/admin/api/books/';
          const created = await fetch(books, { method: 'POST', headers: { ...json, ...bearer, 'Idempotency-Key': 'a' },
              body: JSON.stringify({ title: 'Emma' }) });
          const book = api + created.headers.get('Location');
          const etag = created.headers.get('ETag');
          const changed = await fetch(book, { method: 'PATCH', headers: { ...json, ...bearer, 'If-Match': etag },
              body: JSON.stringify({ title: 'Persuasion' }) });
          const stale = await fetch(book, { method: 'DELETE', headers: { ...bearer, 'If-Match': etag } });
          const listed = await fetch(books + '?per_page=1', { headers: bearer });
          const anonymous = await fetch(books);
          const stream = await fetch(api + '/api/notifications/stream', { headers: { ...bearer, 'Last-Event-ID': '0' } });
          const first = new TextDecoder().decode((await stream.body.getReader().read()).value);
          return [created.status, changed.status, (await stale.json()).code, listed.headers.has('Link'),
              anonymous.status + ' ' + (await anonymous.json()).code, anonymous.headers.get('WWW-Authenticate'),
              first.split('\\n')[0]];
        }
        """;

    private WebServer site;
    private RunningServer server;
    private BrowserWindow window;

    @BeforeAll
    void open(@TempDir Path folder) {
        assumeTrue(BrowserWindow.chromium().isPresent(), "there is no Chromium on this machine");
        site = WebServer.builder()
                .host("127.0.0.1")
                .shutdownHook(false)
                .routing(routing -> routing.get(
                        "/",
                        (request, response) -> response.header(HeaderNames.CONTENT_TYPE, "text/html")
                                .send("A site")))
                .build()
                .start();
        server = RunningServer.start(
                TestDatabases.sqlite(folder),
                builder -> builder.set(Setting.CORS_ORIGINS, List.of(origin("127.0.0.1")))
                        .register(ModelDefinition.builder("books")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("title", FieldType.STRING)
                                .build()));
        window = BrowserWindow.open();
    }

    @AfterAll
    void close() {
        if (window != null) {
            window.close();
        }
        if (server != null) {
            server.close();
        }
        if (site != null) {
            site.stop();
        }
    }

    private String origin(String host) {
        return "http://" + host + ":" + site.port();
    }

    private Object run(String from) {
        Page page = window.visitor(server, true, false, 1280);
        page.navigate(from + "/");
        return page.evaluate(
                SCRIPT,
                Map.of(
                        "api",
                        server.uri("").toString(),
                        "email",
                        RunningServer.EMAIL,
                        "password",
                        RunningServer.PASSWORD));
    }

    @Test
    void a_script_of_an_allowed_site_signs_in_changes_records_and_reads_headers_problems_and_events() {
        assertThat(run(origin("127.0.0.1")))
                .isEqualTo(
                        List.of(201, 200, "precondition_failed", true, "401 unauthenticated", "Bearer", ": connected"));
    }

    @Test
    void a_script_of_another_site_reads_nothing() {
        Page page = window.visitor(server, true, false, 1280);
        page.navigate(origin("localhost") + "/");
        assertThat(page.evaluate(
                        "api => fetch(api + '/observe/health').then(r => r.status, e => e.name)",
                        server.uri("").toString()))
                .isEqualTo("TypeError");
    }
}
