package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.spi.ProgramTransactions;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** Records and messages in the transactions of an embedding program, which binds them to threads. */
class ProgramTransactionsIT {
    private static final ModelDefinition NOTES = ModelDefinition.builder("notes")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .field("text", FieldType.STRING, f -> f.required().unique().maxLength(80))
            .field("noted", FieldType.DATETIME, f -> f)
            .build();

    private static final ConcurrentLinkedQueue<String> COMMITTED = new ConcurrentLinkedQueue<>();
    private static HikariDataSource pool;
    private static BoundToThreads transactions;
    private static RunningServer server;

    /** What a framework does, in short. */
    private static final class BoundToThreads implements ProgramTransactions {
        private final ThreadLocal<@Nullable Connection> running = new ThreadLocal<>();
        private final ThreadLocal<List<Runnable>> actions = ThreadLocal.withInitial(ArrayList::new);
        private final DataSource source;

        BoundToThreads(DataSource source) {
            this.source = source;
        }

        @Override
        public Optional<Connection> current() {
            return Optional.ofNullable(running.get());
        }

        @Override
        public void afterCommit(Runnable action) {
            actions.get().add(action);
        }

        @Override
        public void inNew(Consumer<Connection> work) {
            List<Runnable> follow;
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                running.set(connection);
                try {
                    work.accept(connection);
                    connection.commit();
                } catch (Throwable e) {
                    connection.rollback();
                    actions.remove();
                    throw e;
                } finally {
                    running.remove();
                }
                follow = actions.get();
                actions.remove();
            } catch (SQLException e) {
                throw new IllegalStateException("no transaction", e);
            }
            follow.forEach(Runnable::run);
        }
    }

    /** Writes to a table of the program through the transaction of its thread, as a service does that a hook calls. */
    private static final class Diary implements RecordHooks {
        @Override
        public void afterCreate(RecordChange change) {
            String text = String.valueOf(change.after().get("text"));
            execute("INSERT INTO diary VALUES ('" + text + "')");
            change.afterCommit(() -> COMMITTED.add(text));
            if (text.startsWith("not ")) {
                change.reject("text", "unwanted", "It is not wanted.");
            }
        }
    }

    @BeforeAll
    static void start() throws SQLException {
        pool = TestDatabases.pool(TestDatabases.source(TestDatabases.migratedPostgresql()), 6);
        transactions = new BoundToThreads(pool);
        server = RunningServer.start(
                new DatabaseSettings.Given(pool, 4, Optional.of(transactions)),
                builder -> builder.register(NOTES).hooks("notes", new Diary()));
        transactions.inNew(connection -> execute("CREATE TABLE diary (entry text)"));
    }

    @AfterAll
    static void stop() {
        server.close();
        pool.close();
    }

    @BeforeEach
    void empty() {
        transactions.inNew(connection -> {
            execute("TRUNCATE notes, diary");
            execute("DELETE FROM admin_notifications");
        });
        COMMITTED.clear();
    }

    private static void execute(String sql) {
        try (Statement statement = transactions.current().orElseThrow().createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ModelRecords<StoredRecord> notes() {
        return server.hexadmin().records().asSystem("the program").of("notes");
    }

    private static void create(String text) {
        notes().create(Map.of("text", text, "noted", "2026-11-20T23:30:00Z"));
    }

    private static long count(String table) {
        long[] found = new long[1];
        transactions.inNew(connection -> {
            try (Statement statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT count(*) FROM " + table)) {
                row.next();
                found[0] = row.getLong(1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        return found[0];
    }

    @Test
    void a_rollback_of_the_program_takes_records_messages_and_audit_rows_back() {
        long audited = count("admin_audit_log");
        assertThatThrownBy(() -> transactions.inNew(connection -> {
                    create("milk");
                    server.hexadmin()
                            .notifications()
                            .notify(
                                    Recipient.builder("7")
                                            .channels(Channel.IN_APP)
                                            .build(),
                                    Message.of("Note", "milk"));
                    assertThat(notes().count()).isEqualTo(1);
                    throw new IllegalStateException("the program has changed its mind");
                }))
                .hasMessage("the program has changed its mind");
        assertThat(notes().count()).isZero();
        assertThat(count("diary")).isZero();
        assertThat(count("admin_notifications")).isZero();
        assertThat(count("admin_audit_log")).isEqualTo(audited);
        assertThat(COMMITTED).isEmpty();
    }

    @Test
    void a_commit_of_the_program_commits_them_and_then_runs_what_follows() {
        transactions.inNew(connection -> {
            execute("INSERT INTO diary VALUES ('of the program')");
            create("milk");
            server.hexadmin()
                    .notifications()
                    .notify(Recipient.builder("7").channels(Channel.IN_APP).build(), Message.of("Note", "milk"));
            assertThat(COMMITTED).isEmpty();
            assertThat(server.send("GET", "/admin/api/notes/", server.token(), "")
                            .body())
                    .contains("\"total\":0");
        });
        assertThat(COMMITTED).containsExactly("milk");
        assertThat(count("diary")).isEqualTo(2);
        assertThat(count("admin_notifications")).isEqualTo(1);
        assertThat(notes().list().getFirst().value("noted", Instant.class))
                .contains(Instant.parse("2026-11-20T23:30:00Z"));
    }

    @Test
    void a_rejected_change_is_rolled_back_alone() {
        transactions.inNew(connection -> {
            create("milk");
            assertThatThrownBy(() -> create("not this")).isInstanceOf(RequestRejectedException.class);
            assertThatThrownBy(() -> create("milk")).isInstanceOf(RequestRejectedException.class);
            assertThat(zone(connection)).isEqualTo("Asia/Tokyo");
            create("bread");
        });
        assertThat(COMMITTED).containsExactly("milk", "bread");
        assertThat(count("notes")).isEqualTo(2);
        assertThat(count("diary")).isEqualTo(2);
    }

    private static String zone(Connection connection) {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SHOW TIME ZONE")) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_change_in_a_read_only_transaction_is_a_mistake_of_the_program_and_no_outage() {
        assertThatThrownBy(() -> transactions.inNew(connection -> {
                    readOnly(connection);
                    assertThat(notes().count()).isZero();
                    create("milk");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a read-only transaction of the program");
        assertThat(server.exchange("GET", "/observe/health/ready", "", "").statusCode())
                .isEqualTo(200);
    }

    private static void readOnly(Connection connection) {
        try {
            connection.setReadOnly(true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void records_see_what_the_program_has_written_in_its_transaction() {
        transactions.inNew(connection -> {
            execute("INSERT INTO notes (text) VALUES ('by hand')");
            assertThat(notes().list())
                    .extracting(note -> note.value("text", String.class).orElse(""))
                    .containsExactly("by hand");
            server.hexadmin().records().asSystem("the program").transaction(context -> {
                context.lock("diary");
                context.records().of("notes").create(Map.of("text", "by code"));
                return context;
            });
        });
        assertThat(count("notes")).isEqualTo(2);
    }

    @Test
    void code_that_a_request_runs_is_in_a_transaction_of_the_program() {
        String token = server.token();
        assertThat(server.send("POST", "/admin/api/notes/", token, "{\"text\":\"not this\"}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(server.send("POST", "/admin/api/notes/?dry_run=true", token, "{\"text\":\"tried\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(count("diary")).isZero();
        assertThat(server.send("POST", "/admin/api/notes/", token, "{\"text\":\"milk\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(server.send("POST", "/admin/api/notes/", token, "{\"text\":\"milk\"}")
                        .statusCode())
                .isEqualTo(409);
        assertThat(count("diary")).isEqualTo(1);
        assertThat(COMMITTED).containsExactly("milk");
    }

    @Test
    void a_file_of_sqlite_cannot_be_joined(@TempDir Path folder) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("own.db"));
        try (Hexadmin hexadmin = Hexadmin.builder()
                .folder(folder)
                .setting("server.port", "0")
                .setting("secret_key", "a secret of more than thirty-two characters")
                .dataSource(source, new BoundToThreads(source))
                .build()) {
            assertThatThrownBy(hexadmin::start)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("cannot join transactions of the program");
        }
    }
}
