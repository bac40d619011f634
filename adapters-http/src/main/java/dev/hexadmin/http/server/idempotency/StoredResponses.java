package dev.hexadmin.http.server.idempotency;

import dev.hexadmin.http.server.response.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Responses as they are stored under an {@code Idempotency-Key}: the status, a line for each header, an empty line, and the
 * body.
 */
final class StoredResponses {
    private StoredResponses() {}

    static byte[] serialize(Response response) {
        StringBuilder lines = new StringBuilder().append(response.status()).append('\n');
        for (Response.Header header : response.headers()) {
            lines.append(header.name()).append(':').append(header.value()).append('\n');
        }
        byte[] head = lines.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        byte[] stored = Arrays.copyOf(head, head.length + response.body().length);
        System.arraycopy(response.body(), 0, stored, head.length, response.body().length);
        return stored;
    }

    static Response deserialize(byte[] stored) {
        int end = 0;
        while (stored[end] != '\n' || stored[end + 1] != '\n') {
            end++;
        }
        String[] lines = new String(stored, 0, end, StandardCharsets.UTF_8).split("\n", -1);
        List<Response.Header> headers = new ArrayList<>(lines.length - 1);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.add(new Response.Header(lines[i].substring(0, colon), lines[i].substring(colon + 1)));
        }
        return new Response(Integer.parseInt(lines[0]), headers, Arrays.copyOfRange(stored, end + 2, stored.length));
    }
}
