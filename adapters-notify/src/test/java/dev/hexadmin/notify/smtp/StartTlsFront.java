package dev.hexadmin.notify.smtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Speaks STARTTLS in front of a real mail server that cannot, and hands everything after the handshake to it. */
final class StartTlsFront implements AutoCloseable {
    private final ServerSocket listening;
    private final SSLContext tls;
    private final int behind;

    StartTlsFront(SSLContext tls, int behind) throws IOException {
        this.tls = tls;
        this.behind = behind;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    Thread.ofVirtual().start(() -> serve(socket));
                }
            } catch (IOException e) {
                // closed
            }
        });
    }

    int port() {
        return listening.getLocalPort();
    }

    private void serve(Socket plain) {
        try (plain;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), behind)) {
            say(plain, "220 front");
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(plain.getInputStream(), StandardCharsets.US_ASCII));
            String line;
            while ((line = lines.readLine()) != null && !line.equals("STARTTLS")) {
                say(plain, line.startsWith("EHLO") ? "250-front\r\n250 STARTTLS" : "530 STARTTLS first");
            }
            say(plain, "220 go ahead");
            SSLSocket secured =
                    (SSLSocket) tls.getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
            secured.setUseClientMode(false);
            secured.startHandshake();
            InputStream answers = server.getInputStream();
            while (answers.read() != '\n') {
                // the greeting behind was given in front
            }
            Thread back = Thread.ofVirtual().start(() -> copy(answers, secured));
            copy(secured.getInputStream(), server);
            server.shutdownOutput();
            back.join();
        } catch (IOException | InterruptedException e) {
            // the other side went away
        }
    }

    private static void copy(InputStream from, Socket to) {
        try {
            from.transferTo(to.getOutputStream());
        } catch (IOException e) {
            // the other side went away
        }
    }

    private static void say(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
