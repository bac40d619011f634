package dev.hexadmin.cache.jedis;

import dev.hexadmin.cache.spi.KeyValueClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One key-value server that several servers of this product share, and that may be away: then nobody waits for it.
 *
 * <p>A request waits 95 ms for an answer at most. When there is none after 40 ms, a thread of its own asks the server for a
 * sign of life and waits 50 ms for it: one slow answer, of a machine that is busy, is not yet a server that is away. When
 * that comes in vain, or the server is found gone, nobody waits any more and {@link #ask} costs nothing, until the same
 * thread, which tries again after 100 ms to 1 s, finds the server answering. Thread-safe; made for virtual threads.
 */
public final class KeyValueServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KeyValueServer.class.getName());

    /** Connections, at most. */
    static final int MOST = 32;

    /** Connections that are made at one time: more would only delay each other when they are encrypted. */
    private static final int OPENING = 2;

    /** For a connection to be made, and again for all replies to one who asks. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    /** Of the thread that tries again: nobody waits for it, and the first encrypted connection of a process is slow. */
    private static final Duration FIRST_CONNECT = Duration.ofSeconds(1);

    /** For a connection that others use: it ends at once when the server falls away, so it is not a time-out for that. */
    private static final Duration QUEUE = Duration.ofSeconds(1);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** A server that falls away again sooner than this is tried more and more seldom all the same. */
    private static final Duration STEADY = Duration.ofSeconds(10);

    /** Longer unused, it may have been cut by something on the way without a word. */
    private static final Duration UNUSED = Duration.ofSeconds(30);

    /** Error replies of a server that cannot do anything for anybody now. */
    private static final List<String> USELESS =
            List.of("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "NOAUTH", "WRONGPASS");

    private final Way way;
    private final String prefix;
    private final Duration patience;
    private final Thread watch;
    private final CountDownLatch tried = new CountDownLatch(1);
    private final List<Runnable> onReturn = new CopyOnWriteArrayList<>();
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private final Set<RedisConnection> links = new HashSet<>();
    private final Deque<RedisConnection> idle = new ArrayDeque<>(); // used last first
    private final Deque<CompletableFuture<Optional<RedisConnection>>> waiting = new ArrayDeque<>();
    private @Nullable SocketAddress address; // of the last connection made: names are not resolved while somebody waits
    private int opening;
    private boolean doubted;
    private long generation;
    private volatile boolean reachable;
    private volatile boolean closed;
    private volatile @Nullable RedisConnection
            proving; // of the watching thread, while those who wait for the return are told

    /**
     * What is asked of the server. It runs on one connection within 50 ms in all, and may run twice when a connection
     * turns out to have been closed while nobody used it.
     */
    @FunctionalInterface
    interface Command<T> {
        T on(RedisConnection link);
    }

    /** How connections are made; its text is what the log calls the server. */
    private sealed interface Way {
        /** As a URL says. */
        record Told(KeyValueUrl url) implements Way {
            @Override
            public String toString() {
                return url.toString();
            }
        }

        /** By the program. */
        record Own(KeyValueClient client) implements Way {
            @Override
            public String toString() {
                return "of the program's own client";
            }
        }
    }

    private KeyValueServer(Way way, String namespace, Duration patience) {
        this.way = way;
        this.patience = patience;
        this.prefix = "hexadmin:{" + namespace + "}:";
        this.watch = Thread.ofVirtual().name("key-value server").unstarted(this::watch);
    }

    /**
     * Connects, also later by itself when the server is away; returns within 100 ms.
     *
     * @param namespace sets the keys of this installation apart from those of others on the same server
     */
    public static KeyValueServer open(KeyValueUrl url, String namespace) {
        return open(url, namespace, PATIENCE);
    }

    /** @param patience in place of 50 ms; {@code open} waits twice as long */
    static KeyValueServer open(KeyValueUrl url, String namespace, Duration patience) {
        return open(new Way.Told(url), namespace, patience);
    }

    /**
     * The same with connections that the program makes.
     *
     * @param namespace sets the keys of this installation apart from those of others on the same server
     */
    public static KeyValueServer open(KeyValueClient client, String namespace) {
        return open(client, namespace, PATIENCE);
    }

    /** @param patience in place of 50 ms; {@code open} waits twice as long */
    static KeyValueServer open(KeyValueClient client, String namespace, Duration patience) {
        return open(new Way.Own(client), namespace, patience);
    }

    private static KeyValueServer open(Way way, String namespace, Duration patience) {
        KeyValueServer server = new KeyValueServer(way, namespace, patience);
        server.watch.start();
        try {
            boolean soon = server.tried.await(2 * patience.toMillis(), TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, "The key-value server {0} was tried{1}", way, soon ? "" : " and takes its time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return server;
    }

    /** The name of a key: all of an installation are in one slot of a cluster. */
    String key(String... parts) {
        return prefix + String.join(":", parts);
    }

    /** Whether requests go to the server now. Free of cost. */
    public boolean reachable() {
        return reachable;
    }

    /**
     * Has something done each time that the server answers again after it was away, on the watching thread and before
     * requests are let through. There, and only there, {@link #ask} reaches the server already. When it throws, the server
     * counts as away, and all is tried again.
     */
    public void onReturn(Runnable told) {
        onReturn.add(told);
    }

    /**
     * Asks the server.
     *
     * @return empty when it is away, when it falls away now (after 100 ms at most), or when it refuses the command, which
     *     is logged once per kind of refusal
     */
    <T> Optional<T> ask(Command<T> command) {
        RedisConnection proven = proving;
        if (proven != null && Thread.currentThread().equals(watch)) {
            return Optional.of(command.on(proven.within(patience))); // what it throws ends this return of the server
        }
        for (boolean again = false; ; again = true) {
            Optional<RedisConnection> borrowed = borrow();
            if (borrowed.isEmpty()) {
                return Optional.empty();
            }
            RedisConnection link = borrowed.get();
            boolean whole = false;
            try {
                T answer = command.on(link.within(
                        patience.multipliedBy(19).dividedBy(10),
                        patience.multipliedBy(4).dividedBy(5),
                        this::doubt));
                whole = true;
                return Optional.of(answer);
            } catch (JedisDataException e) {
                whole = true;
                refused(link, e);
                return Optional.empty();
            } catch (JedisConnectionException e) {
                if (timedOut(e)) {
                    LOG.log(Level.DEBUG, "The key-value server {0} gave no answer in time: nobody waits for it", way);
                    doubt();
                    return Optional.empty();
                }
                if (again || link.fresh()) {
                    fellAway(link.generation(), reason(e));
                    return Optional.empty();
                }
                dropIdle(link.generation()); // closed while unused, and most likely not alone
            } finally {
                if (whole) {
                    giveBack(link);
                } else {
                    drop(link);
                }
            }
        }
    }

    /** A connection of one's own, which nobody counts or closes. See {@link RedisConnection#open} for what it throws. */
    RedisConnection connect(Duration limit) throws IOException {
        return open(limit, -1);
    }

    // ---- the pool

    private Optional<RedisConnection> borrow() {
        CompletableFuture<Optional<RedisConnection>> turn = new CompletableFuture<>();
        lock.lock();
        try {
            if (!reachable) {
                return Optional.empty();
            }
            RedisConnection link = idle.pollFirst();
            if (link != null) {
                return Optional.of(link);
            }
            waiting.addLast(turn);
            openMore();
        } finally {
            lock.unlock();
        }
        try {
            return turn.get(QUEUE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            LOG.log(Level.DEBUG, "No connection to the key-value server became free in time");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // nobody completes it so
        }
        if (!turn.complete(Optional.empty())) {
            turn.join().ifPresent(this::giveBack); // it was handed over just now
        }
        return Optional.empty();
    }

    /** With the lock held. */
    private void openMore() {
        if (reachable && !waiting.isEmpty() && opening < OPENING && links.size() + opening < MOST) {
            opening++;
            @Nullable SocketAddress to = address;
            long of = generation;
            Thread.startVirtualThread(() -> openOne(to, of));
        }
    }

    private void openOne(@Nullable SocketAddress to, long of) {
        @Nullable RedisConnection link = null;
        String reason = "";
        try {
            link = switch (way) {
                case Way.Told(KeyValueUrl url) -> RedisConnection.open(url, Objects.requireNonNull(to), patience, of);
                case Way.Own(KeyValueClient client) -> open(client, patience, of);
            };
        } catch (IOException | RuntimeException e) {
            if (timedOut(e)) {
                doubt();
            } else {
                reason = reason(e);
            }
        }
        if (!reason.isEmpty()) {
            fellAway(of, reason);
        }
        lock.lock();
        try {
            opening--;
            if (link != null) {
                links.add(link);
                takeBack(link);
            }
            openMore();
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(RedisConnection link) {
        lock.lock();
        try {
            link.rest(System.nanoTime());
            takeBack(link);
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held: to the one who waits longest, if any. */
    private void takeBack(RedisConnection link) {
        if (!reachable || link.generation() != generation) {
            links.remove(link);
            link.close();
            return;
        }
        Optional<RedisConnection> one = Optional.of(link);
        while (!waiting.isEmpty()) {
            if (waiting.removeFirst().complete(one)) {
                return;
            }
        }
        idle.addFirst(link);
    }

    private void drop(RedisConnection link) {
        lock.lock();
        try {
            links.remove(link);
            openMore();
        } finally {
            lock.unlock();
        }
        link.close();
    }

    private void dropIdle(long of) {
        lock.lock();
        try {
            if (of == generation) {
                idle.forEach(RedisConnection::close);
                idle.forEach(links::remove);
                idle.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held. */
    private void dropUnused() {
        long since = System.nanoTime() - UNUSED.toNanos();
        while (!idle.isEmpty() && idle.getLast().unusedSince(since)) {
            RedisConnection link = idle.removeLast();
            links.remove(link);
            link.close();
        }
    }

    // ---- being away

    private void refused(RedisConnection link, JedisDataException refusal) {
        String text = String.valueOf(refusal.getMessage());
        String code = text.substring(0, Math.max(0, (text + " ").indexOf(' ')));
        if (useless(refusal)) {
            fellAway(link.generation(), text);
        } else if (refusals.add(code)) {
            LOG.log(Level.WARNING, "The key-value server {0} refuses a command: {1}", way, text);
        }
    }

    /** Redis 6 puts the error of a command within a script behind its own. */
    private static boolean useless(JedisDataException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return USELESS.stream().anyMatch(each -> text.startsWith(each) || text.contains("-" + each + " "));
    }

    private void fellAway(long of, String reason) {
        List<RedisConnection> broken;
        lock.lock();
        try {
            if (!reachable || of != generation) {
                return; // others were told already
            }
            reachable = false;
            doubted = false;
            generation++;
            broken = List.copyOf(links);
            links.clear();
            idle.clear();
            waiting.forEach(turn -> turn.complete(Optional.empty()));
            waiting.clear();
            if (!closed) {
                LOG.log(Level.WARNING, "The key-value server {0} is away: {1}", way, reason);
            }
            change.signalAll();
        } finally {
            lock.unlock();
        }
        broken.forEach(RedisConnection::close); // whoever waits for an answer on one stops waiting
    }

    /** The server is slow at least: it is asked for a sign of life, and nobody waits for that here. */
    private void doubt() {
        lock.lock();
        try {
            if (reachable && !doubted) {
                doubted = true;
                change.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void examine() {
        long of;
        Optional<RedisConnection> unused;
        lock.lock();
        try {
            doubted = false;
            of = generation;
            unused = Optional.ofNullable(idle.pollFirst());
        } finally {
            lock.unlock();
        }
        if (unused.isPresent() && answers(unused.get(), of)) {
            giveBack(unused.get());
            return;
        }
        unused.ifPresent(this::drop);
        if (!reachable) {
            return;
        }
        try {
            open(patience, of).close(); // signing in takes an answer
        } catch (IOException | JedisException e) {
            fellAway(of, reason(e));
        }
    }

    /** Whether it does in time. One that was closed while nobody used it says nothing about the server. */
    private boolean answers(RedisConnection link, long of) {
        try {
            link.within(patience).call(Protocol.Command.PING);
            return true;
        } catch (JedisDataException e) {
            if (useless(e)) {
                fellAway(of, reason(e));
            }
            return true;
        } catch (JedisConnectionException e) {
            if (timedOut(e)) {
                fellAway(of, reason(e));
            }
            return false;
        }
    }

    private void watch() {
        boolean told = false;
        Duration pause = FIRST_PAUSE;
        try {
            while (!closed) {
                try {
                    letThrough();
                    told = true;
                    tried.countDown();
                    long since = System.nanoTime();
                    waitWhileReachable();
                    if (System.nanoTime() - since > STEADY.toNanos()) {
                        pause = FIRST_PAUSE;
                    }
                } catch (IOException | JedisException e) {
                    if (!told && !closed) {
                        LOG.log(Level.WARNING, "The key-value server {0} is away: {1}", way, reason(e));
                        told = true;
                    }
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "What was to be done when the key-value server is back failed", e);
                    told = true;
                }
                tried.countDown();
                waitWhileAway(pause);
                pause = pause.compareTo(LONGEST_PAUSE.dividedBy(2)) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException e) {
            close(); // nobody interrupts it but to end it
        }
    }

    /** When the server answers, and whoever waits for that is done. */
    private void letThrough() throws IOException {
        RedisConnection link = open(FIRST_CONNECT, currentGeneration());
        try {
            prove(link);
            proving = link;
            onReturn.forEach(Runnable::run);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        } finally {
            proving = null;
        }
        lock.lock();
        try {
            if (closed) {
                link.close();
                return;
            }
            links.add(link);
            reachable = true;
            link.rest(System.nanoTime());
            takeBack(link);
            LOG.log(Level.INFO, "The key-value server {0} answers", way);
        } finally {
            lock.unlock();
        }
        if (link.run().isEmpty() && refusals.add("INFO")) {
            LOG.log(
                    Level.WARNING,
                    "The key-value server {0} does not tell its run id (INFO server): pages are not cached there",
                    way);
        }
    }

    /** By writing: one that can only be read is of no use. An account that may not do this may still do what matters. */
    private void prove(RedisConnection link) {
        try {
            link.within(patience)
                    .call(
                            Protocol.Command.SET,
                            RedisConnection.bytes(key("here")),
                            RedisConnection.bytes("1"),
                            Protocol.Keyword.PX.getRaw(),
                            RedisConnection.bytes("1000"));
        } catch (JedisDataException e) {
            if (useless(e)) {
                throw e;
            }
        }
    }

    private RedisConnection open(Duration limit, long of) throws IOException {
        return switch (way) {
            case Way.Told(KeyValueUrl url) -> open(url, limit, of);
            case Way.Own(KeyValueClient client) -> open(client, limit, of);
        };
    }

    /** The program has five times as long for its part: it may have to ask somebody where, and with which password. */
    private RedisConnection open(KeyValueClient client, Duration limit, long of) throws IOException {
        Duration longest = patience.multipliedBy(5);
        return RedisConnection.open(made(client, limit.compareTo(longest) < 0 ? longest : limit), limit, of);
    }

    /** On a thread of its own: what the program does there may take its time. What comes too late is closed. */
    private static KeyValueClient.Connection made(KeyValueClient client, Duration limit) throws IOException {
        CompletableFuture<KeyValueClient.Connection> made = new CompletableFuture<>();
        Thread making = Thread.startVirtualThread(() -> {
            try {
                KeyValueClient.Connection connection = client.connect();
                if (!made.complete(connection)) {
                    connection.channel().close();
                }
            } catch (Throwable e) {
                made.completeExceptionally(e);
            }
        });
        try {
            return made.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            making.interrupt();
            if (made.cancel(false) || made.isCompletedExceptionally()) {
                throw new SocketTimeoutException("the program made no connection in time");
            }
            return made.join(); // just now
        } catch (InterruptedException e) {
            making.interrupt();
            if (!made.cancel(false) && !made.isCompletedExceptionally()) {
                made.join().channel().close();
            }
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } catch (ExecutionException e) {
            throw new IOException("the program made no connection", e.getCause());
        }
    }

    private RedisConnection open(KeyValueUrl url, Duration limit, long of) throws IOException {
        SocketAddress[] addresses = addresses(url);
        for (int i = 0; ; i++) {
            try {
                RedisConnection link = RedisConnection.open(url, addresses[i], limit, of);
                lock.lock();
                try {
                    address = addresses[i];
                } finally {
                    lock.unlock();
                }
                return link;
            } catch (IOException | JedisConnectionException e) {
                if (i == addresses.length - 1) {
                    throw e;
                }
            }
        }
    }

    private static SocketAddress[] addresses(KeyValueUrl url) throws IOException {
        return switch (url.place()) {
            case KeyValueUrl.Place.Host host ->
                Arrays.stream(InetAddress.getAllByName(host.name()))
                        .map(each -> new InetSocketAddress(each, host.port()))
                        .toArray(SocketAddress[]::new);
            case KeyValueUrl.Place.File file -> new SocketAddress[] {UnixDomainSocketAddress.of(file.path())};
        };
    }

    private long currentGeneration() {
        lock.lock();
        try {
            return generation;
        } finally {
            lock.unlock();
        }
    }

    private void waitWhileReachable() throws InterruptedException {
        while (reachable) {
            if (awaitDoubt()) {
                examine();
            }
        }
    }

    /** Until there is a doubt, the server is away, or unused connections may be dropped. */
    private boolean awaitDoubt() throws InterruptedException {
        lock.lock();
        try {
            dropUnused();
            long left = UNUSED.toNanos() / 3;
            while (reachable && !doubted && left > 0) {
                left = change.awaitNanos(left);
            }
            return reachable && doubted;
        } finally {
            lock.unlock();
        }
    }

    private void waitWhileAway(Duration pause) throws InterruptedException {
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

    private static boolean timedOut(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root instanceof UnknownHostException
                ? "its name is unknown"
                : root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    /** Closes all connections; from then on the server is away. */
    @Override
    public void close() {
        closed = true;
        fellAway(currentGeneration(), "closed");
        lock.lock();
        try {
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
