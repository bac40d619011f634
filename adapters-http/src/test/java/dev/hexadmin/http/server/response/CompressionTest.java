package dev.hexadmin.http.server.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.WritableHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private static final byte[] LARGE = new byte[Compression.LARGE];

    private static WritableHeaders<?> headers(String... lines) {
        WritableHeaders<?> headers = WritableHeaders.create();
        for (int i = 0; i < lines.length; i += 2) {
            headers.set(HeaderNames.create(lines[i]), lines[i + 1]);
        }
        return headers;
    }

    private static Response apply(Response answer, Method method, String... lines) {
        return Compression.apply(answer, method, headers(lines));
    }

    @Test
    void a_large_json_answer_is_compressed_and_has_a_tag_of_its_own() {
        Response answer = apply(
                Response.json(200, LARGE).with("ETag", "\"v\"").with("Vary", "Accept"),
                Method.GET,
                "Accept-Encoding",
                "gzip",
                "Authorization",
                "Bearer x",
                "Cookie",
                "a=b");
        assertThat(answer.header("Content-Encoding")).contains("gzip");
        assertThat(answer.header("ETag")).contains("\"v+gzip\"");
        assertThat(answer.headers())
                .filteredOn(header -> header.name().equals("Vary"))
                .containsExactly(new Response.Header("Vary", "Accept, Accept-Encoding"));
        assertThat(answer.body().length).isLessThan(200);
    }

    @Test
    void who_does_not_take_it_is_told_that_it_depends_on_that() {
        Response answer = apply(Response.json(200, LARGE).with("ETag", "\"v\""), Method.GET);
        assertThat(answer.body()).isSameAs(LARGE);
        assertThat(answer.header("ETag")).contains("\"v\"");
        assertThat(answer.header("Vary")).contains("Accept-Encoding");
    }

    @Test
    void what_is_small_no_json_no_read_or_asked_for_by_cookie_stays_as_it_is() {
        Response small = Response.json(200, new byte[Compression.LARGE - 1]);
        Response page =
                new Response(200, List.of(new Response.Header("Content-Type", "text/html; charset=utf-8")), LARGE);
        Response large = Response.json(200, LARGE);
        Response zipped = large.with("Content-Encoding", "gzip");
        for (Response answer : List.of(small, page, zipped, Response.json(422, LARGE))) {
            assertThat(apply(answer, Method.GET, "Accept-Encoding", "gzip")).isSameAs(answer);
        }
        assertThat(apply(large, Method.POST, "Accept-Encoding", "gzip")).isSameAs(large);
        assertThat(apply(large, Method.GET, "Accept-Encoding", "gzip", "Cookie", "admin_session=x"))
                .isSameAs(large);
    }

    @Test
    void a_client_that_has_the_compressed_form_keeps_it() {
        Response known = Response.empty(304).with("ETag", "\"v\"");
        assertThat(apply(known, Method.GET, "If-None-Match", "\"x\", \"v+gzip\"")
                        .header("ETag"))
                .contains("\"v+gzip\"");
        assertThat(apply(known, Method.GET, "If-None-Match", "\"v\"")).isSameAs(known);
    }
}
