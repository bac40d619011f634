package dev.hexadmin.cache.jedis;

import dev.hexadmin.cache.spi.KeyValueClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** One connection, signed in. For one thread at a time; any thread may close it. */
final class RedisConnection implements AutoCloseable {
    private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

    private final DeadlineSocket transport;
    private final Socket socket; // the same, or what encrypts it
    private final Connection connection;
    private final Optional<String> run;
    private boolean fresh = true;
    private long unusedSince;

    private RedisConnection(DeadlineSocket transport, Socket socket, JedisClientConfig account) {
        this.transport = transport;
        this.socket = socket;
        this.connection = new Connection(() -> socket, account); // signs in
        this.run = readRun();
    }

    /**
     * Connects and signs in, all within {@code limit}.
     *
     * @throws IOException when the server cannot be connected to in time
     * @throws JedisConnectionException when it does not answer in time
     * @throws JedisDataException when it refuses the sign-in
     */
    static RedisConnection open(KeyValueUrl url, SocketAddress address, Duration limit) throws IOException {
        DeadlineSocket transport = DeadlineSocket.open(address, System.nanoTime() + limit.toNanos());
        try {
            Socket socket = url.place() instanceof KeyValueUrl.Place.Host host && host.tls()
                    ? encrypted(transport, host.name(), host.port())
                    : transport;
            return new RedisConnection(transport, socket, account(url.user(), url.password(), url.database()));
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    /**
     * The same with a connection that the embedding program has made.
     *
     * @param limit for encrypting it and signing in
     */
    static RedisConnection open(KeyValueClient.Connection made, Duration limit) throws IOException {
        DeadlineSocket transport = DeadlineSocket.over(made.channel(), System.nanoTime() + limit.toNanos());
        try {
            Socket socket = made.encryptedFor().isPresent()
                    ? encrypted(transport, made.encryptedFor().get(), KeyValueUrl.USUAL_PORT)
                    : transport;
            return new RedisConnection(transport, socket, account(made.user(), made.password(), made.database()));
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    /** How Jedis signs in. A refused client name is ignored: it is for operators who list the server's clients. */
    private static JedisClientConfig account(String user, String password, int database) {
        DefaultJedisClientConfig.Builder account = DefaultJedisClientConfig.builder()
                .protocol(RedisProtocol.RESP2)
                .database(database)
                .clientName("hexadmin")
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        if (!user.isEmpty()) {
            account.user(user);
        }
        if (!password.isEmpty()) {
            account.password(password);
        }
        return account.build();
    }

    /** @param port only distinguishes sessions that may be resumed */
    private static Socket encrypted(DeadlineSocket transport, String host, int port) throws IOException {
        SSLContext context;
        try {
            context = SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("the trust store of the JVM cannot be used", e);
        }
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(transport, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // without it any valid certificate is accepted
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private Optional<String> readRun() {
        try {
            return run(call(Command.INFO, bytes("server")));
        } catch (JedisDataException e) {
            return Optional.empty(); // the account may not read it
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

    /** Everything until the next call of this method ends within {@code limit} from now. */
    RedisConnection within(Duration limit) {
        transport.until(System.nanoTime() + limit.toNanos());
        return this;
    }

    /** The same; a thread that still waits after {@code doubtful} runs {@code doubt} once, and continues to wait. */
    RedisConnection within(Duration limit, Duration doubtful, Runnable doubt) {
        long now = System.nanoTime();
        transport.until(now + limit.toNanos(), now + doubtful.toNanos(), doubt);
        return this;
    }

    /**
     * Runs one command.
     *
     * @return what Jedis makes of the reply: {@code byte[]}, {@code Long}, a list of those, or null for nil
     * @throws JedisDataException for an error reply; the connection can be used again
     * @throws JedisConnectionException when there is no reply in time; the connection cannot be used again
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
        return connection.getMany(commands.size());
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
     * The next message of the subscriptions of this connection.
     *
     * @throws JedisConnectionException when no message arrives in time
     */
    Object receive() {
        return connection.getUnflushedObject();
    }

    /** Sends a PING, whose reply {@link #receive} returns; called by another thread than the one that receives. */
    void ping() throws IOException {
        socket.getOutputStream().write(PING);
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

    /** Closes the socket without QUIT. A thread that waits for a reply fails at once. */
    @Override
    public void close() {
        try {
            transport.close();
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
