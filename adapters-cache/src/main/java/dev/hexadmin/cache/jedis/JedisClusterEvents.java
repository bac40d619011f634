package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Events between servers, published on one channel of a key-value server. Thread-safe.
 *
 * <p>The other servers acknowledge an awaited message on a channel of the sender; {@code PUBLISH} returns how many
 * subscribers there are, including the sender, which receives its own message.
 *
 * <p>No event is published while the key-value server is unavailable, and no caller waits then. For events that may have
 * been lost, sent or received, servers get {@link ClusterEvent.Missed}: the other servers once the key-value server is
 * available again, this server after each subscription.
 */
public final class JedisClusterEvents implements ClusterEvents, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(JedisClusterEvents.class.getName());

    /** For other servers to handle an event before the request is answered. */
    static final Duration PATIENCE = Duration.ofMillis(50);

    private final KeyValueServer server;
    private final ClusterEvents here = ClusterEvents.none();
    private final long id;
    private final byte[] channel;
    private final Acknowledgements acknowledgements = new Acknowledgements();
    private final EventSubscription subscription;
    private final EventPublisher publisher;
    private boolean unreadable;

    private JedisClusterEvents(KeyValueServer server, RandomGenerator random) {
        this.server = server;
        this.id = random.nextLong();
        this.channel = RedisConnection.bytes(server.key("events"));
        this.subscription =
                new EventSubscription(server, random, List.of(channel, acknowledgementsOf(id)), new Receiver());
        this.publisher = new EventPublisher(server, id, channel, subscription, acknowledgements);
    }

    /**
     * Begins to listen; returns at once, also when the server is unavailable.
     *
     * @param random unpredictable: two servers must not have the same id
     */
    public static JedisClusterEvents open(KeyValueServer server, RandomGenerator random) {
        JedisClusterEvents events = new JedisClusterEvents(server, random);
        server.onReturn(events.publisher::publishMissed);
        events.subscription.start();
        events.publisher.start();
        return events;
    }

    private byte[] acknowledgementsOf(long sender) {
        return RedisConnection.bytes(
                server.key("events", "handled", HexFormat.of().toHexDigits(sender)));
    }

    @Override
    public void listen(Consumer<ClusterEvent> listener) {
        here.listen(listener);
    }

    @Override
    public void announce(ClusterEvent event) {
        here.announce(event);
        publisher.publish(event);
    }

    @Override
    public void announceAndAwait(ClusterEvent event) {
        here.announce(event);
        publisher.publishAwaited(event).ifPresent(message -> {
            try {
                acknowledgements.await(message, PATIENCE.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Handles what the subscription receives, on its thread. */
    private final class Receiver implements EventSubscription.Receiver {
        @Override
        public void subscribed() {
            here.announce(new ClusterEvent.Missed());
        }

        @Override
        public void received(byte[] from, byte[] message) {
            if (Arrays.equals(from, channel)) {
                event(message);
            } else {
                number(message).ifPresent(acknowledgements::acknowledged);
            }
        }
    }

    private void event(byte[] bytes) {
        ClusterMessage message;
        try {
            message = ClusterMessage.decoded(bytes);
        } catch (ClusterMessage.MalformedException e) {
            if (!unreadable) {
                unreadable = true;
                LOG.log(
                        Level.WARNING,
                        "An event cannot be read ({0}): a server of another version, or another program on its channel."
                                + " Each such event drops what is cached",
                        e.getMessage());
            }
            here.announce(new ClusterEvent.Missed());
            return;
        }
        if (message.sender() == id) {
            if (message.awaited()) {
                acknowledgements.acknowledged(message.number());
            }
            return;
        }
        message.events().forEach(here::announce);
        if (message.awaited()) {
            publisher.acknowledge(acknowledgementsOf(message.sender()), message.number());
        }
    }

    private static Optional<Long> number(byte[] message) {
        try {
            return message.length > 20 ? Optional.empty() : Optional.of(Long.valueOf(RedisConnection.text(message)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether events of other servers are received now, as far as this server knows. */
    boolean hears() {
        return subscription.isActive();
    }

    /** Subscribers that no message waits for. */
    int unresponsive() {
        return acknowledgements.unresponsive();
    }

    /** Publishes the pending events, and ends. Later events go to the listeners of this server only. */
    @Override
    public void close() {
        publisher.close();
        subscription.close();
    }
}
