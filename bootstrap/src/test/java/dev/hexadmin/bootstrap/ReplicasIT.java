package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testing.ReplicatedPostgresql;
import dev.hexadmin.testing.keyvalue.TestRedis;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers on one database whose replica they read, with a key-value server. */
class ReplicasIT {
    private static final String BOOKS = "/admin/api/books/";
    private static final String PASSWORD = "ferry-Lantern-58-meadow";

    private static ReplicatedPostgresql postgresql;
    private static TestRedis redis;
    private static RunningServer first;
    private static RunningServer second;
    private static String writer;
    private static String reader;

    @BeforeAll
    static void start() {
        postgresql = new ReplicatedPostgresql();
        redis = TestRedis.start();
        first = server(options -> options);
        second = server(options -> options);
        writer = first.token();
        first.send("POST", "/admin/api/admin_users/", writer, """
                {"email": "reader@example.com", "password": "%s", "is_superuser": true}""".formatted(PASSWORD));
        reader = first.token("reader@example.com", PASSWORD);
    }

    private static RunningServer server(UnaryOperator<Hexadmin.Builder> options) {
        return RunningServer.start(
                postgresql.primary(),
                builder -> options.apply(builder.setting("database.read_urls", RunningServer.url(postgresql.replica()))
                        .setting("kvstore_url", redis.url())
                        .register(ModelDefinition.builder("books")
                                .labelPlural("Books")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("title", FieldType.STRING)
                                .build())));
    }

    @AfterAll
    static void stop() throws IOException {
        first.close();
        second.close();
        redis.close();
        postgresql.close();
    }

    @BeforeEach
    void empty() {
        titles(first, reader); // its tables are there
    }

    @AfterEach
    void catchUp() {
        postgresql.resume();
    }

    private static void create(String title) {
        assertThat(first.send("POST", BOOKS, writer, "{\"title\": \"" + title + "\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    private static String titles(RunningServer server, String token) {
        HttpResponse<String> list = server.send("GET", BOOKS, token, "");
        assertThat(list.statusCode()).isEqualTo(200);
        return list.body();
    }

    @Test
    void who_has_written_reads_it_on_every_server_and_others_read_the_replica() {
        create("seen by all");
        postgresql.catchUp();
        assertThat(titles(second, reader)).contains("seen by all");
        postgresql.pause();
        create("not replayed");
        assertThat(titles(first, writer)).contains("not replayed");
        assertThat(titles(second, writer)).contains("not replayed");
        assertThat(titles(first, reader)).contains("seen by all").doesNotContain("not replayed");
        assertThat(titles(second, reader)).doesNotContain("not replayed");
        postgresql.resume();
        assertThat(titles(first, reader)).contains("not replayed");
        assertThat(titles(second, reader)).contains("not replayed");
    }

    @Test
    void rights_and_accounts_are_read_from_the_database_itself() {
        postgresql.pause();
        assertThat(first.send("POST", "/admin/api/admin_users/", writer, """
                        {"email": "later@example.com", "password": "%s", "is_superuser": true}""".formatted(PASSWORD))
                        .statusCode())
                .isEqualTo(201);
        assertThat(second.token("later@example.com", PASSWORD)).isNotEmpty();
        assertThat(second.send("GET", "/admin/api/admin_users/?email=later@example.com", reader, "")
                        .body())
                .contains("later@example.com");
    }

    @Test
    void a_replica_that_is_unavailable_is_not_needed_and_read_again_afterwards() throws IOException {
        create("before");
        postgresql.stopReplica();
        create("while it was unavailable");
        assertThat(titles(first, reader)).contains("before", "while it was unavailable");
        assertThat(titles(second, reader)).contains("before", "while it was unavailable");
        postgresql.startReplica();
        postgresql.catchUp();
        postgresql.pause();
        create("after");
        while (titles(first, reader).contains("after")) {
            Thread.onSpinWait(); // still read from the database itself
        }
        assertThat(titles(first, reader)).contains("while it was unavailable");
    }

    @Test
    void while_the_key_value_server_is_unavailable_the_replica_is_not_read() {
        redis.freeze();
        try {
            postgresql.pause();
            create("known to one server");
            assertThat(titles(first, writer)).contains("known to one server");
            assertThat(titles(second, writer)).contains("known to one server");
        } finally {
            redis.thaw();
        }
    }
}
