package dev.hexadmin.http.openid;

import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jose4j.json.JsonUtil;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/** Requests to providers: with time limits, limited in size, and without following redirects. Thread-safe. */
final class ProviderRequests implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration WHOLE = Duration.ofSeconds(8);
    private static final int MAX_BODY = 1024 * 1024;

    private @Nullable HttpClient client;

    /** A response with a JSON object. */
    record JsonAnswer(int status, Map<String, Object> body) {}

    /** @throws ProviderUnavailableException when there is no response with status 200 and a JSON object */
    Map<String, Object> get(URI address) {
        JsonAnswer answer = send(HttpRequest.newBuilder(address), address);
        if (answer.status() != 200) {
            throw new ProviderUnavailableException(address + " answered with status " + answer.status());
        }
        return answer.body();
    }

    /**
     * Sends a form.
     *
     * @param authorization the header, or {@code ""}
     * @throws ProviderUnavailableException when there is no response with a JSON object, or the status is a 5xx
     */
    JsonAnswer post(URI address, Map<String, String> form, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        JsonAnswer answer = send(request, address);
        if (answer.status() >= 500) {
            throw new ProviderUnavailableException(address + " answered with status " + answer.status());
        }
        return answer;
    }

    /** As {@code application/x-www-form-urlencoded}, also for a query. */
    static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private JsonAnswer send(HttpRequest.Builder request, URI address) {
        CompletableFuture<HttpResponse<byte[]>> sent = client().sendAsync(
                        request.header("Accept", "application/json")
                                .timeout(WHOLE)
                                .build(),
                        BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BODY));
        try {
            // the time-out of the request ends with its headers
            HttpResponse<byte[]> response = sent.get(WHOLE.toMillis(), TimeUnit.MILLISECONDS);
            return new JsonAnswer(
                    response.statusCode(), JsonUtil.parseJson(new String(response.body(), StandardCharsets.UTF_8)));
        } catch (ExecutionException e) {
            throw new ProviderUnavailableException(address + " cannot be reached: " + e.getCause(), e);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new ProviderUnavailableException(address + " did not answer in " + WHOLE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new ProviderUnavailableException(address + ": interrupted", e);
        } catch (JoseException e) {
            throw new ProviderUnavailableException(address + " did not answer with a JSON object");
        }
    }

    /** Made for the first request, since a client reads the certificates of all authorities. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
        }
        return client;
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
        }
    }
}
