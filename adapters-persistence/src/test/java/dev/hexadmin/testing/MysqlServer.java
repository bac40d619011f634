package dev.hexadmin.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server of MariaDB that the test JVM starts and shares: {@code mariadbd} of the search path, or another one, also of
 * MySQL, that the environment names in {@value #PROGRAM}. Tests are skipped where there is none.
 */
final class MysqlServer {
    /** The path of {@code mariadbd} or {@code mysqld}. */
    private static final String PROGRAM = "HEXADMIN_TEST_MYSQL";

    /** A server waits for the disk several times for each table that it makes, and tests make many. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final long NEEDED_MEMORY = 4L << 30;

    private static final int PATIENCE_SECONDS = 60;

    private final Path folder;
    private final Certificates certificates;
    private final int port;

    private static final class Running {
        static final @Nullable MysqlServer SERVER =
                program().map(program -> new MysqlServer(program)).orElse(null);
    }

    /** The port of the running server. */
    static int port() {
        @Nullable MysqlServer server = Running.SERVER;
        assumeTrue(
                server != null,
                () -> "there is no mariadbd on the search path, as mariadb-server brings it, and no " + PROGRAM);
        return server == null ? 0 : server.port;
    }

    /** The port of this server. */
    int ownPort() {
        return port;
    }

    /** Of the running server, whose name there is {@code localhost}. */
    static Path certificate() {
        return Objects.requireNonNull(Running.SERVER).certificates.certificate();
    }

    private static Optional<Path> program() {
        @Nullable String named = System.getenv(PROGRAM);
        return named != null
                ? Optional.of(Path.of(named))
                : Stream.concat(Stream.of(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin"))
                        .map(folder -> Path.of(folder, "mariadbd"))
                        .filter(Files::isExecutable)
                        .findFirst();
    }

    /** Another server with further options, such as {@code --log-bin}. */
    static MysqlServer start(String... options) {
        port(); // skipped without a program
        return new MysqlServer(program().orElseThrow(), options);
    }

    private MysqlServer(Path program, String... options) {
        try {
            folder = hasMemory()
                    ? Files.createTempDirectory(MEMORY, "hexadmin-mysql")
                    : Files.createTempDirectory("mysql");
            certificates = Certificates.make(folder, "server", "dns:localhost");
            // a server that starts deletes the temporary files of all that share the folder
            String temporary = "--tmpdir=" + Files.createDirectory(folder.resolve("tmp"));
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            boolean mysql = !output(List.of(program.toString(), "--version")).contains("MariaDB");
            String user = "--user=" + System.getProperty("user.name");
            String data = "--datadir=" + folder.resolve("data");
            output(
                    mysql
                            ? List.of(
                                    program.toString(),
                                    "--no-defaults",
                                    "--initialize-insecure",
                                    user,
                                    data,
                                    temporary,
                                    "--innodb-redo-log-capacity=8M")
                            : List.of(
                                    "mariadb-install-db",
                                    "--no-defaults",
                                    user,
                                    data,
                                    temporary,
                                    "--auth-root-authentication-method=normal",
                                    "--skip-test-db",
                                    "--innodb-log-file-size=8M"));
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "--no-defaults",
                    user,
                    data,
                    temporary,
                    "--port=" + port,
                    "--bind-address=127.0.0.1",
                    "--socket=" + folder.resolve("socket"),
                    "--pid-file=" + folder.resolve("pid"),
                    "--ssl-cert=" + certificates.certificate(),
                    "--ssl-key=" + certificates.key(),
                    "--ssl-ca=" + certificates.certificate(),
                    "--skip-log-bin",
                    "--skip-performance-schema",
                    "--max-connections=300",
                    "--innodb-flush-log-at-trx-commit=0",
                    "--innodb-doublewrite=0",
                    "--innodb-flush-method=nosync",
                    "--innodb-buffer-pool-size=64M"));
            command.addAll(List.of(options));
            if (mysql) {
                command.add("--mysqlx=OFF");
                command.add("--cte-max-recursion-depth=1000000");
                command.add("--innodb-redo-log-capacity=64M");
            } else {
                command.add("--max-recursive-iterations=1000000");
                command.add("--innodb-log-file-size=64M");
                command.add("--skip-innodb-buffer-pool-dump-at-shutdown");
            }
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(process)));
            await(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasMemory() throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= NEEDED_MEMORY;
    }

    private String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " has failed: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return said;
    }

    private void await(Process process) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try (Connection connection = DriverManager.getConnection(url("mysql"), "root", "")) {
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw new IllegalStateException(
                            "the server does not answer: " + Files.readString(folder.resolve("log")), e);
                }
                java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    private void remove(Process process) {
        try {
            if (!process.isAlive()) {
                System.err.println("The server had ended with " + process.exitValue() + ": "
                        + Files.readString(folder.resolve("log")));
            }
            process.destroyForcibly();
            process.waitFor();
            new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
