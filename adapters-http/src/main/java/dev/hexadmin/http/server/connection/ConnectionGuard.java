package dev.hexadmin.http.server.connection;

import dev.hexadmin.http.server.address.AddressLimitWarning;
import dev.hexadmin.http.settings.ConnectionSettings;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Own code, because Helidon has no time limit for a half-sent request and no limit of connections per address.
 *
 * <p>Accepts connections, watches them and closes them. Thread-safe. A socket is known from the moment it is accepted, so
 * one that never sends anything is watched, too.
 */
public final class ConnectionGuard implements AutoCloseable {
    private final ConnectionSettings settings;
    private final Predicate<InetAddress> exempt;
    private final Map<ConnectionId, ConnectionState> watches = new ConcurrentHashMap<>();
    private final Map<InetAddress, AtomicInteger> perAddress = new ConcurrentHashMap<>();
    private final AtomicInteger counted = new AtomicInteger();
    private final AddressLimitWarning warning;
    private final Thread watchdog;
    private volatile boolean draining;
    private volatile boolean closed;

    /**
     * Starts the watchdog.
     *
     * @param exempt addresses without a limit of connections: trusted proxies, which speak for many clients
     */
    public ConnectionGuard(ConnectionSettings settings, Predicate<InetAddress> exempt) {
        this.settings = settings;
        this.exempt = exempt;
        this.warning = new AddressLimitWarning("connections", settings.limits().connectionsPerAddress());
        // a platform thread: it has to run when virtual threads do not get a carrier
        this.watchdog = Thread.ofPlatform().daemon().name("hexadmin-front-door").start(this::watch);
    }

    /** For the listener: sets no-delay, and knows every socket that is accepted. */
    public SocketOptions socketOptions() {
        return new Entrance(
                SocketOptions.builder().tcpNoDelay(true).socketKeepAlive(true).build());
    }

    /**
     * Marks a connection as upgraded to another protocol: the limits on reading no longer apply to it. Only the timeout of a
     * write still ends it.
     */
    public static void upgraded(ConnectionContext context) {
        if (context instanceof GuardedContext watched) {
            watched.watch().upgraded();
        }
    }

    /** A connection that others count from now on: those who know whose it is. */
    public static void settled(ConnectionContext context) {
        if (context instanceof GuardedContext watched) {
            watched.settled();
        }
    }

    /**
     * For the listener: HTTP/1.1 over watched connections.
     *
     * @param upgrader leads out of HTTP
     */
    @SuppressWarnings("removal") // without the option a request of HTTP/1.0 needs the header Host
    public ServerConnectionSelector selector(Http1Upgrader upgrader) {
        Http1Config config = Http1Config.builder()
                .maxPrologueLength(settings.head().maxPrologueBytes())
                .maxHeadersSize(settings.head().maxHeaderBytes())
                .validateRequestHeaders(true)
                .validatePath(true)
                .validateRequestHostHeader(false) // IncomingHeaders does, after it has completed a request of HTTP/1.0
                // the web server's own check knows no ':' in a query (RFC 3986, 3.4); QueryString checks instead
                .validatePrologue(false)
                .receiveLog(false)
                .sendLog(false)
                .addReceiveListener(new IncomingHeaders())
                .addSendListener(new OutgoingHeaders(() -> draining))
                .build();
        return new WatchedSelector(Http1ConnectionSelector.builder()
                .config(config)
                .addUpgrader(upgrader)
                .build());
    }

    /** Open connections. */
    public int connections() {
        return watches.size();
    }

    /** Ends idle connections, and the others after the answer they are waiting for. */
    public void drain() {
        draining = true;
        watches.values().forEach(ConnectionState::endIfIdle);
    }

    /** Stops the watchdog. */
    @Override
    public void close() {
        closed = true;
        watchdog.interrupt();
    }

    private void admit(Socket socket) {
        InetAddress address = socket.getInetAddress();
        if (counted.get() >= settings.limits().connections()) {
            sweep();
            if (counted.get() >= settings.limits().connections()) {
                throw new TurnedAway("too many connections");
            }
        }
        if (!exempt.test(address) && count(address) >= settings.limits().connectionsPerAddress()) {
            sweep();
            if (count(address) >= settings.limits().connectionsPerAddress()) {
                warning.reached(address.getHostAddress());
                throw new TurnedAway("too many connections of one address");
            }
        }
        counted.incrementAndGet();
        perAddress.compute(address, (key, count) -> {
            AtomicInteger counter = count == null ? new AtomicInteger() : count;
            counter.incrementAndGet();
            return counter;
        });
        watches.put(ConnectionId.of(socket), new ConnectionState(socket, address));
    }

