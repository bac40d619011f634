package dev.hexadmin.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A PgBouncer in front of the databases of the server of PostgreSQL, which gives connections of the server in turns. Tests are
 * skipped where it is not installed.
 */
public final class PgBouncer implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final Path folder;
    private final int port;
    private final Process process;

    /** Starts one with further lines of configuration, such as {@code pool_mode = transaction}. */
    public static PgBouncer start(int target, String... lines) {
        Optional<Path> program = Stream.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(program.isPresent(), "there is no pgbouncer, as the package of this name brings it");
        try {
            return new PgBouncer(program.orElseThrow(), target, List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PgBouncer(Path program, int target, List<String> lines) throws IOException {
        folder = Files.createTempDirectory("pgbouncer");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x")); // of another user
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<String> configuration = new ArrayList<>(List.of(
                "[databases]",
                "* = host=127.0.0.1 port=" + target,
                "[pgbouncer]",
                "listen_addr = 127.0.0.1",
                "listen_port = " + port,
                "unix_socket_dir =",
                "auth_type = trust",
                "auth_file = " + folder.resolve("users"),
                "default_pool_size = 6",
                "server_round_robin = 1"));
        configuration.addAll(lines);
        Files.write(folder.resolve("users"), List.of("\"limited\" \"postgres\"", "\"postgres\" \"postgres\""));
        Path file = Files.write(folder.resolve("pgbouncer.ini"), configuration);
        List<String> command = new ArrayList<>(List.of(program.toString(), file.toString()));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        await();
    }

    private void await() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                DriverManager.getConnection(
                                "jdbc:postgresql://127.0.0.1:" + port
                                        + "/postgres?preferQueryMode=simple&assumeMinServerVersion=9.0",
                                "postgres",
                                "postgres")
                        .close();
                return;
            } catch (SQLException e) {
                if (e.getMessage().contains("startup parameter")) {
                    return; // it answers
                }
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw new IllegalStateException(
                            "PgBouncer does not answer: " + Files.readString(folder.resolve("log")), e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    /** The same database through this pooler. */
    public DatabaseSettings.Server before(DatabaseSettings.Server database) {
        return new DatabaseSettings.Server(
                database.product(),
                "127.0.0.1",
                port,
                database.database(),
                database.user(),
                database.password(),
                database.parameters(),
                database.poolSize());
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
