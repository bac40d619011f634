package dev.hexadmin.testing.live;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The JDK's WebSocket, with what came over it. */
public final class SocketClient implements WebSocket.Listener, AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder begun = new StringBuilder();
    public final WebSocket socket;

    private SocketClient(URI uri, String... headers) {
        WebSocket.Builder builder = http.newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        socket = builder.buildAsync(uri, this).orTimeout(30, TimeUnit.SECONDS).join();
    }

    public static SocketClient open(URI uri) {
        return new SocketClient(uri);
    }

    public static SocketClient open(URI uri, String authorization) {
        return new SocketClient(uri, "Authorization", authorization);
    }

    /** As a page of {@code origin} opens it. */
    public static SocketClient open(URI uri, String cookie, String origin) {
        return new SocketClient(uri, "Cookie", cookie, "Origin", origin);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        begun.append(data);
        if (last) {
            texts.add(begun.toString());
            begun.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        closed.complete(statusCode);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.complete(-1);
    }

    /** The next text; fails when none comes. */
    public String next() {
        try {
            @Nullable String text = texts.poll(30, TimeUnit.SECONDS);
            if (text == null) {
                throw new AssertionError("nothing came; closed: " + closed.getNow(0));
            }
            return text;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public List<String> next(int count) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next());
        }
        return all;
    }

    /** The code the server ended with; -1 when it just ended. */
    public int closeCode() {
        return closed.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Texts that came and were not asked for. */
    public int left() {
        return texts.size();
    }

    /** Ends without a word. */
    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
    }
}
