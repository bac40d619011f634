package dev.hexadmin.cache.jedis;

import dev.hexadmin.cache.spi.KeyValueClient;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One key-value server that several servers of this product share. No request waits for it while it is unavailable.
 *
 * <p>A request waits 95 ms for a reply at most. When no reply has come after 40 ms, a dedicated thread pings the server and
 * waits 50 ms for the answer: one slow reply of a busy machine is not yet an outage. When the ping is not answered, or a
 * connection is refused or cut, {@link #ask} returns at once from then on, until the same thread, which tries again after
 * 100 ms to 1 s, reaches the server. Thread-safe; made for virtual threads.
 */
public final class KeyValueServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KeyValueServer.class.getName());

    /** For a connection to be made; a request waits 1.9 times as long for all replies. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final RedisConnector connector;
    private final String prefix;
    private final Duration patience;
    private final Duration limit;
    private final Duration doubtful;
    private final ServerWatch watch;
    private final Runnable doubt;
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();

    /**
     * What is asked of the server. It runs on one connection within 95 ms in all, and may run twice when a connection
     * turns out to have been closed while it was unused.
     */
    @FunctionalInterface
    interface Command<T> {
        T on(RedisConnection connection);
    }

    private KeyValueServer(RedisConnector connector, String namespace, Duration patience) {
        this.connector = connector;
        this.prefix = "hexadmin:{" + namespace + "}:";
        this.patience = patience;
        this.limit = patience.multipliedBy(19).dividedBy(10);
        this.doubtful = patience.multipliedBy(4).dividedBy(5);
        this.watch = new ServerWatch(connector, patience, RedisConnection.bytes(key("here")));
        this.doubt = watch::doubt;
    }

    /**
     * Connects, also later without a further call when the server is unavailable; returns within 100 ms.
     *
     * @param namespace separates the keys of this installation from those of others on the same server
     */
    public static KeyValueServer open(KeyValueUrl url, String namespace) {
        return open(url, namespace, PATIENCE);
    }

    /** @param patience in place of 50 ms; {@code open} waits twice as long */
    static KeyValueServer open(KeyValueUrl url, String namespace, Duration patience) {
        return open(RedisConnector.to(url), namespace, patience);
    }

    /**
     * The same with connections that the embedding program makes.
     *
     * @param namespace separates the keys of this installation from those of others on the same server
     */
    public static KeyValueServer open(KeyValueClient client, String namespace) {
        return open(client, namespace, PATIENCE);
    }

    /** @param patience in place of 50 ms; {@code open} waits twice as long */
    static KeyValueServer open(KeyValueClient client, String namespace, Duration patience) {
        return open(RedisConnector.over(client, patience.multipliedBy(5)), namespace, patience);
    }

    private static KeyValueServer open(RedisConnector connector, String namespace, Duration patience) {
        KeyValueServer server = new KeyValueServer(connector, namespace, patience);
        server.watch.start(patience.multipliedBy(2));
        return server;
    }

    /** The name of a key: all of an installation are in one slot of a cluster. */
    String key(String... parts) {
        return prefix + String.join(":", parts);
    }

    /** Whether requests ask the server now. Costs the reading of a field. */
    public boolean reachable() {
        return watch.isAvailable();
    }

    /**
     * Registers a callback for each time that the server is available again after an outage. It runs on the watching thread,
     * before requests ask the server. Until then, only callbacks reach the server with {@link #ask}. When a callback
     * throws, the server counts as unavailable, and the thread tries again, with all callbacks.
     */
    public void onReturn(Runnable callback) {
        watch.onReturn(callback);
    }

    /**
     * Asks the server.
     *
     * @return empty when it is unavailable, when it becomes so now (after 100 ms at most), or when it refuses the command,
     *     which is logged once per kind of refusal
     */
    <T> Optional<T> ask(Command<T> command) {
        Optional<RedisConnection> trial = watch.trial();
        if (trial.isPresent()) {
            return Optional.of(command.on(trial.get().within(patience))); // an exception ends the trial
        }
        for (boolean again = false; ; again = true) {
            RedisConnectionPool pool = watch.pool();
            Optional<RedisConnection> borrowed = watch.isAvailable() ? pool.borrow() : Optional.empty();
            if (borrowed.isEmpty()) {
                return Optional.empty();
            }
            RedisConnection connection = borrowed.get();
            boolean intact = false;
            try {
                T answer = command.on(connection.within(limit, doubtful, doubt));
                intact = true;
                return Optional.of(answer);
            } catch (JedisDataException e) {
                intact = true;
                refused(pool, e);
                return Optional.empty();
            } catch (JedisConnectionException e) {
                if (RedisFailure.isTimeout(e)) {
                    LOG.log(Level.DEBUG, "The key-value server {0} gave no reply in time", connector);
                    watch.doubt();
                    return Optional.empty();
                }
                if (again || connection.fresh()) {
                    watch.unavailable(pool, RedisFailure.reason(e));
                    return Optional.empty();
                }
                pool.dropIdle(); // it was closed while it was unused, and most likely not alone
            } finally {
                if (intact) {
                    pool.giveBack(connection);
                } else {
                    pool.drop(connection);
                }
            }
        }
    }

    private void refused(RedisConnectionPool pool, JedisDataException refusal) {
        String text = String.valueOf(refusal.getMessage());
        String code = text.substring(0, Math.max(0, (text + " ").indexOf(' ')));
        if (RedisFailure.isUnavailable(refusal)) {
            watch.unavailable(pool, text);
        } else if (refusals.add(code)) {
            LOG.log(Level.WARNING, "The key-value server {0} refuses a command: {1}", connector, text);
        }
    }

    /** Makes a connection outside of the pool, which the caller closes. See {@link RedisConnector#connect}. */
    RedisConnection connect(Duration longest) throws IOException {
        return connector.connect(longest);
    }

    /** Closes all connections; from then on the server counts as unavailable. */
    @Override
    public void close() {
        watch.close();
    }
}
