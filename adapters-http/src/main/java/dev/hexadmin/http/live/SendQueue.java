package dev.hexadmin.http.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The frames that wait to be sent to one subscriber. Thread-safe: many threads put frames, one sends them. Putting never
 * blocks. An empty queue holds no buffer.
 */
final class SendQueue {
    /** The most bytes that are sent in one write when several frames wait. */
    private static final int BATCH_BYTES = 16 << 10;

    /** The most bytes of frames that do not count as waiting: a returning subscriber gets the replay all at once. */
    private static final int FREE_BYTES = 512 << 10;

    private final int most;
    private final IntConsumer onTaken;

    // all under this monitor
    private @Nullable ArrayDeque<byte[]> waiting;
    private int free; // of those that wait, how many at the head take no room
    private int freeBytes; // of all of those that ever came
    private boolean sending;
    private boolean ended;

    /**
     * @param most frames that may wait
     * @param onTaken called with the number of frames that are being sent
     */
    SendQueue(int most, IntConsumer onTaken) {
        this.most = most;
        this.onTaken = onTaken;
    }

    /** The result of putting a frame. */
    enum Put {
        /** A sender is running and will send it. */
        QUEUED,
        /** No sender is running: the caller has to start one. */
        SENDER_NEEDED,
        /** Too many frames wait: it was not taken. */
        FULL,
        /** The queue takes no more frames. */
        ENDED
    }

    /** @param roomy whether it does not count as waiting; such frames come before all that do */
    synchronized Put put(byte[] bytes, boolean roomy) {
        if (ended) {
            return Put.ENDED;
        }
        if (roomy) {
            if (freeBytes > FREE_BYTES) {
                return Put.FULL;
            }
            free++;
            freeBytes += bytes.length;
        } else if (waiting != null && waiting.size() - free >= most) {
            return Put.FULL;
        }
        return add(bytes);
    }

    /** Puts the last frame. */
    synchronized Put putLast(byte[] bytes) {
        if (ended) {
            return Put.ENDED;
        }
        ended = true;
        return add(bytes);
    }

    /** Discards the waiting frames and takes no more; whether it was not ended before. */
    synchronized boolean end() {
        boolean first = !ended;
        ended = true;
        sending = false;
        waiting = null;
        notifyAll();
        return first;
    }

    synchronized boolean ended() {
        return ended;
    }

    synchronized boolean isEmpty() {
        return waiting == null;
    }

    private Put add(byte[] bytes) {
        ArrayDeque<byte[]> queue = waiting;
        if (queue == null) {
            queue = new ArrayDeque<>(2);
            waiting = queue;
        }
        queue.add(bytes);
        notifyAll();
        if (sending) {
            return Put.QUEUED;
        }
        sending = true;
        return Put.SENDER_NEEDED;
    }

    /** The bytes to send next, small frames joined; null when no frame waits, and the sender ends. */
    synchronized byte @Nullable [] next() {
        ArrayDeque<byte[]> queue = waiting;
        if (queue == null) {
            sending = false;
            notifyAll();
            return null;
        }
        return take(queue);
    }

    /** The same for a permanent sender: waits until there is a frame; null when no more frames will come. */
    synchronized byte @Nullable [] await() throws InterruptedException {
        while (waiting == null && !ended) {
            wait();
        }
        return next();
    }

    /** Waits until all is sent; whether it was in time. */
    synchronized boolean awaitSent(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (sending) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    private byte[] take(ArrayDeque<byte[]> queue) {
        byte[] first = queue.remove();
        int pieces = 1;
        int length = first.length;
        for (byte[] each : queue) {
            if (length + each.length > BATCH_BYTES) {
                break;
            }
            length += each.length;
            pieces++;
        }
        byte[] batch = first;
        if (pieces > 1) {
            batch = Arrays.copyOf(first, length);
            int at = first.length;
            for (int i = 1; i < pieces; i++) {
                byte[] each = queue.remove();
                System.arraycopy(each, 0, batch, at, each.length);
                at += each.length;
            }
        }
        free = Math.max(0, free - pieces);
        if (queue.isEmpty()) {
            waiting = null;
        }
        onTaken.accept(pieces);
        return batch;
    }
}
