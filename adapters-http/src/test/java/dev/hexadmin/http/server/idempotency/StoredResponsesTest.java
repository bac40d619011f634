package dev.hexadmin.http.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.server.response.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoredResponsesTest {
    static Stream<Response> responses() {
        return Stream.of(
                Response.json(200, "{\"a\":\n\n1}".getBytes(StandardCharsets.UTF_8)),
                new Response(
                        201,
                        List.of(
                                new Response.Header("Location", "http://127.0.0.1:8080/admin/api/notes/1"),
                                new Response.Header("ETag", "\"a:b\""),
                                new Response.Header("Link", "</a>; rel=\"x\""),
                                new Response.Header("Link", ""),
                                new Response.Header("X-Name", "Zoë")),
                        new byte[] {'\n', '\n', 0, (byte) 0xff, ':'}),
                Response.empty(204),
                new Response(409, List.of(), new byte[] {'\n'}));
    }

    @ParameterizedTest
    @MethodSource("responses")
    void a_response_is_read_as_it_was_written(Response response) {
        Response read = StoredResponses.deserialize(StoredResponses.serialize(response));
        assertThat(read.status()).isEqualTo(response.status());
        assertThat(read.headers()).isEqualTo(response.headers());
        assertThat(read.body()).isEqualTo(response.body());
    }
}
