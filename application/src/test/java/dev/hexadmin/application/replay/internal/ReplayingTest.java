package dev.hexadmin.application.replay.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.port.ServiceUnavailable;
import dev.hexadmin.application.replay.ReplayAssembly;
import dev.hexadmin.application.replay.ReplayingRequests;
import dev.hexadmin.application.replay.ReplayingRequests.Answer;
import dev.hexadmin.application.replay.ReplayingRequests.Outcome;
import dev.hexadmin.application.replay.port.FirstAnswers;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayingTest {
    private static final Actor EVA = user(7);
    private static final Actor OTTO = user(8);
    private static final Actor NOBODY = new Actor.Anonymous(new Actor.Origin("192.0.2.1", ""));

    private final Memory answers = new Memory();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final ReplayingRequests replaying = ReplayAssembly.of(
                    answers,
                    "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII),
                    () -> now,
                    new SplittableRandom(1))
            .replaying();
    private int runs;

    private static Actor user(long id) {
        return new Actor.SignedIn(
                new UserId(id), new EmailAddress("u" + id + "@example.com"), Rights.NONE, Actor.Origin.LOCAL);
    }

    private static final class Memory implements FirstAnswers {
        final Map<String, Entry> entries = new HashMap<>();

        @Override
        public Optional<Entry> claim(String caller, String key, String fingerprint, Instant at, Instant expired) {
            entries.values().removeIf(entry -> entry.claimedAt().isBefore(expired));
            return Optional.ofNullable(
                    entries.putIfAbsent(caller + " " + key, new Entry(fingerprint, at, Optional.empty())));
        }

        @Override
        public void complete(String caller, String key, Answer answer) {
            entries.computeIfPresent(
                    caller + " " + key, (name, e) -> new Entry(e.fingerprint(), e.claimedAt(), Optional.of(answer)));
        }

        @Override
        public void release(String caller, String key) {
            entries.remove(caller + " " + key);
        }
    }

    private Outcome run(Actor actor, String key, String fingerprint, int status) {
        return replaying.run(actor, key, fingerprint, () -> {
            runs++;
            return new Answer(status, Map.of("ETag", "\"v\""), ("secret " + runs).getBytes(StandardCharsets.UTF_8));
        });
    }

    private static String text(Outcome outcome) {
        return new String(outcome.answer().body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 404, 409, 412})
    void the_first_answer_is_given_again(int status) {
        Outcome first = run(EVA, "k", "f", status);
        Outcome second = run(EVA, "k", "f", status);
        assertThat(first.replayed()).isFalse();
        assertThat(second.replayed()).isTrue();
        assertThat(text(first)).isEqualTo("secret 1").isEqualTo(text(second));
        assertThat(second.answer().status()).isEqualTo(status);
        assertThat(second.answer().headers()).isEqualTo(Map.of("ETag", "\"v\""));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 405, 413, 415, 422, 428, 429, 503})
    void what_was_refused_before_it_began_can_be_put_right(int status) {
        run(EVA, "k", "f", status);
        assertThat(run(EVA, "k", "another", 201).replayed()).isFalse();
        assertThat(runs).isEqualTo(2);
    }

    @Test
    void another_request_with_the_key_is_a_mismatch() {
        run(EVA, "k", "f", 201);
        Refused refused = catchThrowableOfType(Refused.class, () -> run(EVA, "k", "g", 201));
        assertThat(refused.category()).isEqualTo(Refused.Category.INVALID);
        assertThat(refused.code()).isEqualTo("idempotency_mismatch");
    }

    @Test
    void keys_belong_to_their_caller() {
        run(EVA, "k", "f", 201);
        assertThat(run(OTTO, "k", "f", 201).replayed()).isFalse();
        assertThat(run(NOBODY, "k", "f", 201).replayed()).isFalse();
    }

    @Test
    void of_who_is_not_known_the_whole_request_belongs_to_the_key() {
        run(NOBODY, "k", "email, password", 200);
        Outcome another = run(NOBODY, "k", "email, a guess", 401);
        assertThat(another.replayed()).isFalse();
        assertThat(text(another)).isEqualTo("secret 2");
        assertThat(run(NOBODY, "another", "email, password", 200).replayed()).isFalse();
        Actor elsewhere = new Actor.Anonymous(new Actor.Origin("198.51.100.9", ""));
        Outcome again = run(elsewhere, "k", "email, password", 200);
        assertThat(again.replayed()).isTrue();
        assertThat(text(again)).isEqualTo("secret 1");
    }

    @Test
    void nothing_of_a_request_that_holds_secrets_is_kept_with_the_answer() {
        run(NOBODY, "my-key", "digest", 200);
        assertThat(answers.entries).hasSize(1).allSatisfy((name, entry) -> {
            assertThat(name).doesNotContain("my-key").doesNotContain("digest");
            assertThat(entry.fingerprint()).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 412, 422, 429, 503})
    void of_who_is_not_known_only_success_is_kept(int status) {
        run(NOBODY, "k", "f", status);
        assertThat(run(NOBODY, "k", "f", 200).replayed()).isFalse();
        assertThat(answers.entries).hasSize(1);
        assertThatThrownBy(() -> replaying.run(NOBODY, "k", "wrong", () -> {
                    throw Refused.conflict("no", "No.", java.util.List.of());
                }))
                .isInstanceOf(Refused.class);
        assertThat(answers.entries).hasSize(1);
    }

    @Test
    void tokens_are_given_again_for_ten_minutes() {
        run(NOBODY, "k", "f", 200);
        now = now.plus(Duration.ofMinutes(10));
        assertThat(run(NOBODY, "k", "f", 200).replayed()).isTrue();
        now = now.plusSeconds(1);
        Outcome later = run(NOBODY, "k", "f", 200);
        assertThat(later.replayed()).isFalse();
        assertThat(text(later)).isEqualTo("secret 2");
    }

    @Test
    void a_key_is_good_again_after_a_day() {
        run(EVA, "k", "f", 201);
        now = now.plus(Duration.ofHours(24));
        assertThat(run(EVA, "k", "f", 201).replayed()).isTrue();
        now = now.plusSeconds(1);
        assertThat(run(EVA, "k", "g", 201).replayed()).isFalse();
    }

    @Test
    void a_request_that_is_running_is_waited_for_by_its_twin() {
        replaying.run(EVA, "k", "f", () -> {
            Refused refused = catchThrowableOfType(Refused.class, () -> run(EVA, "k", "f", 201));
            assertThat(refused.category()).isEqualTo(Refused.Category.CONFLICT);
            assertThat(refused.code()).isEqualTo("request_in_progress");
            assertThat(refused.retryAfter()).isPresent();
            return new Answer(201, Map.of(), new byte[0]);
        });
        assertThat(runs).isZero();
    }

    @Test
    void a_request_that_died_is_never_run_again() {
        assertThatThrownBy(() -> replaying.run(EVA, "k", "f", () -> {
                    throw new IllegalStateException("the server died");
                }))
                .hasMessage("the server died");
        now = now.plusSeconds(59);
        assertThat(catchThrowableOfType(Refused.class, () -> run(EVA, "k", "f", 201))
                        .code())
                .isEqualTo("request_in_progress");
        now = now.plusSeconds(1);
        Refused refused = catchThrowableOfType(Refused.class, () -> run(EVA, "k", "f", 201));
        assertThat(refused.code()).isEqualTo("idempotency_outcome_unknown");
        assertThat(refused.category()).isEqualTo(Refused.Category.CONFLICT);
        assertThat(runs).isZero();
    }

    @Test
    void a_database_that_was_away_before_the_commit_can_be_tried_again_but_not_one_lost_in_it() {
        for (boolean inDoubt : new boolean[] {false, true}) {
            String key = "k" + inDoubt;
            assertThatThrownBy(() -> replaying.run(EVA, key, "f", () -> {
                        throw new ServiceUnavailable("away", new Exception(), inDoubt);
                    }))
                    .isInstanceOf(ServiceUnavailable.class);
            if (inDoubt) {
                assertThat(catchThrowableOfType(Refused.class, () -> run(EVA, key, "f", 201))
                                .code())
                        .isEqualTo("request_in_progress");
            } else {
                assertThat(run(EVA, key, "f", 201).replayed()).isFalse();
            }
        }
    }

    @Test
    void neither_the_key_nor_the_answer_can_be_read_where_they_are_kept() {
        run(EVA, "my-key", "f", 201);
        answers.entries.forEach((name, entry) -> {
            assertThat(name).doesNotContain("my-key");
            assertThat(new String(entry.answer().orElseThrow().body(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("secret");
        });
    }
}
