package dev.hexadmin.testing.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events as browsers do (HTML, 9.2.6). */
public final class EventReader implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    public final AtomicInteger comments = new AtomicInteger();
    public final HttpResponse<InputStream> answer;
    private volatile String retry = "";
    private volatile boolean ended;

    /** @param id the last one seen, as a browser would send it */
    public record Event(String id, String type, String data) {}

    public EventReader(URI uri, String token, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", "text/event-stream");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            answer = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        Thread.startVirtualThread(this::read);
    }

    private void read() {
        String id = "";
        String type = "message";
        StringBuilder data = new StringBuilder();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int colon = line.indexOf(':');
                String name = colon < 0 ? line : line.substring(0, colon);
                String value = colon < 0 ? "" : line.substring(colon + 1);
                value = value.startsWith(" ") ? value.substring(1) : value;
                if (line.isEmpty()) {
                    if (!data.isEmpty()) {
                        events.add(new Event(id, type, data.substring(0, data.length() - 1)));
                    }
                    type = "message";
                    data.setLength(0);
                } else {
                    switch (name) {
                        case "" -> comments.incrementAndGet();
                        case "id" -> id = value;
                        case "event" -> type = value;
                        case "data" -> data.append(value).append('\n');
                        case "retry" -> retry = value;
                        default -> throw new AssertionError("a field browsers do not know: " + line);
                    }
                }
            }
        } catch (IOException e) {
            // cut off
        }
        ended = true;
    }

    public Event next() {
        try {
            @Nullable Event event = events.poll(30, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("nothing came");
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public List<Event> next(int count) {
        List<Event> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next());
        }
        return all;
    }

    public String retry() {
        return retry;
    }

    public boolean ended() {
        return ended;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
