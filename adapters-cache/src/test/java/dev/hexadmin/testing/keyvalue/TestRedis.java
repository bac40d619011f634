package dev.hexadmin.testing.keyvalue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** A real key-value server in a separate process, empty, without persistence. */
public final class TestRedis implements AutoCloseable {
    private final List<String> command;
    private final int port;
    private Process process;

    private TestRedis(List<String> command, int port) {
        this.command = command;
        this.port = port;
        this.process = started();
    }

    /**
     * Redis as the library brings it.
     *
     * @param settings of the server, such as {@code --requirepass}, {@code secret}
     */
    public static TestRedis start(String... settings) {
        return of(Binary.REDIS, settings);
    }

    /** A server that is installed, such as {@code valkey-server}. */
    public static TestRedis of(Path program, String... settings) {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
                "--daemonize",
                "no"));
        command.addAll(List.of(settings));
        return new TestRedis(List.copyOf(command), port);
    }

    /** Where on the {@code PATH} a program is. */
    public static Optional<Path> installed(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Ends the server at once; what it knew is lost. */
    public void stop() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("redis does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Restarts the server, empty, on the same port. */
    public void restart() {
        stop();
        process = started();
    }

    /** Suspends the process: the system still accepts connections, but the server answers nothing. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill answers " + code);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends one inline command without the tested code, and returns the first line of the reply. */
    public String tell(String line) {
        return tellAs("", line);
    }

    /** As {@link #tell}, with the server's password first. */
    public String tellAs(String password, String line) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            if (!password.isEmpty()) {
                socket.getOutputStream().write(("AUTH " + password + "\r\n").getBytes(StandardCharsets.UTF_8));
                reply(socket.getInputStream());
            }
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
            return new String(reply(socket.getInputStream()), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A bulk string whole, anything else as its first line. */
    private static byte[] reply(InputStream in) throws IOException {
        String line = line(in);
        return line.startsWith("$") && !line.equals("$-1")
                ? in.readNBytes(Integer.parseInt(line.substring(1)))
                : line.getBytes(StandardCharsets.UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
            if (each != '\r') {
                line.append((char) each);
            }
        }
        return line.toString();
    }

    private Process started() {
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (!accepts()) {
                if (!started.isAlive() || System.nanoTime() - deadline > 0) {
                    started.destroyForcibly();
                    throw new IllegalStateException("it does not start: " + command);
                }
                Thread.sleep(5);
            }
            return started;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
            return !line(socket.getInputStream()).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }

    private static final class Binary {
        static final Path REDIS = unpacked();

        private static Path unpacked() {
            try {
                return ExecutableProvider.newJarResourceProvider(
                                Files.createTempDirectory("redis").toFile())
                        .get()
                        .toPath();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
