package dev.hexadmin.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A client of a {@link TestServer}, signed in as one user, or not signed in. When its token has expired because the clock was
 * turned, it signs in again, as front ends do. Thread-safe.
 */
public final class TestClient {
    private final HttpClient http;
    private final URI url;
    private final Supplier<String> signIn;
    private volatile String token;

    /**
     * @param signIn returns a new access token; {@code ""} for a client that is not signed in
     */
    TestClient(HttpClient http, URI url, Supplier<String> signIn) {
        this.http = http;
        this.url = url;
        this.signIn = signIn;
        this.token = signIn.get();
    }

    /** {@code GET}; the path begins with a slash, such as {@code /admin/api/appointments/}. */
    public TestResponse get(String path) {
        return send("GET", path, "");
    }

    /** {@code POST} of JSON. */
    public TestResponse post(String path, String json) {
        return send("POST", path, json);
    }

    /** {@code PUT} of JSON. */
    public TestResponse put(String path, String json) {
        return send("PUT", path, json);
    }

    /** {@code PATCH} of JSON. */
    public TestResponse patch(String path, String json) {
        return send("PATCH", path, json);
    }

    /** {@code DELETE}. */
    public TestResponse delete(String path) {
        return send("DELETE", path, "");
    }

    /** What the user may do to records of a model: {@code view create edit delete export import}. */
    public Set<String> rights(String model) {
        var permissions = get("/api/auth/me").expect(200).json().path("permissions");
        Set<String> rights = new TreeSet<>();
        for (String name : new String[] {model, "*"}) {
            permissions.path(name).forEach(action -> rights.add(action.asText()));
        }
        return rights;
    }

    /**
     * Any request.
     *
     * @param json the body; none when it is empty
     * @param headers names and values in turn
     * @throws UncheckedIOException when the server does not answer
     */
    public TestResponse send(String method, String path, String json, String... headers) {
        TestResponse response = attempt(method, path, json, headers);
        if (response.status() == 401 && response.problem().equals("token_expired")) {
            token = signIn.get();
            return attempt(method, path, json, headers);
        }
        return response;
    }

    private TestResponse attempt(String method, String path, String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path))
                .method(
                        method,
                        json.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(json));
        if (!json.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return new TestResponse(
                    method + " " + path, http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + method + " " + path, e);
        }
    }
}
