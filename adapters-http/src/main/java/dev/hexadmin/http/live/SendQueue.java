package dev.hexadmin.http.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent to one follower. Thread-safe: many put, one sends. Nobody who puts waits. While it is empty it
 * holds nothing.
 */
final class SendQueue {
    /** As much as is sent at once when more than one piece waits. */
    private static final int BATCH_BYTES = 16 << 10;

    /** As much as may wait of what takes no room: it comes all at once, to everybody who was away. */
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
     * @param most pieces that may wait
     * @param onTaken told how many pieces are being sent
     */
    SendQueue(int most, IntConsumer onTaken) {
        this.most = most;
        this.onTaken = onTaken;
    }

    /** What became of something that was put. */
    enum Put {
        /** Somebody is sending and comes to it. */
        QUEUED,
        /** The caller has to call a sender. */
        SENDER_NEEDED,
        /** There was no room. */
        FULL,
        /** Nothing is taken any more. */
        ENDED
    }

    /** @param roomy whether it takes no room: what comes before any that does */
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

    /** Puts the last piece. */
    synchronized Put putLast(byte[] bytes) {
        if (ended) {
            return Put.ENDED;
        }
        ended = true;
        return add(bytes);
    }

    /** Throws away what waits, and takes nothing more; whether it was not ended before. */
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

    /** What the sender sends next, small pieces as one; null when there is nothing and the sender goes. */
    synchronized byte @Nullable [] next() {
        ArrayDeque<byte[]> queue = waiting;
        if (queue == null) {
            sending = false;
            notifyAll();
            return null;
        }
        return take(queue);
    }

    /** The same for a sender that stays: waits until there is something; null when nothing will come any more. */
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
