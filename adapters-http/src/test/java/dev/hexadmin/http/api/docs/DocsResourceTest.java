package dev.hexadmin.http.api.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.http.openapi.CannedRequestContext;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.server.problem.ProblemCatalogue;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class DocsResourceTest {
    private final List<Route> routes = new DocsResource(HttpSettings.Visibility.PUBLIC, "Fir & Fern").routes();

    private Response get(String path, Map<String, String> headers) {
        return CannedRequestContext.get(routes, CannedRequestContext.anonymous(), path, Map.of(), headers);
    }

    private String page() {
        return text(get("/docs/", Map.of()));
    }

    private static String text(Response answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static List<String> links(String html) {
        List<String> links = new ArrayList<>();
        Matcher matcher = Pattern.compile("(?:src|href)=\"([^\"]*)\"").matcher(html);
        while (matcher.find()) {
            links.add(matcher.group(1));
        }
        return links;
    }

    @Test
    void the_page_needs_nothing_from_elsewhere_and_nothing_inline() {
        Response answer = get("/docs", Map.of());
        String html = text(answer);
        assertThat(html).contains("<title>API documentation · Fir &amp; Fern</title>");
        assertThat(links(html)).hasSize(6).allMatch(link -> link.startsWith("/"));
        assertThat(html).doesNotContain("<script>").doesNotContain("style=").doesNotContain(" onload");
        assertThat(answer.header("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .contains("script-src 'self'")
                        .doesNotContain("unsafe")
                        .doesNotContain("http"));
        assertThat(answer.header("Content-Type")).contains("text/html; charset=utf-8");
    }

    @Test
    void every_file_of_the_page_is_there_and_may_be_kept_for_ever() {
        List<String> files = links(page()).stream()
                .filter(link -> link.startsWith("/docs/assets/"))
                .toList();
        assertThat(files).hasSize(5);
        for (String file : files) {
            Response answer = get(file, Map.of());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isNotEmpty();
            assertThat(answer.header("Cache-Control")).contains("public, max-age=31536000, immutable");
            assertThat(answer.header("Content-Type"))
                    .hasValueSatisfying(
                            type -> assertThat(type).matches("text/(javascript|css); charset=utf-8|image/png"));
            String tag = answer.header("ETag").orElseThrow();
            Response again = get(file, Map.of("If-None-Match", "\"x\", " + tag));
            assertThat(again.status()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.header("ETag")).contains(tag);
            assertThat(again.header("Content-Type")).isEmpty();
        }
    }

    @Test
    void a_client_that_takes_gzip_gets_it() throws IOException {
        String file = links(page()).stream()
                .filter(link -> link.endsWith("swagger-ui-bundle.js"))
                .findFirst()
                .orElseThrow();
        Response plain = get(file, Map.of("Accept-Encoding", "br, gzip;q=0"));
        Response zipped = get(file, Map.of("Accept-Encoding", "br, gzip;q=0.5"));
        assertThat(plain.header("Content-Encoding")).isEmpty();
        assertThat(zipped.header("Content-Encoding")).contains("gzip");
        assertThat(zipped.header("Vary")).contains("Accept-Encoding");
        assertThat(zipped.header("ETag")).isNotEqualTo(plain.header("ETag"));
        assertThat(zipped.body().length).isLessThan(plain.body().length / 3);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
                .isEqualTo(plain.body());
    }

    @Test
    void no_other_file_can_be_had() {
        String version = links(page()).get(0).split("/")[3];
        for (String path : List.of(
                "/docs/assets/" + version + "/index.html",
                "/docs/assets/" + version + "/..%2Findex.html",
                "/docs/assets/" + version + "/%2e%2e",
                "/docs/assets/" + version + "/..",
                "/docs/assets/../page.css",
                "/docs/assets/other/page.css")) {
            assertThatExceptionOfType(RequestRejectedException.class)
                    .as(path)
                    .isThrownBy(() -> get(path, Map.of()))
                    .satisfies(refused ->
                            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.NOT_FOUND));
        }
    }

    @Test
    void each_problem_has_a_page_for_people_and_one_for_programs() throws IOException {
        for (ProblemCatalogue.Entry entry : ProblemCatalogue.entries()) {
            Response page = get("/problems/" + entry.code(), Map.of("Accept", "text/html, */*"));
            assertThat(text(page)).contains("<code>" + entry.code() + "</code>");
            assertThat(page.header("Content-Security-Policy")).isPresent();
            assertThat(links(text(page))).allMatch(link -> link.startsWith("/docs"));
            Response json = get("/problems/" + entry.code(), Map.of("Accept", "application/json"));
            var tree = new JsonMapper().readTree(json.body());
            assertThat(tree.get("type").textValue()).isEqualTo("/problems/" + entry.code());
            assertThat(tree.get("status").intValue()).isEqualTo(entry.status());
            assertThat(tree.get("explanation").textValue())
                    .isEqualTo(entry.explanation().english());
        }
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> get("/problems/<script>", Map.of()))
                .satisfies(refused ->
                        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.NOT_FOUND));
    }

    @Test
    void the_document_is_written_once_and_told_to_be_unchanged() {
        AtomicInteger written = new AtomicInteger();
        List<Route> document = new OpenApiResource(HttpSettings.Visibility.PUBLIC, reader -> {
                    written.incrementAndGet();
                    return OpenApiDocument.of(
                            ModelRegistry.of(List.of()), "Shop", "/admin", "/api/notifications", "1", List.of());
                })
                .routes();
        assertThat(written).hasValue(0);
        Response first = CannedRequestContext.get(
                document, CannedRequestContext.anonymous(), "/openapi.json", Map.of(), Map.of());
        Response second = CannedRequestContext.get(
                document,
                CannedRequestContext.anonymous(),
                "/openapi.json",
                Map.of(),
                Map.of("If-None-Match", first.header("ETag").orElseThrow()));
        assertThat(first.status()).isEqualTo(200);
        assertThat(text(first)).startsWith("{\"openapi\":\"3.1.0\"");
        assertThat(second.status()).isEqualTo(304);
        assertThat(written).hasValue(1);
    }
}
