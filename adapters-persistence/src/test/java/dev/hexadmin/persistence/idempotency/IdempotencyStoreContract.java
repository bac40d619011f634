package dev.hexadmin.persistence.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.idempotency.ReplayingRequests.Answer;
import dev.hexadmin.application.idempotency.port.IdempotencyStore.Entry;
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
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class IdempotencyStoreContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Instant DAY_BEFORE = NOON.minus(1, ChronoUnit.DAYS);

    private static final String KEY = name(0);

    @TempDir
    Path folder;

    Database database;
    JdbcIdempotencyStore answers;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        new Migrations(database).apply();
        answers = new JdbcIdempotencyStore(database);
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

    private boolean keep(String caller, String key, Entry entry) {
        return database.write(scope -> answers.keep(caller, key, entry, DAY_BEFORE));
    }

    private static Entry entry(String fingerprint, Instant at) {
        return new Entry(fingerprint, at, new Answer(201, Map.of("ETag", "\"a\""), new byte[] {1}));
    }

    @Test
    void an_answer_is_kept_once_and_found_again() {
        byte[] body = {0, 1, (byte) 0xff, 10};
        Map<String, String> headers = Map.of("Location", "/admin/api/x/1", "ETag", "\"a:b\"");
        assertThat(answers.find("user:1", KEY, DAY_BEFORE)).isEmpty();
        assertThat(keep("user:1", KEY, new Entry("f1", NOON, new Answer(201, headers, body))))
                .isTrue();
        assertThat(keep("user:1", KEY, entry("f2", NOON.plusSeconds(1)))).isFalse();
        Entry entry = answers.find("user:1", KEY, DAY_BEFORE).orElseThrow();
        assertThat(entry.fingerprint()).isEqualTo("f1");
        assertThat(entry.answeredAt()).isEqualTo(NOON);
        assertThat(entry.answer().status()).isEqualTo(201);
        assertThat(entry.answer().headers()).isEqualTo(headers);
        assertThat(entry.answer().body()).isEqualTo(body);
    }

    @Test
    void an_empty_answer_is_kept_too() {
        keep("user:1", KEY, new Entry("f", NOON, new Answer(204, Map.of(), new byte[0])));
        assertThat(answers.find("user:1", KEY, DAY_BEFORE))
                .hasValueSatisfying(entry -> assertThat(entry.answer().body()).isEmpty());
    }

    @Test
    void callers_have_keys_of_their_own() {
        assertThat(keep("user:1", KEY, entry("f", NOON))).isTrue();
        assertThat(keep("user:2", KEY, entry("f", NOON))).isTrue();
    }

    @Test
    void an_answer_goes_with_its_unit_of_work() {
        assertThatThrownBy(() -> database.write(scope -> {
                    answers.keep("user:1", KEY, entry("f", NOON), DAY_BEFORE);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(rows()).isZero();
        assertThatThrownBy(() -> answers.keep("user:1", KEY, entry("f", NOON), DAY_BEFORE))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_answer_can_be_replaced() {
        keep("user:1", KEY, entry("f", NOON));
        answers.replace("user:1", KEY, new Answer(200, Map.of(), new byte[] {2}));
        Entry entry = answers.find("user:1", KEY, DAY_BEFORE).orElseThrow();
        assertThat(entry.answer().status()).isEqualTo(200);
        assertThat(entry.answer().headers()).isEmpty();
        assertThat(entry.answer().body()).containsExactly(2);
    }

    @Test
    void an_expired_answer_is_not_found_and_gives_way() {
        keep("user:1", KEY, entry("f", DAY_BEFORE.minusNanos(1_000)));
        assertThat(answers.find("user:1", KEY, DAY_BEFORE)).isEmpty();
        assertThat(keep("user:1", KEY, entry("g", NOON))).isTrue();
        assertThat(answers.find("user:1", KEY, DAY_BEFORE))
                .hasValueSatisfying(entry -> assertThat(entry.fingerprint()).isEqualTo("g"));
    }

    @Test
    void a_sweep_takes_what_is_expired_and_the_oldest_of_a_caller_who_has_too_many() {
        keep("user:1", name(1), entry("f", DAY_BEFORE.minusSeconds(1)));
        keep("user:2", name(1), entry("f", DAY_BEFORE.minusSeconds(1)));
        for (int i = 2; i < 8; i++) {
            keep("user:1", name(i), entry("f", NOON.plusSeconds(i)));
            keep("user:2", name(i), entry("f", NOON.plusSeconds(i)));
        }
        answers.sweep("user:1", DAY_BEFORE, 100);
        assertThat(rows()).isEqualTo(12);
        answers.sweep("user:1", DAY_BEFORE, 4);
        assertThat(rows()).isEqualTo(10);
        for (int i = 2; i < 8; i++) {
            assertThat(answers.find("user:1", name(i), DAY_BEFORE).isPresent()).isEqualTo(i >= 4);
        }
    }

    @Test
    void of_many_units_of_work_at_once_one_keeps_its_answer() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 20; round++) {
                String key = name(round);
                List<Future<Boolean>> all = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    Callable<Boolean> keeping = () -> keep("user:1", key, entry("f", NOON));
                    all.add(executor.submit(keeping));
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

    static String name(int number) {
        return "%016x".formatted(number).repeat(4); // a MAC in hexadecimal digits
    }
}
