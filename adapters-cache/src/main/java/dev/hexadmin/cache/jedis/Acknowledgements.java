package dev.hexadmin.cache.jedis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Which published messages all subscribers have acknowledged, for the threads that wait for that. Thread-safe. */
final class Acknowledgements {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, AwaitedMessage> messages = new LinkedHashMap<>();

    /** Subscribers that do not acknowledge: no message waits for them again until they do. */
    private int unresponsive;

    /** A message that one or several threads wait for. */
    static final class AwaitedMessage {
        private final CountDownLatch over = new CountDownLatch(1);
        private final long since = System.nanoTime();

        /** How many subscribers received the message; unknown until it has been published. */
        private int expected = Integer.MAX_VALUE;

        private int acknowledged;
    }

    /** Notes that a message is about to be published under a number. */
    void publishing(long number, AwaitedMessage message) {
        lock.lock();
        try {
            messages.put(number, message);
        } finally {
            lock.unlock();
        }
    }

    /** Notes how many subscribers received a message. */
    void published(AwaitedMessage message, int subscribers) {
        lock.lock();
        try {
            message.expected = subscribers;
            check(message);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that one subscriber has handled the message of a number. */
    void acknowledged(long number) {
        lock.lock();
        try {
            AwaitedMessage message = messages.get(number);
            if (message != null) {
                message.acknowledged++;
                check(message);
                if (message.acknowledged >= message.expected) {
                    messages.remove(number);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all subscribers that usually acknowledge have done so, or {@code nanos} are over. */
    void await(AwaitedMessage message, long nanos) throws InterruptedException {
        if (message.over.await(nanos, TimeUnit.NANOSECONDS)) {
            return;
        }
        lock.lock();
        try {
            if (message.expected != Integer.MAX_VALUE) {
                unresponsive = Math.max(unresponsive, message.expected - message.acknowledged);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the messages from before a moment, as {@link System#nanoTime} counts. */
    void forgetBefore(long moment) {
        lock.lock();
        try {
            messages.values().removeIf(message -> message.since - moment < 0);
        } finally {
            lock.unlock();
        }
    }

    /** Subscribers that no message waits for. */
    int unresponsive() {
        lock.lock();
        try {
            return unresponsive;
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held. */
    private void check(AwaitedMessage message) {
        if (message.acknowledged >= message.expected) {
            unresponsive = 0;
        }
        if (message.acknowledged >= message.expected - unresponsive) {
            message.over.countDown();
        }
    }
}
