package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Events between servers, published on one channel of a key-value server. Thread-safe.
 *
 * <p>What waits to be told is told in one message: the first at once, the next not before {@link #REST}, but for what
 * somebody waits for. That the others have handled it they say on a channel of the sender's own; the server says how many
 * they are, this one included, whose own message comes back to it.
 *
 * <p>Nothing is told while the key-value server is away, and nobody waits then. Whatever may have been lost, on the way out
 * or on the way in, comes as {@link ClusterEvent.Missed}: to the others once the server is back, here after each subscription.
 */
public final class JedisClusterEvents implements ClusterEvents, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(JedisClusterEvents.class.getName());

    /** For what must be handled elsewhere before an answer. */
    static final Duration PATIENCE = Duration.ofMillis(50);

    /** Between messages nobody waits for: 500 a second, however much happens. */
    static final Duration REST = Duration.ofMillis(2);

    /** An idle subscription is asked for a sign of life. */
    private static final Duration PING_EVERY = Duration.ofSeconds(1);

    private static final Duration SILENCE = Duration.ofSeconds(3);

    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final int FIRST_PAUSE_MILLIS = 100;
    private static final int LONGEST_PAUSE_MILLIS = 2_000;

    /** So long a late acknowledgement is still of interest. */
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private final KeyValueServer server;
    private final ClusterEvents here = ClusterEvents.none();
    private final RandomGenerator random;
    private final long id;
    private final byte[] channel;
    private final byte[] acknowledgements;
    private final Thread hearing;
    private final Thread telling;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition woken = lock.newCondition();
    private final Pending pending = new Pending();
    private final List<CommandArguments> answers = new ArrayList<>();
    /** Of those who wait for what is not sent yet. */
    private @Nullable Round next;

    private final Map<Long, Round> rounds = new LinkedHashMap<>();
    /** Subscribers that do not acknowledge: they are not waited for again until they do. */
    private int deaf;

    private volatile boolean lost;
    private volatile @Nullable RedisConnection subscription;
    private volatile boolean closed;
    private boolean garbled;
    private boolean refused;
    private boolean muted;

    /** A message that is waited for, by one or by many. */
    private static final class Round {
        final CountDownLatch over = new CountDownLatch(1);
        final long begun = System.nanoTime();
        /** Who got the message; unknown until it has been published. */
        int expected = Integer.MAX_VALUE;

        int acknowledged;
    }

    private JedisClusterEvents(KeyValueServer server, RandomGenerator random) {
        this.server = server;
        this.random = random;
        this.id = random.nextLong();
        this.channel = RedisConnection.bytes(server.key("events"));
        this.acknowledgements = acknowledgements(id);
        this.hearing = Thread.ofVirtual().name("events from servers").unstarted(this::hear);
        this.telling = Thread.ofVirtual().name("events to servers").unstarted(this::tell);
    }

    /**
     * Begins to listen; returns at once, also when the server is away.
     *
     * @param random unpredictable: two servers must not be the same
     */
    public static JedisClusterEvents open(KeyValueServer server, RandomGenerator random) {
        JedisClusterEvents events = new JedisClusterEvents(server, random);
        server.onReturn(events::makeGood);
        events.hearing.start();
        events.telling.start();
        return events;
    }

    private byte[] acknowledgements(long sender) {
        return RedisConnection.bytes(
                server.key("events", "handled", HexFormat.of().toHexDigits(sender)));
    }

    @Override
    public void listen(Consumer<ClusterEvent> listener) {
        here.listen(listener);
    }

    // ---- telling

    @Override
    public void announce(ClusterEvent event) {
        here.announce(event);
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

    @Override
    public void announceAndAwait(ClusterEvent event) {
        here.announce(event);
        if (!server.reachable() || closed) {
            lost = true;
            return;
        }
        Round round;
        lock.lock();
        try {
            pending.add(event);
            if (next == null) {
                next = new Round();
            }
            round = next;
            work.signal();
        } finally {
            lock.unlock();
        }
        try {
            if (!round.over.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                waitedInVain(round);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void waitedInVain(Round round) {
        lock.lock();
        try {
            if (round.expected != Integer.MAX_VALUE) {
                deaf = Math.max(deaf, round.expected - round.acknowledged);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What is to be sent in one go. */
    private record Post(List<CommandArguments> commands, int message, Optional<Round> round) {}

    private void tell() {
        long number = 0;
        long rested = System.nanoTime();
        long pinged = rested;
        try {
            while (true) {
                long now = System.nanoTime();
                if (now - pinged >= PING_EVERY.toNanos()) {
                    pinged = now;
                    ping();
                    lookBack(now - REMEMBERED.toNanos());
                }
                boolean last = closed;
                Optional<Post> post = due(rested, pinged + PING_EVERY.toNanos(), number);
                if (post.isPresent()) {
                    number++;
                    send(post.get());
                    rested = System.nanoTime() + REST.toNanos();
                } else if (last) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            closed = true; // nobody interrupts it but to end it
        }
    }

    /** What has to be sent now; waits until {@code until} for something. */
    private Optional<Post> due(long rested, long until, long number) throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long now = System.nanoTime();
                long rest = pending.isEmpty() ? Long.MAX_VALUE : rested - now;
                if (next != null || !answers.isEmpty() || rest <= 0) {
                    break;
                }
                long left = Math.min(rest, until - now);
                if (left <= 0) {
                    return Optional.empty();
                }
                work.awaitNanos(left);
            }
            return post(number);
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held. */
    private Optional<Post> post(long number) {
        List<CommandArguments> commands = new ArrayList<>(answers);
        answers.clear();
        List<ClusterEvent> events = new ArrayList<>();
        if (lost) {
            lost = false;
            pending.clear();
            events.add(new ClusterEvent.Missed());
        } else {
            events.addAll(pending.take());
        }
        Optional<Round> round = Optional.empty();
        if (pending.isEmpty()) { // else those who wait do so for a later message
            round = Optional.ofNullable(next);
            next = null;
        }
        if (events.isEmpty() && commands.isEmpty()) {
            return Optional.empty();
        }
        int message = events.isEmpty() ? -1 : commands.size();
        if (!events.isEmpty()) {
            round.ifPresent(waiting -> rounds.put(number, waiting));
            commands.add(publish(channel, new ClusterMessage(id, number, round.isPresent(), events).encoded()));
        }
        return Optional.of(new Post(commands, message, round));
    }

    private static CommandArguments publish(byte[] channel, byte[] message) {
        return new CommandArguments(Command.PUBLISH).add(channel).add(message);
    }

    private void send(Post post) {
        Optional<List<@Nullable Object>> replies = Optional.empty();
        try {
            replies = server.ask(link -> link.callAll(post.commands()));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "Other servers are not told of events", e);
        }
        int subscribers = 0;
        if (post.message() >= 0) {
            @Nullable Object reply = replies.map(all -> all.get(post.message())).orElse(null);
            if (reply instanceof Long count) {
                subscribers = Math.toIntExact(count);
            } else {
                lost = true;
                if (reply instanceof JedisDataException refusal && !muted) {
                    muted = true;
                    LOG.log(Level.WARNING, "Other servers are not told of events: {0}", refusal.getMessage());
                }
            }
        }
        boolean answered = subscription != null; // else nobody's acknowledgement comes here
        int expected = answered ? subscribers : 0;
        post.round().ifPresent(round -> {
            lock.lock();
            try {
                round.expected = expected;
                check(round);
            } finally {
                lock.unlock();
            }
        });
    }

    /** With the lock held. */
    private void check(Round round) {
        if (round.acknowledged >= round.expected) {
            deaf = 0;
        }
        if (round.acknowledged >= round.expected - deaf) {
            round.over.countDown();
        }
    }

    private void handled(long number) {
        lock.lock();
        try {
            Round round = rounds.get(number);
            if (round != null) {
                round.acknowledged++;
                check(round);
                if (round.acknowledged >= round.expected) {
                    rounds.remove(number);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void lookBack(long before) {
        lock.lock();
        try {
            if (lost && server.reachable()) {
                pending.add(new ClusterEvent.Missed());
            }
            rounds.values().removeIf(round -> round.begun - before < 0);
        } finally {
            lock.unlock();
        }
    }

    /** The key-value server is back: before anything else goes there, the others hear that they were not told all. */
    private void makeGood() {
        if (!lost || closed) {
            return;
        }
        lost = false;
        boolean told = false;
        try {
            ClusterMessage message = new ClusterMessage(id, -1, false, List.of(new ClusterEvent.Missed()));
            told = server.ask(link -> link.callAll(List.of(publish(channel, message.encoded()))))
                    .filter(replies -> replies.getFirst() instanceof Long)
                    .isPresent();
        } finally {
            if (!told) {
                lost = true; // tried again once everything else goes on
            }
        }
    }

    private void ping() {
        RedisConnection link = subscription;
        if (link != null) {
            try {
                link.ping();
            } catch (IOException | RuntimeException e) {
                end(link);
            }
        }
    }

    /** Whoever reads there notices. */
    private static void end(RedisConnection link) {
        try {
            link.close();
        } catch (UncheckedIOException e) {
            LOG.log(Level.DEBUG, "A subscription did not end well", e);
        }
    }

    // ---- hearing

    private void hear() {
        int pause = FIRST_PAUSE_MILLIS;
        try {
            while (!closed) {
                long since = System.nanoTime();
                try (RedisConnection link = server.connect(CONNECT)) {
                    subscribe(link);
                    since = System.nanoTime();
                    follow(link);
                } catch (JedisDataException e) {
                    if (!refused && !closed) {
                        refused = true;
                        LOG.log(Level.WARNING, "Events of other servers are not heard: {0}", e.getMessage());
                    }
                } catch (IOException | JedisException e) {
                    LOG.log(Level.DEBUG, "Events of other servers are not heard", e); // the server itself is logged
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "Events of other servers are not heard", e);
                } finally {
                    subscription = null;
                }
                if (System.nanoTime() - since > SILENCE.toNanos()) {
                    pause = FIRST_PAUSE_MILLIS;
                }
                rest(pause / 2 + random.nextInt(pause));
                pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            closed = true; // nobody interrupts it but to end it
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

    private void subscribe(RedisConnection link) {
        link.within(CONNECT);
        link.call(Command.SUBSCRIBE, channel, acknowledgements);
        link.receive(); // each channel is confirmed
        if (refused) {
            refused = false;
            LOG.log(Level.INFO, "Events of other servers are heard again");
        }
        here.announce(new ClusterEvent.Missed());
        subscription = link;
    }

    private void follow(RedisConnection link) {
        while (!closed) {
            Object received = link.within(SILENCE).receive();
            if (received instanceof List<?> parts
                    && parts.size() == 3
                    && parts.get(1) instanceof byte[] from
                    && parts.get(2) instanceof byte[] message) {
                if (Arrays.equals(from, channel)) {
                    heard(message);
                } else {
                    number(message).ifPresent(this::handled);
                }
            }
        }
    }

    private void heard(byte[] bytes) {
        ClusterMessage message;
        try {
            message = ClusterMessage.decoded(bytes);
        } catch (ClusterMessage.Garbled e) {
            if (!garbled) {
                garbled = true;
                LOG.log(
                        Level.WARNING,
                        "An event cannot be read ({0}): a server of another version, or somebody else on its channel."
                                + " What is kept is dropped each time",
                        e.getMessage());
            }
            here.announce(new ClusterEvent.Missed());
            return;
        }
        if (message.sender() == id) {
            if (message.awaited()) {
                handled(message.number());
            }
            return;
        }
        message.events().forEach(here::announce);
        if (message.awaited()) {
            answer(publish(acknowledgements(message.sender()), RedisConnection.bytes(Long.toString(message.number()))));
        }
    }

    private void answer(CommandArguments acknowledgement) {
        lock.lock();
        try {
            if (answers.size() < Pending.MOST) {
                answers.add(acknowledgement);
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private static Optional<Long> number(byte[] message) {
        try {
            return message.length > 20 ? Optional.empty() : Optional.of(Long.valueOf(RedisConnection.text(message)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether others can be heard now, as far as this server knows. */
    boolean hears() {
        return subscription != null;
    }

    /** Subscribers that are not waited for. */
    int deafness() {
        lock.lock();
        try {
            return deaf;
        } finally {
            lock.unlock();
        }
    }

    /** Tells what is left to tell, and ends. Later events are told to this server alone. */
    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            work.signalAll();
            woken.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            telling.join(Duration.ofMillis(500));
            RedisConnection link = subscription;
            if (link != null) {
                end(link);
            }
            hearing.join(CONNECT.multipliedBy(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
