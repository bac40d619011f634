package dev.hexadmin.http.live;

import dev.hexadmin.http.server.response.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** A subscriber to server-sent events (HTML, 9.2). The connection's thread waits for events and sends them. */
final class StreamSubscriber extends Subscriber implements Response.Streamed {
    // no empty line at its end: some clients would dispatch an event without data
    private static final byte[] HELLO = bytes(": connected\nretry: 3000\n");
    private static final byte[] KEEP_ALIVE = bytes(": \n\n");

    private volatile long nextKeepAlive;

    StreamSubscriber(Subscriptions followers, OptionalLong since) {
        super(followers, since);
        quietFrom(System.nanoTime());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            out.write(HELLO);
            out.flush();
            for (byte[] bytes = queue.await(); bytes != null; bytes = queue.await()) {
                out.write(bytes);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            gone();
        }
    }

    /** To be called when it has ended, or did not come to be. */
    void gone() {
        if (queue.end()) {
            followers.closed(this, CloseReason.NONE);
        }
        leave();
        followers.remove(this);
    }

    @Override
    byte[] bytes(EventFrame frame) {
        return frame.streamed();
    }

    @Override
    void send() {
        // the thread of the connection waits for frames
    }

    @Override
    void end(CloseReason closing) {
        if (after(queue.putLast(bytes(": " + closing.reason() + "\n\n")))) {
            followers.closed(this, closing.code());
        }
    }

    @Override
    void tick(long now) {
        forgetLastFrame();
        if (now - nextKeepAlive >= 0) {
            quietFrom(now);
            if (queue.isEmpty()) {
                put(KEEP_ALIVE, false);
            }
        }
    }

    private void quietFrom(long now) {
        nextKeepAlive = now + followers.settings().heartbeat().keepAliveEvery().toNanos();
    }
}
