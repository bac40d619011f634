package dev.hexadmin.http.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.Locale;

/**
 * Where the server listens.
 *
 * @param host a name or an address
 * @param port 0 takes a free one
 */
public record ListenAddress(String host, int port) {
    private static final int FIRST_UNPRIVILEGED = 1_024;

    /**
     * Tries whether the server can listen there.
     *
     * @throws UncheckedIOException whose message says why not, and what to do
     */
    public void check() {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw refused("the host name cannot be resolved. " + otherHost(), new BindException("unresolved"));
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
        } catch (IOException e) {
            throw refused(reason(address.getAddress(), e), e);
        }
    }

    /** For a web server that does not listen, although the check went well. */
    public UncheckedIOException notListening() {
        return refused(
                "the web server could not be started; another program may have taken the port just now. " + otherPort(),
                new BindException("not listening"));
    }

    private String reason(InetAddress address, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (port != 0
                && port < FIRST_UNPRIVILEGED
                && message.toLowerCase(Locale.ROOT).contains("permission")) {
            return "this user may not listen on ports below " + FIRST_UNPRIVILEGED
                    + ". Choose a port from there on with --port, HEXADMIN_SERVER_PORT or server.port, or give the"
                    + " process the capability CAP_NET_BIND_SERVICE.";
        }
        if (!local(address)) {
            return "no network interface of this machine has this address. " + otherHost();
        }
        return failure instanceof BindException
                        && !message.toLowerCase(Locale.ROOT).contains("permission")
                ? "the port is in use. Stop the program that has it, or " + otherPort()
                : message + ". Or " + otherPort();
    }

    private static boolean local(InetAddress address) {
        try {
            return address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return true; // the system does not report it
        }
    }

    private static String otherHost() {
        return "Set --host, HEXADMIN_SERVER_HOST or server.host to an address of this machine: 127.0.0.1 for this machine"
                + " alone, 0.0.0.0 for every interface.";
    }

    private static String otherPort() {
        return "choose another port with --port, HEXADMIN_SERVER_PORT or server.port (0 takes a free one).";
    }

    private UncheckedIOException refused(String why, IOException cause) {
        return new UncheckedIOException("Cannot listen on " + this + ": " + why, cause);
    }

    /** As in a URL. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
