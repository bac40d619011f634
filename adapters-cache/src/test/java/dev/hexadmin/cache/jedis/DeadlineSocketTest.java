package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against peers that would keep a plain socket waiting without end. */
@Timeout(60)
class DeadlineSocketTest {
    private ServerSocket listening;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
    }

    private static long in(Duration limit) {
        return System.nanoTime() + limit.toNanos();
    }

    @Test
    void reading_ends_at_the_deadline_although_the_peer_sends_a_byte_now_and_then() throws IOException {
        Thread.startVirtualThread(() -> {
            try (Socket peer = listening.accept()) {
                while (true) {
                    peer.getOutputStream().write('x');
                    Thread.sleep(10);
                }
            } catch (IOException | InterruptedException e) {
                // the test is over
            }
        });
        try (DeadlineSocket socket =
                DeadlineSocket.open(listening.getLocalSocketAddress(), in(Duration.ofSeconds(30)))) {
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('x');
            socket.until(in(Duration.ofMillis(200)));
            assertThatThrownBy(() -> in.readNBytes(Integer.MAX_VALUE)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void writing_ends_at_the_deadline_although_the_peer_reads_nothing() throws IOException {
        try (DeadlineSocket socket =
                        DeadlineSocket.open(listening.getLocalSocketAddress(), in(Duration.ofSeconds(30)));
                Socket peer = listening.accept()) {
            assertThat(peer.isConnected()).isTrue();
            OutputStream out = socket.getOutputStream();
            socket.until(in(Duration.ofMillis(200)));
            assertThatThrownBy(() -> out.write(new byte[64 << 20])).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
