package dev.hexadmin.testing.messages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;

/** Receives webhooks and checks their signatures as Standard Webhooks says; answers as it is asked to. Thread-safe. */
public final class WebhookReceiver implements AutoCloseable {
    /** The example of the specification's libraries. */
    public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();

    /** A call. */
    public record Event(String path, Map<String, String> headers, String body) {
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** Whether one of its signatures is by this secret. */
        public boolean signedWith(String secret) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(
                        Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
                String signed = header("webhook-id") + "." + header("webhook-timestamp") + "." + body;
                String right = "v1,"
                        + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
                return List.of(header("webhook-signature").split(" ")).contains(right);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record Answer(int status, Map<String, String> headers) {}

    /** @param context of an https server; empty: http */
    public WebhookReceiver(Optional<SSLContext> context) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (context.isPresent()) {
            HttpsServer secure = HttpsServer.create(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(context.get()));
            server = secure;
        } else {
            server = HttpServer.create(address, 0);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public List<Event> events() {
        return events;
    }

    /** Of the next call that has none yet; without any it is a 204. */
    public synchronized void answers(int status, Map<String, String> headers) {
        answers.add(new Answer(status, headers));
    }

    private synchronized Answer next() {
        return answers.isEmpty() ? new Answer(204, Map.of()) : answers.remove();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> headers = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        events.add(new Event(exchange.getRequestURI().toString(), headers, body));
        Answer answer = next();
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(answer.status(), -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
