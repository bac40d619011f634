package dev.hexadmin.cache.jedis;

import dev.failsafe.CircuitBreaker;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Watches whether the key-value server is available, with a circuit breaker and a dedicated thread. Thread-safe.
 *
 * <p>The breaker is closed while requests may ask the server, open from the first failure on, and half-open while the
 * thread tries the server again: after 100 ms, then less and less often, up to once a second. No request is the trial, so
 * no request waits for an unavailable server.
 */
final class ServerWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KeyValueServer.class.getName());

    /** For a trial: no request waits for it, and the first encrypted connection of a process is slow. */
    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(1);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** After an outage that begins sooner than this after the last one, the pauses continue to grow. */
    private static final Duration STEADY = Duration.ofSeconds(10);

    private final RedisConnector connector;
    private final Duration patience;
    private final byte[] trialKey;
    private final Thread thread = Thread.ofVirtual().name("key-value server").unstarted(this::run);
    private final CountDownLatch tried = new CountDownLatch(1);
    private final List<Runnable> onReturn = new CopyOnWriteArrayList<>();
    private final AtomicBoolean withoutRunIdLogged = new AtomicBoolean();
    private final CircuitBreaker<Object> breaker = CircuitBreaker.builder()
            .withFailureThreshold(1)
            .withSuccessThreshold(1)
            .build();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private boolean doubted;
    private volatile RedisConnectionPool pool;
    private volatile boolean closed;
    private volatile @Nullable RedisConnection trial; // while the callbacks of onReturn run

    /**
     * @param patience for a connection to be made, and for the reply to a PING
     * @param trialKey is written to find out whether the server takes writes
     */
    ServerWatch(RedisConnector connector, Duration patience, byte[] trialKey) {
        this.connector = connector;
        this.patience = patience;
        this.trialKey = trialKey;
        this.pool = newPool();
        breaker.open();
    }

    private RedisConnectionPool newPool() {
        return new RedisConnectionPool(connector, patience, this::failed);
    }

    /** Starts the thread, and waits for the first trial, but not longer than {@code limit}. */
    void start(Duration limit) {
        thread.start();
        try {
            boolean soon = tried.await(limit.toMillis(), TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, "The key-value server {0} was tried{1}", connector, soon ? "" : " and takes its time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether requests may ask the server. */
    boolean isAvailable() {
        return breaker.isClosed();
    }

    /** The pool to borrow from. It is read before {@link #isAvailable}: that of an outage has no connections. */
    RedisConnectionPool pool() {
        return pool;
    }

    /** The connection of the trial, for the callbacks of {@link #onReturn} only. */
    Optional<RedisConnection> trial() {
        RedisConnection current = trial;
        return current != null && Thread.currentThread().equals(thread) ? Optional.of(current) : Optional.empty();
    }

    void onReturn(Runnable callback) {
        onReturn.add(callback);
    }

    /** The connections of a pool have failed: opens the breaker, unless that has happened already. */
    void unavailable(RedisConnectionPool failed, String reason) {
        lock.lock();
        try {
            if (!breaker.isClosed() || failed != pool) {
                return;
            }
            breaker.recordFailure();
            doubted = false;
            pool = newPool();
            if (!closed) {
                LOG.log(Level.WARNING, "The key-value server {0} is unavailable: {1}", connector, reason);
            }
            change.signalAll();
        } finally {
            lock.unlock();
        }
        failed.end();
    }

    /** A reply is late: the thread asks the server for a sign of life. The caller does not wait for it. */
    void doubt() {
        lock.lock();
        try {
            if (breaker.isClosed() && !doubted) {
                doubted = true;
                change.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A connection cannot be made. */
    private void failed(RedisConnectionPool of, Exception e) {
        if (RedisFailure.isTimeout(e)) {
            doubt();
        } else {
            unavailable(of, RedisFailure.reason(e));
        }
    }

    private void run() {
        boolean logged = false;
        Duration pause = FIRST_PAUSE;
        try {
            while (!closed) {
                try {
                    tryAgain();
                    logged = true;
                    tried.countDown();
                    long since = System.nanoTime();
                    awaitOutage();
                    if (System.nanoTime() - since > STEADY.toNanos()) {
                        pause = FIRST_PAUSE;
                    }
                } catch (IOException | JedisException e) {
                    if (!logged && !closed) {
                        LOG.log(
                                Level.WARNING,
                                "The key-value server {0} is unavailable: {1}",
                                connector,
                                RedisFailure.reason(e));
                        logged = true;
                    }
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "A callback for the return of the key-value server failed", e);
                    logged = true;
                }
                tried.countDown();
                rest(pause);
                pause = pause.compareTo(LONGEST_PAUSE.dividedBy(2)) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException e) {
            close(); // only the end of the process interrupts it
        }
    }

    /** Closes the breaker when the server answers, takes writes, and all callbacks have returned. */
    private void tryAgain() throws IOException {
        breaker.halfOpen();
        try {
            RedisConnection connection = connector.connect(TRIAL_LIMIT);
            try {
                write(connection);
                trial = connection;
                onReturn.forEach(Runnable::run);
            } catch (RuntimeException e) {
                connection.close();
                throw e;
            } finally {
                trial = null;
            }
            available(connection);
        } finally {
            if (!breaker.isClosed()) {
                breaker.recordFailure();
            }
        }
    }

    private void available(RedisConnection connection) {
        lock.lock();
        try {
            if (closed) {
                connection.close();
                return;
            }
            pool.add(connection);
            breaker.recordSuccess();
            LOG.log(Level.INFO, "The key-value server {0} answers", connector);
        } finally {
            lock.unlock();
        }
        if (connection.run().isEmpty() && withoutRunIdLogged.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "The key-value server {0} does not allow reading its run id (INFO server): pages are not cached there",
                    connector);
        }
    }

    /** A server that can only be read is of no use. An account that may not do this may still do what matters. */
    private void write(RedisConnection connection) {
        try {
            connection
                    .within(patience)
                    .call(
                            Protocol.Command.SET,
                            trialKey,
                            RedisConnection.bytes("1"),
                            Protocol.Keyword.PX.getRaw(),
                            RedisConnection.bytes("1000"));
        } catch (JedisDataException e) {
            if (RedisFailure.isUnavailable(e)) {
                throw e;
            }
        }
    }

    private void awaitOutage() throws InterruptedException {
        while (breaker.isClosed()) {
            if (awaitDoubt()) {
                examine();
            }
        }
    }

    /** Until a reply is late, the breaker is open, or unused connections may be closed. */
    private boolean awaitDoubt() throws InterruptedException {
        lock.lock();
        try {
            pool.dropUnused();
            long left = RedisConnectionPool.MAX_IDLE.toNanos() / 3;
            while (breaker.isClosed() && !doubted && left > 0) {
                left = change.awaitNanos(left);
            }
            return breaker.isClosed() && doubted;
        } finally {
            lock.unlock();
        }
    }

    /** Asks for a sign of life over an unused connection, or over a new one. */
    private void examine() {
        RedisConnectionPool examined;
        lock.lock();
        try {
            doubted = false;
            examined = pool;
        } finally {
            lock.unlock();
        }
        Optional<RedisConnection> unused = examined.borrowIdle();
        if (unused.isPresent() && answers(unused.get(), examined)) {
            examined.giveBack(unused.get());
            return;
        }
        unused.ifPresent(examined::drop);
        if (breaker.isClosed()) {
            try {
                connector.connect(patience).close(); // the sign-in takes a reply
            } catch (IOException | JedisException e) {
                unavailable(examined, RedisFailure.reason(e));
            }
        }
    }

    /** Whether the server answers in time. A connection that was closed while idle does not count. */
    private boolean answers(RedisConnection connection, RedisConnectionPool of) {
        try {
            connection.within(patience).call(Protocol.Command.PING);
            return true;
        } catch (JedisDataException e) {
            if (RedisFailure.isUnavailable(e)) {
                unavailable(of, RedisFailure.reason(e));
            }
            return true;
        } catch (JedisConnectionException e) {
            if (RedisFailure.isTimeout(e)) {
                unavailable(of, RedisFailure.reason(e));
            }
            return false;
        }
    }

    private void rest(Duration pause) throws InterruptedException {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !closed) {
                left = change.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Opens the breaker and closes all connections. */
    @Override
    public void close() {
        closed = true;
        unavailable(pool, "closed");
        lock.lock();
        try {
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
