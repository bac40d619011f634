package dev.hexadmin.testing.keyvalue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to a server on this machine that can be cut and restored. */
public final class Cable implements AutoCloseable {
    private final int to;
    private final ServerSocket end;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    private Cable(int to, ServerSocket end) {
        this.to = to;
        this.end = end;
    }

    public static Cable to(int port) {
        try {
            Cable cable = new Cable(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.startVirtualThread(cable::accept);
            return cable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return end.getLocalPort();
    }

    /** Ends all connections, and each that is made from now on. */
    public void cut() {
        cut = true;
        open.forEach(Cable::end);
        open.clear();
    }

    public void restore() {
        cut = false;
    }

    private void accept() {
        while (!end.isClosed()) {
            try {
                Socket near = end.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
                open.add(near);
                open.add(far);
                if (cut) {
                    cut();
                } else {
                    Thread.startVirtualThread(() -> pass(near, far));
                    Thread.startVirtualThread(() -> pass(far, near));
                }
            } catch (IOException e) {
                cut |= end.isClosed();
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one of them has ended
        } finally {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            end.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
