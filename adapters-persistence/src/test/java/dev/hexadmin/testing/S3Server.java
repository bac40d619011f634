package dev.hexadmin.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An S3-compatible server that the test JVM starts and shares: {@code moto_server} of the search path. Tests are skipped
 * where there is none.
 */
public final class S3Server {
    private static final int PATIENCE_SECONDS = 60;
    private static final AtomicInteger BUCKETS = new AtomicInteger();

    private final Path folder;
    private final URI endpoint;

    private static final class Running {
        static final @Nullable S3Server SERVER = program().map(S3Server::new).orElse(null);
    }

    /** The address of the running server. It accepts all credentials. */
    public static URI endpoint() {
        @Nullable S3Server server = Running.SERVER;
        assumeTrue(server != null, "there is no moto_server on the search path, as the package moto[server] brings it");
        return server == null ? URI.create("") : server.endpoint;
    }

    /** Creates a bucket, and returns its name. */
    public static String newBucket() {
        String name = "files" + BUCKETS.incrementAndGet();
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) endpoint().resolve("/" + name).toURL().openConnection();
            connection.setRequestMethod("PUT");
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IllegalStateException("the bucket was not created: " + connection.getResponseMessage());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return name;
    }

    private static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "moto_server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private S3Server(Path program) {
        try {
            folder = Files.createTempDirectory("s3");
            int port;
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            endpoint = URI.create("http://127.0.0.1:" + port);
            Path log = folder.resolve("log");
            Process process = new ProcessBuilder(program.toString(), "-H", "127.0.0.1", "-p", String.valueOf(port))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(process)));
            await(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(Process process, Path log) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                ((HttpURLConnection) endpoint.toURL().openConnection()).getResponseCode();
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw new IllegalStateException("the server does not answer: " + Files.readString(log), e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private void remove(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.deleteIfExists(folder.resolve("log"));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
