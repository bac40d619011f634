package dev.hexadmin.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpResponse;
import java.util.Optional;

/** What the server answered. Immutable. */
public final class TestResponse {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String request;
    private final HttpResponse<String> response;

    TestResponse(String request, HttpResponse<String> response) {
        this.request = request;
        this.response = response;
    }

    public int status() {
        return response.statusCode();
    }

    public String body() {
        return response.body();
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    /**
     * The body as JSON.
     *
     * @throws AssertionError when it is none; the message has the body
     */
    public JsonNode json() {
        try {
            return JSON.readTree(body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(this + " is no JSON", e);
        }
    }

    /** The text of a value of the body, by its JSON Pointer (RFC 6901) such as {@code /items/0/name}; {@code ""}: none. */
    public String at(String pointer) {
        return json().at(pointer).asText();
    }

    /** The {@code code} of a problem answer (RFC 9457); {@code ""} for any other. */
    public String problem() {
        return header("Content-Type").orElse("").startsWith("application/problem+json") ? at("/code") : "";
    }

    /**
     * Checks the status.
     *
     * @return this
     * @throws AssertionError when it is another; the message has the request and the body
     */
    public TestResponse expect(int status) {
        if (status() != status) {
            throw new AssertionError("expected " + status + ", but " + this);
        }
        return this;
    }

    /** Request, status and body. */
    @Override
    public String toString() {
        return request + " was answered " + status() + ": " + body();
    }
}