    private int count(InetAddress address) {
        AtomicInteger count = perAddress.get(address);
        return count == null ? 0 : count.get();
    }

    private void forget(ConnectionId id, ConnectionState watch) {
        watches.remove(id, watch);
        uncount(watch);
    }

    private void uncount(ConnectionState watch) {
        if (watch.uncount()) {
            counted.decrementAndGet();
            perAddress.computeIfPresent(watch.address(), (key, count) -> count.decrementAndGet() == 0 ? null : count);
        }
    }

    private void sweep() {
        watches.forEach((id, watch) -> {
            if (watch.socket().isClosed()) {
                forget(id, watch);
            }
        });
    }

    private void watch() {
        Duration shortest = settings.timeouts()
                                .headersWithin()
                                .compareTo(settings.timeouts().bodyWithin())
                        < 0
                ? settings.timeouts().headersWithin()
                : settings.timeouts().bodyWithin();
        long pause = Math.clamp(shortest.toMillis() / 10, 10, 250);
        while (!closed) {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return; // close() is the only one who interrupts
            }
            sweep();
            for (ConnectionState watch : watches.values()) {
                watch.check(settings);
                if (draining) {
                    watch.endIfIdle(); // it may have been between an answer and the next wait
                }
            }
        }
    }

    /**
     * A connection, by what the web server knows of it too. The peer alone may have two: one to each address of this server, or
     * a new one from the port of another that it has closed and that this server has not.
     *
     * @param socketId the web server's: the hash of the socket, which another socket may have, too
     */
    private record ConnectionId(SocketAddress peer, String socketId) {
        static ConnectionId of(Socket socket) {
            return new ConnectionId(
                    socket.getRemoteSocketAddress(),
                    "0x" + HexFormat.of().toHexDigits(System.identityHashCode(socket)));
        }

        static ConnectionId of(ConnectionContext context) {
            return new ConnectionId(context.remotePeer().address(), context.childSocketId());
        }
    }

    /** Why a connection was rejected; the listener closes it. */
    private static final class TurnedAway extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TurnedAway(String why) {
            super(why, null, false, false);
        }
    }

    private final class WatchedSelector implements ServerConnectionSelector {
        private final ServerConnectionSelector http1;

        WatchedSelector(ServerConnectionSelector http1) {
            this.http1 = http1;
        }

        @Override
        public int bytesToIdentifyConnection() {
            return 1;
        }

        /** Accepts every connection: a client that does not speak HTTP/1.1 gets an answer that says so. */
        @Override
        public Support supports(BufferData data) {
            return Support.SUPPORTED;
        }

        @Override
        public Set<String> supportedApplicationProtocols() {
            return http1.supportedApplicationProtocols();
        }

        @Override
        public ServerConnection connection(ConnectionContext context) {
            ConnectionId id = ConnectionId.of(context);
            @Nullable ConnectionState watch = watches.get(id);
            if (watch == null) {
                throw new IllegalStateException("a connection that was not let in");
            }
            GuardedContext watched = new GuardedContext(context, watch, () -> uncount(watch));
            ServerConnection connection = http1.connection(watched);
            watched.connection(connection);
            return new GuardedConnection(connection, watch, () -> forget(id, watch));
        }
    }

    private final class Entrance implements SocketOptions {
        private final SocketOptions options;

        Entrance(SocketOptions options) {
            this.options = options;
        }

        @Override
        public void configureSocket(Socket socket) {
            options.configureSocket(socket);
            admit(socket);
        }

        @Override
        public Map<SocketOption<?>, Object> socketOptions() {
            return options.socketOptions();
        }

        @Override
        public Duration connectTimeout() {
            return options.connectTimeout();
        }

        @Override
        public Duration readTimeout() {
            return options.readTimeout();
        }

        @Override
        public Optional<Integer> socketReceiveBufferSize() {
            return options.socketReceiveBufferSize();
        }

        @Override
        public Optional<Integer> socketSendBufferSize() {
            return options.socketSendBufferSize();
        }

        @Override
        public boolean socketReuseAddress() {
            return options.socketReuseAddress();
        }

        @Override
        public boolean socketKeepAlive() {
            return options.socketKeepAlive();
        }

        @Override
        public boolean tcpNoDelay() {
            return options.tcpNoDelay();
        }
    }
}
