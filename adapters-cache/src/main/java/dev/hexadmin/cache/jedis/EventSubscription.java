package dev.hexadmin.cache.jedis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The subscription to the channels of the events, on a dedicated connection, which is opened again after each outage. */
final class EventSubscription implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(JedisClusterEvents.class.getName());

    /** A subscription without any message for so long is over: its PINGs are not answered. */
    private static final Duration SILENCE = Duration.ofSeconds(3);

    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final int FIRST_PAUSE_MILLIS = 100;
    private static final int LONGEST_PAUSE_MILLIS = 2_000;

    private final KeyValueServer server;
    private final RandomGenerator random;
    private final List<byte[]> channels;
    private final Receiver receiver;
    private final Thread thread = Thread.ofVirtual().name("events from servers").unstarted(this::run);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private volatile @Nullable RedisConnection connection;
    private volatile boolean closed;
    private boolean refused;

    /** What is called on the thread of the subscription. */
    interface Receiver {
        /** The channels are subscribed to; messages may have been lost before. */
        void subscribed();

        void received(byte[] channel, byte[] message);
    }

    EventSubscription(KeyValueServer server, RandomGenerator random, List<byte[]> channels, Receiver receiver) {
        this.server = server;
        this.random = random;
        this.channels = List.copyOf(channels);
        this.receiver = receiver;
    }

    /** Returns at once, also when the server is unavailable. */
    void start() {
        thread.start();
    }

    /** Whether messages are received now, as far as this server knows. */
    boolean isActive() {
        return connection != null;
    }

    /** Asks for a sign of life; when that cannot even be sent, the connection is made again. */
    void ping() {
        RedisConnection current = connection;
        if (current != null) {
            try {
                current.ping();
            } catch (IOException | RuntimeException e) {
                end(current);
            }
        }
    }

    private void run() {
        int pause = FIRST_PAUSE_MILLIS;
        try {
            while (!closed) {
                long since = System.nanoTime();
                try (RedisConnection opened = server.connect(CONNECT)) {
                    subscribe(opened);
                    since = System.nanoTime();
                    receive(opened);
                } catch (JedisDataException e) {
                    if (!refused && !closed) {
                        refused = true;
                        LOG.log(Level.WARNING, "Events of other servers are not received: {0}", e.getMessage());
                    }
                } catch (IOException | JedisException e) {
                    LOG.log(Level.DEBUG, "Events of other servers are not received", e); // the outage itself is logged
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "Events of other servers are not received", e);
                } finally {
                    connection = null;
                }
                if (System.nanoTime() - since > SILENCE.toNanos()) {
                    pause = FIRST_PAUSE_MILLIS;
                }
                rest(pause / 2 + random.nextInt(pause));
                pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            closed = true; // only the end of the process interrupts it
        }
    }

    private void subscribe(RedisConnection opened) {
        opened.within(CONNECT).call(Command.SUBSCRIBE, channels.toArray(byte[][]::new));
        for (int i = 1; i < channels.size(); i++) {
            opened.receive(); // each channel is confirmed
        }
        if (refused) {
            refused = false;
            LOG.log(Level.INFO, "Events of other servers are received again");
        }
        receiver.subscribed();
        connection = opened;
    }

    private void receive(RedisConnection opened) {
        while (!closed) {
            Object received = opened.within(SILENCE).receive();
            if (received instanceof List<?> parts
                    && parts.size() == 3
                    && parts.get(1) instanceof byte[] channel
                    && parts.get(2) instanceof byte[] message) {
                receiver.received(channel, message);
            }
        }
    }

    private void rest(int millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lock();
        try {
            for (long left = end - System.nanoTime(); left > 0 && !closed; left = end - System.nanoTime()) {
                woken.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The thread that receives notices it. */
    private static void end(RedisConnection connection) {
        try {
            connection.close();
        } catch (UncheckedIOException e) {
            LOG.log(Level.DEBUG, "A subscription did not end in an orderly way", e);
        }
    }

    /** Ends the subscription, and waits for its thread for two seconds at most. */
    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            woken.signalAll();
        } finally {
            lock.unlock();
        }
        RedisConnection current = connection;
        if (current != null) {
            end(current);
        }
        try {
            thread.join(CONNECT.multipliedBy(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
