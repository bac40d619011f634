package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.idempotency.port.IdempotencyStore.StoredResponse;
import dev.hexadmin.application.port.UnitOfWork;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store of the responses to requests with idempotency keys does. */
public abstract class IdempotencyStoreContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Instant DAY_BEFORE = NOON.minus(1, ChronoUnit.DAYS);
    private static final String KEY = name(0);

    protected IdempotencyStoreContract() {}

    protected abstract IdempotencyStore responses();

    protected abstract UnitOfWork unitOfWork();

    /** How many responses are stored, expired ones included. */
    protected abstract long rows();

    /** A MAC in hexadecimal digits. */
    protected static String name(int number) {
        return "%016x".formatted(number).repeat(4);
    }

    private boolean store(String caller, String key, StoredResponse response) {
        return unitOfWork().write(scope -> responses().store(caller, key, response, DAY_BEFORE));
    }

    private static StoredResponse response(String fingerprint, Instant at) {
        return new StoredResponse(fingerprint, at, new byte[] {1});
    }

    @Test
    void a_response_is_stored_once_and_found_again() {
        byte[] sealed = {0, 1, (byte) 0xff, 10};
        assertThat(responses().find("user:1", KEY, DAY_BEFORE)).isEmpty();
        assertThat(store("user:1", KEY, new StoredResponse("f1", NOON, sealed))).isTrue();
        assertThat(store("user:1", KEY, response("f2", NOON.plusSeconds(1)))).isFalse();
        StoredResponse found = responses().find("user:1", KEY, DAY_BEFORE).orElseThrow();
        assertThat(found.fingerprint()).isEqualTo("f1");
        assertThat(found.respondedAt()).isEqualTo(NOON);
        assertThat(found.sealed()).isEqualTo(sealed);
    }

    @Test
    void callers_have_keys_of_their_own() {
        assertThat(store("user:1", KEY, response("f", NOON))).isTrue();
        assertThat(store("user:2", KEY, response("f", NOON))).isTrue();
    }

    @Test
    void a_response_is_rolled_back_with_its_unit_of_work() {
        assertThatThrownBy(() -> unitOfWork().write(scope -> {
                    responses().store("user:1", KEY, response("f", NOON), DAY_BEFORE);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(rows()).isZero();
        assertThatThrownBy(() -> responses().store("user:1", KEY, response("f", NOON), DAY_BEFORE))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_key_that_no_other_server_holds_can_be_held() {
        boolean held = unitOfWork().write(scope -> responses().hold("user:1", KEY));
        assertThat(held).isTrue();
        boolean again = unitOfWork().write(scope -> responses().hold("user:1", KEY));
        assertThat(again).isTrue();
        assertThatThrownBy(() -> responses().hold("user:1", KEY)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_response_can_be_replaced() {
        store("user:1", KEY, response("f", NOON));
        responses().replace("user:1", KEY, new byte[] {2});
        StoredResponse found = responses().find("user:1", KEY, DAY_BEFORE).orElseThrow();
        assertThat(found.sealed()).containsExactly(2);
    }

    @Test
    void an_expired_response_is_not_found_and_is_replaced() {
        store("user:1", KEY, response("f", DAY_BEFORE.minusNanos(1_000)));
        assertThat(responses().find("user:1", KEY, DAY_BEFORE)).isEmpty();
        assertThat(store("user:1", KEY, response("g", NOON))).isTrue();
        assertThat(responses().find("user:1", KEY, DAY_BEFORE))
                .hasValueSatisfying(found -> assertThat(found.fingerprint()).isEqualTo("g"));
    }

    @Test
    void a_sweep_deletes_expired_responses_and_the_oldest_of_a_caller_who_has_too_many() {
        store("user:1", name(1), response("f", DAY_BEFORE.minusSeconds(1)));
        store("user:2", name(1), response("f", DAY_BEFORE.minusSeconds(1)));
        for (int i = 2; i < 8; i++) {
            store("user:1", name(i), response("f", NOON.plusSeconds(i)));
            store("user:2", name(i), response("f", NOON.plusSeconds(i)));
        }
        responses().sweep("user:1", DAY_BEFORE, 100);
        assertThat(rows()).isEqualTo(12);
        responses().sweep("user:1", DAY_BEFORE, 4);
        assertThat(rows()).isEqualTo(10);
        for (int i = 2; i < 8; i++) {
            assertThat(responses().find("user:1", name(i), DAY_BEFORE).isPresent())
                    .isEqualTo(i >= 4);
        }
    }

    @Test
    void of_many_concurrent_units_of_work_one_stores_its_response() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 20; round++) {
                String key = name(round);
                List<Future<Boolean>> all = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    Callable<Boolean> storing = () -> store("user:1", key, response("f", NOON));
                    all.add(executor.submit(storing));
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
