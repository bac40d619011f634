package dev.hexadmin.testing;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A server of PostgreSQL, and one that follows it: a hot standby, made from a base backup. */
public final class ReplicatedPostgresql implements AutoCloseable {
    private final Path folder;
    private final EmbeddedPostgres primary;
    private EmbeddedPostgres replica;

    public ReplicatedPostgresql() {
        try {
            folder = Files.createTempDirectory("replicated");
            primary = server("primary", 0);
            backUp();
            replica = server("replica", 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private EmbeddedPostgres server(String name, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve(name))
                .setCleanDataDirectory(false)
                .setPort(port)
                .start();
    }

    private void backUp() throws SQLException, IOException {
        Path copy = folder.resolve("replica");
        try (Connection connection = primary.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('replica', true)");
            run("cp", "-a", folder.resolve("primary").toString(), copy.toString());
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(copy.resolve("backup_label"), row.getString(1));
            }
        }
        Files.delete(copy.resolve("postmaster.pid"));
        Files.createFile(copy.resolve("standby.signal"));
        Files.write(
                copy.resolve("postgresql.auto.conf"),
                List.of("primary_conninfo = 'host=127.0.0.1 port=" + primary.getPort() + " user=postgres'"),
                StandardOpenOption.APPEND);
    }

    private static void run(String... command) throws IOException {
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The database of the server that is written to. */
    public DatabaseSettings.Server primary() {
        return database(primary);
    }

    /** The same database on the server that follows. */
    public DatabaseSettings.Server replica() {
        return database(replica);
    }

    private static DatabaseSettings.Server database(EmbeddedPostgres server) {
        return new DatabaseSettings.Server(
                "PostgreSQL", "127.0.0.1", server.getPort(), "postgres", "postgres", "postgres", "", 8);
    }

    /** From now on the replica does not change. */
    public void pause() {
        TestDatabases.texts(replica(), "SELECT pg_wal_replay_pause()::text");
        while (!TestDatabases.texts(replica(), "SELECT pg_get_wal_replay_pause_state()")
                .equals(List.of("paused"))) {
            Thread.onSpinWait();
        }
    }

    /** Returns when the replica has all that was committed. */
    public void resume() {
        TestDatabases.texts(replica(), "SELECT pg_wal_replay_resume()::text");
        catchUp();
    }

    /** Waits until the replica has all that was committed. */
    public void catchUp() {
        String position = TestDatabases.texts(primary(), "SELECT pg_current_wal_insert_lsn()::text")
                .getFirst();
        while (!TestDatabases.texts(replica(), "SELECT (pg_last_wal_replay_lsn() >= '" + position + "')::text")
                .equals(List.of("true"))) {
            Thread.onSpinWait();
        }
    }

    public void stopReplica() throws IOException {
        replica.close();
    }

    /** Starts the replica again, where it was. */
    public void startReplica() throws IOException {
        replica = server("replica", replica.getPort());
    }

    @Override
    public void close() throws IOException {
        replica.close();
        primary.close();
        run("rm", "-rf", folder.toString());
    }
}
