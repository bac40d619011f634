package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole servers with as few connections as {@code database.pool_size} allows. */
class PoolSizeIT {
    private static RunningServer start(DatabaseSettings database) {
        return RunningServer.start(
                database,
                options -> options.set(Setting.DATABASE_POOL_SIZE, 2)
                        .register(ModelDefinition.builder("notes")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("text", FieldType.STRING, f -> f.required())
                                .searchFields(List.of("text"))
                                .build()));
    }

    /** More requests than connections: requests wait for a connection, and none is rejected. */
    private static void manyAtOnce(RunningServer server) throws Exception {
        String token = server.token();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                PanelVisitor visitor = PanelVisitor.signedIn(server)) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                String text = "note " + i;
                answers.add(
                        switch (i % 5) {
                            case 0 ->
                                clients.submit(() -> server.send(
                                                "POST", "/admin/api/notes/", token, "{\"text\":\"" + text + "\"}")
                                        .statusCode());
                            case 1 ->
                                clients.submit(
                                        () -> visitor.get("/admin/notes/").status());
                            case 2 ->
                                clients.submit(() -> visitor.download("/admin/notes/export?format=csv")
                                        .statusCode());
                            case 3 ->
                                clients.submit(() -> server.send("GET", "/admin/api/search?q=note", token, "")
                                        .statusCode());
                            default ->
                                clients.submit(() -> visitor.get("/admin").status());
                        });
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isIn(200, 201);
            }
        }
    }

    @Test
    void two_connections_to_postgresql_are_enough() throws Exception {
        DatabaseSettings database = TestDatabases.postgresql();
        for (int round = 0; round < 2; round++) { // the second time there is nothing to migrate
            try (RunningServer server = start(database)) {
                manyAtOnce(server);
            }
        }
    }

    @Test
    void sqlite_takes_no_notice_of_it(@TempDir Path folder) throws Exception {
        try (RunningServer server = start(TestDatabases.sqlite(folder))) {
            manyAtOnce(server);
        }
    }
}
