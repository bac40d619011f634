package dev.hexadmin.http.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.settings.ConnectionSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionGuardIT {
    /** With Nagle's algorithm an answer in two writes waits 40 ms for an acknowledgement. */
    @Test
    void an_accepted_socket_sends_without_delay() throws IOException {
        try (ConnectionGuard door = new ConnectionGuard(ConnectionSettings.DEFAULTS, address -> false);
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket accepted = listener.accept()) {
            assertThat(accepted.getTcpNoDelay()).isFalse();

            door.socketOptions().configureSocket(accepted);

            assertThat(accepted.getTcpNoDelay()).isTrue();
            assertThat(accepted.getKeepAlive()).isTrue();
            assertThat(door.connections()).isOne();
        }
    }

    @Test
    void each_connection_of_one_port_is_counted_once() throws IOException {
        int most = 10;
        ConnectionSettings settings = new ConnectionSettings(
                ConnectionSettings.DEFAULTS.timeouts(),
                new ConnectionSettings.Limits(most, most),
                ConnectionSettings.DEFAULTS.head(),
                ConnectionSettings.DEFAULTS.backlog());
        try (ConnectionGuard door = new ConnectionGuard(settings, address -> false);
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int round = 0; round < 2; round++) {
                int port = 0;
                List<Socket> accepted = new ArrayList<>();
                for (int i = 0; i < most; i++) {
                    try (Socket client = new Socket()) {
                        client.setReuseAddress(true);
                        client.bind(new InetSocketAddress(listener.getInetAddress(), port));
                        client.connect(listener.getLocalSocketAddress());
                        client.setSoLinger(true, 0); // resets the connection, so that its port is free at once
                        port = client.getLocalPort();
                        accepted.add(listener.accept());
                        door.socketOptions().configureSocket(accepted.getLast());
                    }
                }

                assertThat(door.connections()).isEqualTo(most);
                for (Socket socket : accepted) {
                    socket.close();
                }
            }
        }
    }
}
