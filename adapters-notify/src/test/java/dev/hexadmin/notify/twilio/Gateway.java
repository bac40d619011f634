package dev.hexadmin.notify.twilio;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A gateway that speaks the REST interface, and fails in every way it is asked to. */
final class Gateway implements AutoCloseable {
    static final String SID = "ACtest0123456789";
    static final String TOKEN = "very-secret-token";
    private static final String AUTHORIZATION = new Account(SID, TOKEN, "", "", Optional.empty()).authorization();

    private final HttpServer server;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, String> taken = new ConcurrentHashMap<>();
    private final Map<String, String> byKey = new ConcurrentHashMap<>();
    private final List<Map<String, String>> forms = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Optional<Answer> instead = Optional.empty();

    /** What it does in place of its work. */
    sealed interface Answer {
        record Of(int status, String body, Map<String, String> headers) implements Answer {}

        /** Never answers. */
        record Silence() implements Answer {}

        /** Answers the head and the beginning of a body, and then nothing more. */
        record Stall() implements Answer {}

        /** Ends the connection. */
        record HangUp() implements Answer {}
    }

    Gateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/2010-04-01/Accounts/" + SID + "/Messages", this::handle);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    Map<String, String> settings() {
        return Map.of("account_sid", SID, "auth_token", TOKEN, "from_number", "+15005550006", "base_url", url() + "/");
    }

    void does(Answer answer) {
        instead = Optional.of(answer);
    }

    void worksAgain() {
        instead = Optional.empty();
    }

    void becomes(String id, String status) {
        taken.put(id, status);
    }

    /** The forms of the messages that were posted, repeats included. */
    List<Map<String, String>> forms() {
        return List.copyOf(forms);
    }

    /** How many messages there are. */
    int messages() {
        return taken.size();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (!AUTHORIZATION.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, "{\"code\":20003,\"message\":\"Authenticate\",\"status\":401}");
                return;
            }
            if (instead.isPresent()) {
                switch (instead.get()) {
                    case Answer.Of of -> {
                        of.headers().forEach(exchange.getResponseHeaders()::set);
                        answer(exchange, of.status(), of.body());
                    }
                    case Answer.Silence() -> closing.await();
                    case Answer.Stall() -> {
                        exchange.sendResponseHeaders(200, 1_000);
                        exchange.getResponseBody().write('{');
                        exchange.getResponseBody().flush();
                        closing.await();
                    }
                    case Answer.HangUp() -> {}
                }
                return;
            }
            String rest = exchange.getRequestURI()
                    .getRawPath()
                    .substring(exchange.getHttpContext().getPath().length());
            if (exchange.getRequestMethod().equals("POST") && rest.equals(".json")) {
                post(exchange, form(body));
            } else {
                String id = rest.replaceAll("^/|\\.json$", "");
                String status = taken.get(id);
                answer(
                        exchange,
                        status == null ? 404 : 200,
                        status == null
                                ? "{\"code\":20404,\"message\":\"The requested resource was not found\",\"status\":404}"
                                : message(id, status));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void post(HttpExchange exchange, Map<String, String> form) throws IOException {
        forms.add(form);
        String key = exchange.getRequestHeaders().getFirst("I-Twilio-Idempotency-Token");
        String id = key == null ? next() : byKey.computeIfAbsent(key, k -> next());
        taken.putIfAbsent(id, "queued");
        answer(exchange, 201, message(id, "queued"));
    }

    private String next() {
        return "SM" + ids.incrementAndGet();
    }

    private static String message(String id, String status) {
        return "{\"account_sid\":\"" + SID + "\",\"subresource_uris\":{\"sid\":\"not this\",\"status\":[\"nor this\"]},"
                + "\"error_code\":null,\"sid\":\"" + id + "\",\"status\":\"" + status + "\"}";
    }

    private static Map<String, String> form(byte[] body) {
        return Arrays.stream(new String(body, StandardCharsets.US_ASCII).split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
    }
}
