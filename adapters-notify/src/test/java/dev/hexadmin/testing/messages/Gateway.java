package dev.hexadmin.testing.messages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An SMS gateway that speaks Twilio's REST interface, and fails in every way it is asked to. It honours the idempotency
 * token: a repeated request is answered with the message that is there. Thread-safe.
 */
public final class Gateway implements AutoCloseable {
    public static final String SID = "ACtest0123456789";
    public static final String TOKEN = "very-secret-token";
    public static final String SENDER = "+15005550006";
    private static final String AUTHORIZATION =
            "Basic " + Base64.getEncoder().encodeToString((SID + ":" + TOKEN).getBytes(StandardCharsets.UTF_8));

    private final HttpServer server;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, String> taken = new ConcurrentHashMap<>();
    private final Map<String, String> byKey = new ConcurrentHashMap<>();
    private final List<Map<String, String>> forms = new CopyOnWriteArrayList<>();
    private final List<Map<String, String>> messages = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Function<Map<String, String>, Optional<Answer>> instead = form -> Optional.empty();

    private volatile AtomicInteger asked = new AtomicInteger();

    /** What it does in place of its work. */
    public sealed interface Answer {
        record Of(int status, String body, Map<String, String> headers) implements Answer {}

        /** Never answers. */
        record Silence() implements Answer {}

        /** Answers the head and the beginning of a body, and then nothing more. */
        record Stall() implements Answer {}

        /** Ends the connection. */
        record HangUp() implements Answer {}

        /** Does its work, and never says so. */
        record TakenInSilence() implements Answer {}

        /** Does its work, and ends the connection. */
        record TakenAndGone() implements Answer {}

        /** Does its work when the latch is open. */
        record Late(CountDownLatch until) implements Answer {}
    }

    public Gateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/2010-04-01/Accounts/" + SID + "/Messages", this::handle);
        server.start();
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    public Map<String, String> settings() {
        return Map.of("account_sid", SID, "auth_token", TOKEN, "from_number", SENDER, "base_url", url() + "/");
    }

    /** From now on, for all requests. */
    public void does(Answer answer) {
        does(form -> Optional.of(answer));
    }

    /** From now on, by the form that is posted; empty where only a status is asked for. */
    public void does(Function<Map<String, String>, Optional<Answer>> answers) {
        instead = answers;
    }

    /** From now on, each form that is posted is counted before anything is done with it. */
    public void counts(AtomicInteger posts) {
        asked = posts;
    }

    public void worksAgain() {
        does(form -> Optional.empty());
    }

    public void becomes(String id, String status) {
        taken.put(id, status);
    }

    /** The forms of the messages that were posted, repeats included. */
    public List<Map<String, String>> forms() {
        return List.copyOf(forms);
    }

    /** The forms of the messages that there are. */
    public List<Map<String, String>> messages() {
        return List.copyOf(messages);
    }

    /** Its signature on a report to this address, as its guide describes it. */
    public static String signature(String url, Map<String, String> parameters) {
        StringBuilder text = new StringBuilder(url);
        new TreeMap<>(parameters).forEach((name, value) -> text.append(name).append(value));
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(TOKEN.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (!AUTHORIZATION.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, "{\"code\":20003,\"message\":\"Authenticate\",\"status\":401}");
                return;
            }
            Map<String, String> form = body.length == 0 ? Map.of() : form(body);
            if (!form.isEmpty()) {
                asked.incrementAndGet();
            }
            Optional<Answer> answer = instead.apply(form);
            if (answer.isEmpty()) {
                work(exchange, form);
                return;
            }
            switch (answer.get()) {
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
                case Answer.TakenInSilence() -> {
                    take(exchange, form);
                    closing.await();
                }
                case Answer.TakenAndGone() -> take(exchange, form);
                case Answer.Late(CountDownLatch until) -> {
                    until.await();
                    work(exchange, form);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(HttpExchange exchange, Map<String, String> form) throws IOException {
        String rest = exchange.getRequestURI()
                .getRawPath()
                .substring(exchange.getHttpContext().getPath().length());
        if (exchange.getRequestMethod().equals("POST") && rest.equals(".json")) {
            answer(exchange, 201, message(take(exchange, form), "queued"));
            return;
        }
        String id = rest.replaceAll("^/|\\.json$", "");
        String status = taken.get(id);
        answer(
                exchange,
                status == null ? 404 : 200,
                status == null
                        ? "{\"code\":20404,\"message\":\"The requested resource was not found\",\"status\":404}"
                        : message(id, status));
    }

    private String take(HttpExchange exchange, Map<String, String> form) {
        forms.add(form);
        String key = exchange.getRequestHeaders().getFirst("I-Twilio-Idempotency-Token");
        return key == null ? made(form) : byKey.computeIfAbsent(key, k -> made(form));
    }

    private String made(Map<String, String> form) {
        String id = "SM" + ids.incrementAndGet();
        taken.put(id, "queued");
        messages.add(form);
        return id;
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
