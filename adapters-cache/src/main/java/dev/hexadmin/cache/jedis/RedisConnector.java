package dev.hexadmin.cache.jedis;

import dev.hexadmin.cache.spi.KeyValueClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Makes connections to one key-value server. Its text is what the log calls the server. Thread-safe. */
sealed interface RedisConnector {
    /**
     * Connects and signs in within {@code limit}, which does not include the resolution of the server's name.
     *
     * @throws IOException when there is no connection in time
     * @throws redis.clients.jedis.exceptions.JedisException when the server refuses the sign-in, or does not answer in time
     */
    RedisConnection connect(Duration limit) throws IOException;

    /** Connects as {@link #connect} did the last time, without resolving a name: a request may be waiting for it. */
    RedisConnection connectAgain(Duration limit) throws IOException;

    /** To the server that a URL names. */
    static RedisConnector to(KeyValueUrl url) {
        return new ByUrl(url);
    }

    /**
     * Over connections that the embedding program makes.
     *
     * @param limit for the program's part of one connection: it may have to ask another system for address and password
     */
    static RedisConnector over(KeyValueClient client, Duration limit) {
        return new ByClient(client, limit);
    }

    /** To the address of a URL: the first of the host's addresses that accepts a connection. */
    final class ByUrl implements RedisConnector {
        private final KeyValueUrl url;
        private volatile @Nullable SocketAddress last;

        private ByUrl(KeyValueUrl url) {
            this.url = url;
        }

        @Override
        public RedisConnection connect(Duration limit) throws IOException {
            SocketAddress[] addresses = addresses();
            for (int i = 0; ; i++) {
                try {
                    RedisConnection connection = RedisConnection.open(url, addresses[i], limit);
                    last = addresses[i];
                    return connection;
                } catch (IOException | JedisConnectionException e) {
                    if (i == addresses.length - 1) {
                        throw e;
                    }
                }
            }
        }

        @Override
        public RedisConnection connectAgain(Duration limit) throws IOException {
            SocketAddress address = last;
            return address == null ? connect(limit) : RedisConnection.open(url, address, limit);
        }

        private SocketAddress[] addresses() throws IOException {
            return switch (url.place()) {
                case KeyValueUrl.Place.Host host ->
                    Arrays.stream(InetAddress.getAllByName(host.name()))
                            .map(each -> new InetSocketAddress(each, host.port()))
                            .toArray(SocketAddress[]::new);
                case KeyValueUrl.Place.File file -> new SocketAddress[] {UnixDomainSocketAddress.of(file.path())};
            };
        }

        @Override
        public String toString() {
            return url.toString();
        }
    }

    /**
     * Over channels of the embedding program.
     *
     * @param longest for the program's part of a connection that a request may wait for
     */
    record ByClient(KeyValueClient client, Duration longest) implements RedisConnector {
        @Override
        public RedisConnection connect(Duration limit) throws IOException {
            return RedisConnection.open(made(limit.compareTo(longest) < 0 ? longest : limit), limit);
        }

        @Override
        public RedisConnection connectAgain(Duration limit) throws IOException {
            return connect(limit);
        }

        /** Calls the program on a separate thread, which may take longer. A connection that comes too late is closed. */
        private KeyValueClient.Connection made(Duration limit) throws IOException {
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
                return made.join(); // it was completed just now
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

        @Override
        public String toString() {
            return "of the program's own client";
        }
    }
}
