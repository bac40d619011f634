package dev.hexadmin.cache.jedis;

import dev.hexadmin.cache.spi.KeyValueClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** One connection, signed in. For one thread at a time; any may close it. */
final class RedisConnection implements AutoCloseable {
    private static final byte[] NAME = "hexadmin".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

    private final DeadlineSocket wire;
    private final Socket socket; // the same, or what encrypts it
    private final Connection connection;
    private final long generation;
    private Optional<String> run = Optional.empty();
    private boolean fresh = true;
    private long unusedSince;

    private RedisConnection(DeadlineSocket wire, Socket socket, long generation) {
        this.wire = wire;
        this.socket = socket;
        this.connection = new Connection(() -> socket);
        this.generation = generation;
    }

    /**
     * Connects and signs in, all within {@code limit}.
     *
     * @param generation of connections, see {@link #generation()}
     * @throws IOException when the server is not there in time
     * @throws JedisConnectionException likewise
     * @throws JedisDataException when it does not let us in
     */
    static RedisConnection open(KeyValueUrl url, SocketAddress address, Duration limit, long generation)
            throws IOException {
        DeadlineSocket wire = DeadlineSocket.open(address, System.nanoTime() + limit.toNanos());
        try {
            Socket socket = url.place() instanceof KeyValueUrl.Place.Host host && host.tls()
                    ? encrypted(wire, host.name(), host.port())
                    : wire;
            return signedIn(new RedisConnection(wire, socket, generation), url.user(), url.password(), url.database());
        } catch (IOException | RuntimeException e) {
            wire.close();
            throw e;
        }
    }

    /**
     * The same with a connection of the program's own.
     *
     * @param limit to encrypt it and sign in
     */
    static RedisConnection open(KeyValueClient.Connection made, Duration limit, long generation) throws IOException {
        DeadlineSocket wire = DeadlineSocket.over(made.channel(), System.nanoTime() + limit.toNanos());
        try {
            Socket socket = made.encryptedFor().isPresent()
                    ? encrypted(wire, made.encryptedFor().get(), KeyValueUrl.USUAL_PORT)
                    : wire;
            return signedIn(
                    new RedisConnection(wire, socket, generation), made.user(), made.password(), made.database());
        } catch (IOException | RuntimeException e) {
            wire.close();
            throw e;
        }
    }

    private static RedisConnection signedIn(RedisConnection link, String user, String password, int database) {
        link.signIn(user, password, database);
        return link;
    }

    /** @param port only tells sessions apart that may be taken up again */
    private static Socket encrypted(DeadlineSocket wire, String host, int port) throws IOException {
        SSLContext context;
        try {
            context = SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("the trust store of the Java machine cannot be used", e);
        }
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(wire, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // or any valid certificate would do
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** In one round trip. */
    private void signIn(String user, String password, int database) {
        connection.connect();
        boolean account = !password.isEmpty();
        if (account) {
            if (user.isEmpty()) {
                connection.sendCommand(Command.AUTH, bytes(password));
            } else {
                connection.sendCommand(Command.AUTH, bytes(user), bytes(password));
            }
        }
        if (database != 0) {
            connection.sendCommand(Command.SELECT, bytes(Integer.toString(database)));
        }
        connection.sendCommand(Command.CLIENT, Protocol.Keyword.SETNAME.getRaw(), NAME);
        connection.sendCommand(Command.INFO, bytes("server"));
        @Nullable JedisDataException refused = null;
        for (int i = (account ? 1 : 0) + (database != 0 ? 1 : 0); i > 0; i--) {
            try {
                connection.getOne();
            } catch (JedisDataException e) {
                refused = refused == null ? e : refused;
            }
        }
        if (refused != null) {
            throw refused;
        }
        try {
            connection.getOne();
        } catch (JedisDataException e) {
            // a name is for whoever looks at the server's list of clients: it goes without
        }
        try {
            run = run(connection.getOne());
        } catch (JedisDataException e) {
            run = Optional.empty();
        }
    }

    private static Optional<String> run(@Nullable Object info) {
        return info instanceof byte[] bytes
                ? text(bytes)
                        .lines()
                        .filter(line -> line.startsWith("run_id:"))
                        .map(line -> line.substring("run_id:".length()).strip())
                        .findFirst()
                : Optional.empty();
    }

    /** Everything until the next call of this ends within {@code limit} from now. */
    RedisConnection within(Duration limit) {
        wire.until(System.nanoTime() + limit.toNanos());
        return this;
    }

    /** The same; whoever still waits after {@code doubtful} runs {@code raised} once, and goes on waiting. */
    RedisConnection within(Duration limit, Duration doubtful, Runnable raised) {
        long now = System.nanoTime();
        wire.until(now + limit.toNanos(), now + doubtful.toNanos(), raised);
        return this;
    }

    /**
     * Runs one command.
     *
     * @return what Jedis makes of the reply: {@code byte[]}, {@code Long}, a list of those, or null for nil
     * @throws JedisDataException for an error reply; the connection goes on
     * @throws JedisConnectionException when there is no reply in time; the connection is of no more use
     */
    @Nullable
    Object call(ProtocolCommand command, byte[]... arguments) {
        connection.sendCommand(command, arguments);
        return connection.getOne();
    }

    /**
     * Runs several commands in one round trip.
     *
     * @return the replies in order, a {@link JedisDataException} in the place of one that is an error
     */
    List<@Nullable Object> callAll(List<CommandArguments> commands) {
        commands.forEach(connection::sendCommand);
        List<@Nullable Object> replies = new ArrayList<>(commands.size());
        for (int i = 0; i < commands.size(); i++) {
            try {
                replies.add(connection.getOne());
            } catch (JedisDataException e) {
                replies.add(e);
            }
        }
        return replies;
    }

    /**
     * Runs a script, which the server may know already.
     *
     * @param keys how many of the arguments are keys
     * @throws JedisDataException as {@link #call}
     */
    @Nullable
    Object run(Script script, int keys, byte[]... arguments) {
        byte[][] all = new byte[arguments.length + 2][];
        all[0] = script.digest();
        all[1] = bytes(Integer.toString(keys));
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        try {
            return call(Command.EVALSHA, all);
        } catch (JedisNoScriptException e) {
            all[0] = script.text();
            return call(Command.EVAL, all);
        }
    }

    /** The server's {@code run_id}, another one after each start; empty when it may not be read. */
    Optional<String> run() {
        return run;
    }

    /**
     * What the server sends by itself, to a connection that only listens.
     *
     * @throws JedisConnectionException when nothing comes in time
     */
    Object receive() {
        return connection.getUnflushedObject();
    }

    /** Asks the server for a sign of life that {@link #receive} sees; by another thread than the one that is there. */
    void ping() throws IOException {
        socket.getOutputStream().write(PING);
    }

    /** Connections that were opened since the server fell away last share a number. */
    long generation() {
        return generation;
    }

    /** Whether it has not yet been in the pool. */
    boolean fresh() {
        return fresh;
    }

    void rest(long now) {
        fresh = false;
        unusedSince = now;
    }

    boolean unusedSince(long moment) {
        return unusedSince - moment <= 0;
    }

    /** Ends what waits for it, at once, and does not say goodbye. */
    @Override
    public void close() {
        try {
            wire.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
