package dev.hexadmin.notify.smtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server with scripted responses, which accepts all other commands: for responses that a correct server never
 * sends. With {@code tls} it offers STARTTLS.
 */
final class ScriptedMailServer implements AutoCloseable {
    /** No response. */
    static final String SILENCE = "";

    /** The answer that ends the connection. */
    static final String HANG_UP = "!";

    private final ServerSocket listening;
    private final Optional<SSLContext> tls;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<String, String> once = new ConcurrentHashMap<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger protectedConnections = new AtomicInteger();

    ScriptedMailServer(Optional<SSLContext> tls) throws IOException {
        this.tls = tls;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Answers each command that begins with {@code verb} so; {@code GREETING} and {@code MESSAGE} are verbs too. */
    void answer(String verb, String reply) {
        answers.put(verb, reply);
    }

    /** Answers the next command of this verb so. */
    void answerOnce(String verb, String reply) {
        once.put(verb, reply);
    }

    void answerWell(String verb) {
        answers.remove(verb);
    }

    int connections() {
        return connections.get();
    }

    int protectedConnections() {
        return protectedConnections.get();
    }

    List<String> commands() {
        return List.copyOf(commands);
    }

    void hangUpEverywhere() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket plain) {
        try (plain) {
            Socket socket = plain;
            say(socket, "GREETING", "220 ready");
            BufferedReader lines = lines(socket);
            String line;
            while ((line = lines.readLine()) != null) {
                commands.add(line);
                String verb = line.split(" ", 2)[0].toUpperCase(java.util.Locale.ROOT);
                switch (verb) {
                    case "EHLO" ->
                        say(
                                socket,
                                verb,
                                "250-localhost\r\n250-AUTH PLAIN\r\n"
                                        + (tls.isPresent() && socket == plain ? "250-STARTTLS\r\n" : "")
                                        + "250 8BITMIME");
                    case "STARTTLS" -> {
                        say(socket, verb, "220 go ahead");
                        SSLSocket secured = (SSLSocket) tls.orElseThrow()
                                .getSocketFactory()
                                .createSocket(plain, "localhost", plain.getPort(), true);
                        secured.setUseClientMode(false);
                        secured.startHandshake();
                        protectedConnections.incrementAndGet();
                        socket = secured;
                        lines = lines(socket);
                    }
                    case "AUTH" -> say(socket, verb, "235 welcome");
                    case "DATA" -> {
                        if (say(socket, verb, "354 go on").startsWith("354")) {
                            do {
                                line = lines.readLine();
                            } while (line != null && !line.equals("."));
                            say(socket, "MESSAGE", "250 taken");
                        }
                    }
                    case "QUIT" -> {
                        say(socket, verb, "221 bye");
                        return;
                    }
                    default -> say(socket, verb, "250 fine");
                }
            }
        } catch (IOException e) {
            // the other side went away
        }
    }

    private String say(Socket socket, String verb, String usual) throws IOException {
        String next = once.remove(verb);
        String reply = next == null ? answers.getOrDefault(verb, usual) : next;
        if (reply.equals(HANG_UP)) {
            throw new IOException("as told");
        }
        if (!reply.equals(SILENCE)) {
            OutputStream out = socket.getOutputStream();
            out.write((reply + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
        return reply;
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        hangUpEverywhere();
    }
}
