package dev.hexadmin.persistence.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.replay.ReplayingRequests.Answer;
import dev.hexadmin.application.replay.port.FirstAnswers.Entry;
import dev.hexadmin.persistence.DatabaseSettings;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class FirstAnswersContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Instant DAY_BEFORE = NOON.minus(1, ChronoUnit.DAYS);

    @TempDir
    Path folder;

    Database database;
    JdbcFirstAnswers answers;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new Migrations(database).apply();
        answers = new JdbcFirstAnswers(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long rows() {
        return database.query(execute -> execute.get("SELECT count(*) AS c FROM admin_idempotency_keys")
                .map(row -> Columns.whole(row, "c"))
                .orElseThrow());
    }

    @Test
    void a_key_is_claimed_once_and_tells_who_claimed_it() {
        assertThat(answers.claim("user:1", "k", "f1", NOON, DAY_BEFORE)).isEmpty();
        Entry entry = answers.claim("user:1", "k", "f2", NOON.plusSeconds(1), DAY_BEFORE)
                .orElseThrow();
        assertThat(entry).isEqualTo(new Entry("f1", NOON, Optional.empty()));
    }

    @Test
    void callers_have_keys_of_their_own() {
        assertThat(answers.claim("user:1", "k", "f", NOON, DAY_BEFORE)).isEmpty();
        assertThat(answers.claim("user:2", "k", "f", NOON, DAY_BEFORE)).isEmpty();
    }

    @Test
    void a_completed_key_gives_its_answer() {
        byte[] body = {0, 1, (byte) 0xff, 10};
        answers.claim("user:1", "k", "f", NOON, DAY_BEFORE);
        answers.complete("user:1", "k", new Answer(201, Map.of("Location", "/admin/api/x/1", "ETag", "\"a:b\""), body));
        Answer answer = answers.claim("user:1", "k", "f", NOON, DAY_BEFORE)
                .flatMap(Entry::answer)
                .orElseThrow();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.headers()).isEqualTo(Map.of("Location", "/admin/api/x/1", "ETag", "\"a:b\""));
        assertThat(answer.body()).isEqualTo(body);
    }

    @Test
    void an_empty_body_is_kept_too() {
        answers.claim("user:1", "k", "f", NOON, DAY_BEFORE);
        answers.complete("user:1", "k", new Answer(204, Map.of(), new byte[0]));
        assertThat(answers.claim("user:1", "k", "f", NOON, DAY_BEFORE)
                        .flatMap(Entry::answer)
                        .map(Answer::body))
                .hasValueSatisfying(bytes -> assertThat(bytes).isEmpty());
    }

    @Test
    void a_released_key_can_be_claimed_again_but_an_answer_stays() {
        answers.claim("user:1", "k", "f", NOON, DAY_BEFORE);
        answers.release("user:1", "k");
        assertThat(answers.claim("user:1", "k", "g", NOON, DAY_BEFORE)).isEmpty();
        answers.complete("user:1", "k", new Answer(200, Map.of(), new byte[0]));
        answers.release("user:1", "k");
        assertThat(answers.claim("user:1", "k", "g", NOON, DAY_BEFORE)).isPresent();
    }

    @Test
    void what_is_expired_gives_way_and_goes_with_time() {
        answers.claim("user:1", "k", "f", NOON, DAY_BEFORE);
        answers.complete("user:1", "k", new Answer(200, Map.of("A", "b"), new byte[] {1}));
        answers.claim("user:1", "other", "f", NOON, DAY_BEFORE);
        Instant later = NOON.plus(25, ChronoUnit.HOURS);
        assertThat(answers.claim("user:1", "k", "f2", later, later.minus(1, ChronoUnit.DAYS)))
                .isEmpty();
        assertThat(rows()).isEqualTo(1);
        assertThat(answers.claim("user:1", "k", "f2", later, later.minus(1, ChronoUnit.DAYS)))
                .hasValue(new Entry("f2", later, Optional.empty()));
    }

    @Test
    void of_many_claims_at_once_one_wins() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 20; round++) {
                String key = "k" + round;
                List<Future<Boolean>> all = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    Callable<Boolean> claim = () ->
                            answers.claim("user:1", key, "f", NOON, DAY_BEFORE).isEmpty();
                    all.add(executor.submit(claim));
                }
                int won = 0;
                for (Future<Boolean> one : all) {
                    won += one.get() ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
            }
        }
        assertThat(rows()).isEqualTo(20);
    }
}
