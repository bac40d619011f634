package dev.hexadmin.cache.jedis;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one period in which the key-value server is available: an outage ends the pool, and all who wait for
 * it continue at once. Thread-safe.
 *
 * <p>A returned connection goes to the thread that waits longest. Separate threads open new connections, so that no request
 * spends its time on them. The decision 0008 has the measurements why Jedis's pool is not used.
 */
final class RedisConnectionPool {
    private static final System.Logger LOG = System.getLogger(RedisConnectionPool.class.getName());

    /** Connections, at most. */
    static final int MAX_TOTAL = 32;

    /** Connections that are made at the same time: more would only delay each other when they are encrypted. */
    private static final int MAX_CONNECTING = 2;

    /** For a connection that others use. An outage ends the wait at once, so this is no timeout for outages. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /** A connection that was unused for longer may have been cut on the network without a sign of it. */
    static final Duration MAX_IDLE = Duration.ofSeconds(30);

    private final RedisConnector connector;
    private final Duration limit;
    private final BiConsumer<RedisConnectionPool, Exception> failed;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<RedisConnection> all = new HashSet<>();
    private final Deque<RedisConnection> idle = new ArrayDeque<>(); // the one used last comes first
    private final Deque<CompletableFuture<Optional<RedisConnection>>> waiting = new ArrayDeque<>();
    private int connecting;
    private boolean ended;

    /**
     * @param limit for making one connection
     * @param failed is called with this pool, on a separate thread, for each connection that cannot be opened
     */
    RedisConnectionPool(RedisConnector connector, Duration limit, BiConsumer<RedisConnectionPool, Exception> failed) {
        this.connector = connector;
        this.limit = limit;
        this.failed = failed;
    }

    /** Takes a connection out; empty when the pool has ended, and when no connection was free for a second. */
    Optional<RedisConnection> borrow() {
        CompletableFuture<Optional<RedisConnection>> turn = new CompletableFuture<>();
        lock.lock();
        try {
            if (ended) {
                return Optional.empty();
            }
            RedisConnection connection = idle.pollFirst();
            if (connection != null) {
                return Optional.of(connection);
            }
            waiting.addLast(turn);
            connectMore();
        } finally {
            lock.unlock();
        }
        try {
            return turn.get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            LOG.log(Level.DEBUG, "No connection to the key-value server became free in time");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // it is never completed exceptionally
        }
        if (!turn.complete(Optional.empty())) {
            turn.join().ifPresent(this::giveBack); // another thread has just handed over a connection
        }
        return Optional.empty();
    }

    /** Takes out a connection that is unused now, if there is one. */
    Optional<RedisConnection> borrowIdle() {
        lock.lock();
        try {
            return Optional.ofNullable(idle.pollFirst());
        } finally {
            lock.unlock();
        }
    }

    /** Returns a connection that can be used again. */
    void giveBack(RedisConnection connection) {
        lock.lock();
        try {
            connection.rest(System.nanoTime());
            handOver(connection);
        } finally {
            lock.unlock();
        }
    }

    /** Closes a borrowed connection that cannot be used again. */
    void drop(RedisConnection connection) {
        lock.lock();
        try {
            all.remove(connection);
            connectMore();
        } finally {
            lock.unlock();
        }
        connection.close();
    }

    /** Adds a connection that another class has opened. */
    void add(RedisConnection connection) {
        lock.lock();
        try {
            all.add(connection);
            connection.rest(System.nanoTime());
            handOver(connection);
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connections that are unused now: one of them turned out to have been closed by the server. */
    void dropIdle() {
        lock.lock();
        try {
            idle.forEach(RedisConnection::close);
            idle.forEach(all::remove);
            idle.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connections that were unused for {@link #MAX_IDLE}. */
    void dropUnused() {
        lock.lock();
        try {
            long since = System.nanoTime() - MAX_IDLE.toNanos();
            while (!idle.isEmpty() && idle.getLast().unusedSince(since)) {
                RedisConnection connection = idle.removeLast();
                all.remove(connection);
                connection.close();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes all connections. Threads that wait for a reply or for a connection continue at once. */
    void end() {
        List<RedisConnection> open;
        lock.lock();
        try {
            ended = true;
            open = List.copyOf(all);
            all.clear();
            idle.clear();
            waiting.forEach(turn -> turn.complete(Optional.empty()));
            waiting.clear();
        } finally {
            lock.unlock();
        }
        open.forEach(RedisConnection::close);
    }

    /** With the lock held: to the thread that waits longest, if there is one. */
    private void handOver(RedisConnection connection) {
        if (ended) {
            connection.close();
            return;
        }
        Optional<RedisConnection> one = Optional.of(connection);
        while (!waiting.isEmpty()) {
            if (waiting.removeFirst().complete(one)) {
                return;
            }
        }
        idle.addFirst(connection);
    }

    /** With the lock held. */
    private void connectMore() {
        if (!ended && !waiting.isEmpty() && connecting < MAX_CONNECTING && all.size() + connecting < MAX_TOTAL) {
            connecting++;
            Thread.startVirtualThread(this::connect);
        }
    }

    private void connect() {
        @Nullable RedisConnection connection = null;
        try {
            connection = connector.connectAgain(limit);
        } catch (IOException | RuntimeException e) {
            failed.accept(this, e);
        }
        lock.lock();
        try {
            connecting--;
            if (connection != null) {
                all.add(connection);
                handOver(connection);
            }
            connectMore();
        } finally {
            lock.unlock();
        }
    }
}
