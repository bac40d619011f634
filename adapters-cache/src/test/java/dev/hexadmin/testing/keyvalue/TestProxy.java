package dev.hexadmin.testing.keyvalue;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ServerSocketFactory;

/** The way to a server on this machine, which may be cut, frozen and restored while it is in use. */
public final class TestProxy implements AutoCloseable {
    private final ServerSocketFactory factory;
    private final int to;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean frozen;
    private ServerSocket listening;

    private TestProxy(ServerSocketFactory factory, int to) {
        this.factory = factory;
        this.to = to;
        this.listening = listen(0);
        this.port = listening.getLocalPort();
        accept();
    }

    public static TestProxy to(int port) {
        return new TestProxy(ServerSocketFactory.getDefault(), port);
    }

    /** With sockets of a factory, such as encrypted ones. */
    public static TestProxy to(int port, ServerSocketFactory factory) {
        return new TestProxy(factory, port);
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** From now on connections are refused, and those there are end. */
    public void cut() {
        closeQuietly(listening);
        dropConnections();
    }

    /** Ends all connections; new ones can be made. */
    public void dropConnections() {
        open.forEach(TestProxy::closeQuietly);
    }

    /** From now on the proxy accepts connections, but forwards no bytes. */
    public void freeze() {
        synchronized (gate) {
            frozen = true;
        }
    }

    /** After {@link #cut} or {@link #freeze}. */
    public void restore() {
        thaw();
        if (listening.isClosed()) {
            listening = listen(port);
            accept();
        }
    }

    private void thaw() {
        synchronized (gate) {
            frozen = false;
            gate.notifyAll();
        }
    }

    @Override
    public void close() {
        cut();
        thaw();
    }

    private ServerSocket listen(int on) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (true) {
            try {
                ServerSocket socket = factory.createServerSocket();
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), on), 1_000);
                return socket;
            } catch (BindException e) {
                if (System.nanoTime() - deadline > 0) { // the system releases the port a moment after it was closed
                    throw new IllegalStateException(e);
                }
                Thread.yield();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void accept() {
        ServerSocket own = listening;
        Thread.startVirtualThread(() -> {
            while (!own.isClosed()) {
                try {
                    Socket near = own.accept();
                    open.add(near);
                    if (own.isClosed()) {
                        closeQuietly(near); // it was cut meanwhile
                    }
                    Thread.startVirtualThread(() -> connect(near));
                } catch (IOException e) {
                    // it was cut
                }
            }
        });
    }

    private void connect(Socket near) {
        try {
            pass();
            Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
            open.add(far);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            Thread.startVirtualThread(() -> pump(near, far));
            pump(far, near);
        } catch (IOException e) {
            closeQuietly(near);
        } finally {
            open.remove(near);
        }
    }

    private void pump(Socket from, Socket into) {
        try (from;
                into) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[65_536];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                pass();
                into.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException e) {
            // one end was closed, so the other is closed too
        } finally {
            open.remove(from);
        }
    }

    private void pass() {
        synchronized (gate) {
            while (frozen) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // the connection is closed either way
        }
    }
}
