package dev.hexadmin.http.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.http.settings.ConnectionSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
}
