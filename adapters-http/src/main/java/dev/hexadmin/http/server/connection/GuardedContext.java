package dev.hexadmin.http.server.connection;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.spi.ServerConnection;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** A connection's context with reader and writer that are watched. Used by the connection's thread. */
final class GuardedContext implements ConnectionContext {
    private final ConnectionContext context;
    private final ConnectionState watch;
    private final Runnable onSettled;
    private final DataReader reader;
    private final GuardedWriter writer;
    private @Nullable ServerConnection connection;
    private int status;

    /**
     * @param onSettled called when the connection no longer counts
     */
    GuardedContext(ConnectionContext context, ConnectionState watch, Runnable onSettled) {
        this.context = context;
        this.watch = watch;
        this.onSettled = onSettled;
        this.reader = new GuardedReader(context, watch);
        this.writer = new GuardedWriter(context.dataWriter(), watch);
    }

    ConnectionState watch() {
        return watch;
    }

    void settled() {
        onSettled.run();
    }

    void connection(ServerConnection serving) {
        connection = serving;
    }

    /** Takes no further request after this one. */
    void lastRequest() {
        ServerConnection serving = connection;
        if (serving != null) {
            serving.close(false);
        }
    }

    /** Writes the response that begins now without the chunks in which the web server gives it. */
    void withoutChunks() {
        writer.withoutChunks();
    }

    void status(int code) {
        status = code;
    }

    int status() {
        return status;
    }

    @Override
    public ListenerContext listenerContext() {
        return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return context.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return writer;
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public Router router() {
        return context.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return context.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return context.localPeer();
    }

    @Override
    public boolean isSecure() {
        return context.isSecure();
    }

    @Override
    public String socketId() {
        return context.socketId();
    }

    @Override
    public String childSocketId() {
        return context.childSocketId();
    }
}
