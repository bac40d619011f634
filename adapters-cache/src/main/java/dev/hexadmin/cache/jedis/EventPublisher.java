package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.cache.jedis.Acknowledgements.AwaitedMessage;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Publishes the events of this server on the channel, and its acknowledgements of messages of others. Thread-safe.
 *
 * <p>All events that wait are published in one message: the first at once, the next not before {@link #REST}, unless a
 * caller waits for it. When events cannot be published, one {@link ClusterEvent.Missed} is published instead of them as soon
 * as the key-value server is available again.
 */
final class EventPublisher implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(JedisClusterEvents.class.getName());

    /** Between messages that no caller waits for: at most 500 messages a second. */
    static final Duration REST = Duration.ofMillis(2);

    /** Between two PINGs of the subscription. */
    private static final Duration PING_EVERY = Duration.ofSeconds(1);

    /** A late acknowledgement shows for so long that a subscriber responds again. */
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private final KeyValueServer server;
    private final long sender;
    private final byte[] channel;
    private final EventSubscription subscription;
    private final Acknowledgements acknowledgements;
    private final Thread thread = Thread.ofVirtual().name("events to servers").unstarted(this::run);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final PendingEvents pending = new PendingEvents();
    private final List<CommandArguments> replies = new ArrayList<>();
    /** What callers wait for that is not published yet. */
    private @Nullable AwaitedMessage next;

    private volatile boolean lost;
    private volatile boolean closed;
    private boolean refused;

    /** Commands that are sent in one round trip; {@code message} is the index of the message among them, or -1. */
    private record Batch(List<CommandArguments> commands, int message, Optional<AwaitedMessage> awaited) {}

    EventPublisher(
            KeyValueServer server,
            long sender,
            byte[] channel,
            EventSubscription subscription,
            Acknowledgements acknowledgements) {
        this.server = server;
        this.sender = sender;
        this.channel = channel;
        this.subscription = subscription;
        this.acknowledgements = acknowledgements;
    }

    void start() {
        thread.start();
    }

    /** Publishes an event soon. */
    void publish(ClusterEvent event) {
        if (!server.reachable() || closed) {
            lost = true;
            return;
        }
        lock.lock();
        try {
            pending.add(event);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Publishes an event; the returned message can be waited for, and is empty when the event cannot be published. */
    Optional<AwaitedMessage> publishAwaited(ClusterEvent event) {
        if (!server.reachable() || closed) {
            lost = true;
            return Optional.empty();
        }
        lock.lock();
        try {
            pending.add(event);
            @Nullable AwaitedMessage awaited = next;
            if (awaited == null) {
                awaited = new AwaitedMessage();
                next = awaited;
            }
            work.signal();
            return Optional.of(awaited);
        } finally {
            lock.unlock();
        }
    }

    /** Sends an acknowledgement to the channel of another server. */
    void acknowledge(byte[] acknowledgements, long number) {
        lock.lock();
        try {
            if (replies.size() < PendingEvents.MOST) {
                replies.add(publish(acknowledgements, RedisConnection.bytes(Long.toString(number))));
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The key-value server is available again: before requests use it, other servers learn that they missed events. */
    void publishMissed() {
        if (!lost || closed) {
            return;
        }
        lost = false;
        boolean published = false;
        try {
            ClusterMessage message = new ClusterMessage(sender, -1, false, List.of(new ClusterEvent.Missed()));
            published = server.ask(link -> link.callAll(List.of(publish(channel, message.encoded()))))
                    .filter(results -> results.getFirst() instanceof Long)
                    .isPresent();
        } finally {
            if (!published) {
                lost = true; // tried again with the next batch
            }
        }
    }

    private void run() {
        long number = 0;
        long rested = System.nanoTime();
        long pinged = rested;
        try {
            while (true) {
                long now = System.nanoTime();
                if (now - pinged >= PING_EVERY.toNanos()) {
                    pinged = now;
                    subscription.ping();
                    lookBack(now - REMEMBERED.toNanos());
                }
                boolean last = closed;
                Optional<Batch> batch = due(rested, pinged + PING_EVERY.toNanos(), number);
                if (batch.isPresent()) {
                    number++;
                    send(batch.get());
                    rested = System.nanoTime() + REST.toNanos();
                } else if (last) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            closed = true; // only the end of the process interrupts it
        }
    }

    /** What has to be sent now; waits until {@code until} for something. */
    private Optional<Batch> due(long rested, long until, long number) throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long now = System.nanoTime();
                long rest = pending.isEmpty() ? Long.MAX_VALUE : rested - now;
                if (next != null || !replies.isEmpty() || rest <= 0) {
                    break;
                }
                long left = Math.min(rest, until - now);
                if (left <= 0) {
                    return Optional.empty();
                }
                work.awaitNanos(left);
            }
            return batch(number);
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held. */
    private Optional<Batch> batch(long number) {
        List<CommandArguments> commands = new ArrayList<>(replies);
        replies.clear();
        List<ClusterEvent> events = new ArrayList<>();
        if (lost) {
            lost = false;
            pending.clear();
            events.add(new ClusterEvent.Missed());
        } else {
            events.addAll(pending.take());
        }
        Optional<AwaitedMessage> awaited = Optional.empty();
        if (pending.isEmpty()) { // else the callers wait for a later message
            awaited = Optional.ofNullable(next);
            next = null;
        }
        if (events.isEmpty() && commands.isEmpty()) {
            return Optional.empty();
        }
        int message = events.isEmpty() ? -1 : commands.size();
        if (!events.isEmpty()) {
            awaited.ifPresent(waiting -> acknowledgements.publishing(number, waiting));
            commands.add(publish(channel, new ClusterMessage(sender, number, awaited.isPresent(), events).encoded()));
        }
        return Optional.of(new Batch(commands, message, awaited));
    }

    private static CommandArguments publish(byte[] channel, byte[] message) {
        return new CommandArguments(Command.PUBLISH).add(channel).add(message);
    }

    private void send(Batch batch) {
        Optional<List<@Nullable Object>> results = Optional.empty();
        try {
            results = server.ask(link -> link.callAll(batch.commands()));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "Events are not published to other servers", e);
        }
        int subscribers = 0;
        if (batch.message() >= 0) {
            @Nullable
            Object result = results.map(all -> all.get(batch.message())).orElse(null);
            if (result instanceof Long count) {
                subscribers = Math.toIntExact(count);
            } else {
                lost = true;
                if (result instanceof JedisDataException refusal && !refused) {
                    refused = true;
                    LOG.log(Level.WARNING, "Events are not published to other servers: {0}", refusal.getMessage());
                }
            }
        }
        // without a subscription this server receives no acknowledgement
        int expected = subscription.isActive() ? subscribers : 0;
        batch.awaited().ifPresent(awaited -> acknowledgements.published(awaited, expected));
    }

    private void lookBack(long before) {
        lock.lock();
        try {
            if (lost && server.reachable()) {
                pending.add(new ClusterEvent.Missed());
            }
        } finally {
            lock.unlock();
        }
        acknowledgements.forgetBefore(before);
    }

    /** Publishes the pending events, and ends within half a second. */
    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            work.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(Duration.ofMillis(500));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
