package dev.hexadmin.application.idempotency.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.idempotency.IdempotencyAssembly;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.ReplayingRequests.Answer;
import dev.hexadmin.application.idempotency.ReplayingRequests.Outcome;
import dev.hexadmin.application.idempotency.ReplayingRequests.Request;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.idempotency.port.IdempotencyStore.Entry;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayingTest {
    private static final Actor EVA = user(7);
    private static final Actor OTTO = user(8);
    private static final Actor NOBODY = new Actor.Anonymous(new Actor.Origin("192.0.2.1", ""));

    private final Memory answers = new Memory();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final ReplayingRequests replaying = IdempotencyAssembly.of(
                    answers,
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

    /** A database of nothing but answers. */
    private static final class Memory implements IdempotencyStore, UnitOfWork {
        Map<String, Entry> entries = new HashMap<>();
        boolean running;
        boolean heldElsewhere;
        final Map<String, Entry> committedElsewhere = new HashMap<>();
        Runnable beforeHold = () -> {};
        final List<String> swept = new ArrayList<>();

        @Override
        public Optional<Entry> find(String caller, String key, Instant oldest) {
            return Optional.ofNullable(entries.get(caller + " " + key))
                    .filter(entry -> !entry.answeredAt().isBefore(oldest));
        }

        @Override
        public boolean hold(String caller, String key) {
            beforeHold.run();
            return !heldElsewhere;
        }

        @Override
        public boolean keep(String caller, String key, Entry entry, Instant oldest) {
            assertThat(running).isTrue();
            return find(caller, key, oldest).isEmpty() && entries.put(caller + " " + key, entry) != entry;
        }

        @Override
        public void replace(String caller, String key, Answer answer) {
            entries.computeIfPresent(
                    caller + " " + key, (name, e) -> new Entry(e.fingerprint(), e.answeredAt(), answer));
        }

        @Override
        public void sweep(String caller, Instant oldest, int most) {
            assertThat(running).isFalse();
            swept.add(caller);
        }

        @Override
        public <T> T write(Work<T> work) {
            Map<String, Entry> before = new HashMap<>(entries);
            List<Runnable> afterCommit = new ArrayList<>();
            running = true;
            T result;
            try {
                result = work.run(afterCommit::add);
            } catch (RuntimeException e) {
                entries = before;
                entries.putAll(committedElsewhere);
                throw e;
            } finally {
                running = false;
            }
            afterCommit.forEach(Runnable::run);
            return result;
        }

        @Override
        public <T> T rehearse(Work<T> work) {
            throw new AssertionError();
        }

        @Override
        public <T> T attempt(Work<T> part) {
            throw new AssertionError();
        }

        @Override
        public boolean running() {
            return running;
        }
    }

    private Outcome run(Actor actor, String key, String fingerprint, int status) {
        return carryOut(actor, key, fingerprint, () -> new RequestOutcome.Committed<>(next(status)));
    }

    private Answer next(int status) {
        runs++;
        return new Answer(status, Map.of("ETag", "\"v\""), ("secret " + runs).getBytes(StandardCharsets.UTF_8));
    }

    private Outcome carryOut(Actor actor, String key, String fingerprint, Prepared<RequestOutcome<Answer>> change) {
        return replaying.run(actor, key, fingerprint, request(() -> change, false));
    }

    private static Request request(Supplier<Prepared<RequestOutcome<Answer>>> preparing, boolean dryRun) {
        return new Request() {
            @Override
            public Prepared<RequestOutcome<Answer>> prepare() {
                return preparing.get();
            }

            @Override
            public boolean dryRun() {
                return dryRun;
            }

            @Override
            public Answer refused(RequestRejectedException refusal) {
                return new Answer(409, Map.of(), refusal.code().getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    private void refuses(Actor actor, String key, RequestRejectedException.Category category) {
        assertThatThrownBy(() -> carryOut(actor, key, "f", () -> {
                    throw new RequestRejectedException(category, "no", "No.");
                }))
                .isInstanceOf(RequestRejectedException.class);
    }

    private static String text(Outcome outcome) {
        return new String(outcome.answer().body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 404, 409}) // whatever the code of a program answers, if it commits
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
    @EnumSource(
            value = RequestRejectedException.Category.class,
            names = {"CONFLICT", "PRECONDITION_FAILED"},
            mode = EnumSource.Mode.EXCLUDE)
    void a_refused_request_keeps_nothing_and_can_be_corrected(RequestRejectedException.Category category) {
        refuses(EVA, "k", category);
        assertThat(answers.entries).isEmpty();
        assertThat(run(EVA, "k", "another", 201).replayed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestRejectedException.Category.class,
            names = {"CONFLICT", "PRECONDITION_FAILED"})
    void what_the_records_said_to_a_change_is_given_again(RequestRejectedException.Category category) {
        Prepared<RequestOutcome<Answer>> change = () -> {
            throw new RequestRejectedException(category, "unique", "There is one.");
        };
        assertThat(carryOut(EVA, "k", "f", change).replayed()).isFalse();
        Outcome again = run(EVA, "k", "f", 201);
        assertThat(again.replayed()).isTrue();
        assertThat(text(again)).isEqualTo("unique");
        assertThat(runs).isZero();
    }

    @Test
    void what_is_refused_while_it_is_prepared_keeps_nothing() {
        for (RequestRejectedException.Category category : RequestRejectedException.Category.values()) {
            assertThatThrownBy(() -> replaying.run(
                            EVA,
                            "k",
                            "f",
                            request(
                                    () -> {
                                        throw new RequestRejectedException(category, "no", "No.");
                                    },
                                    false)))
                    .isInstanceOf(RequestRejectedException.class);
        }
        assertThat(answers.entries).isEmpty();
    }

    @Test
    void a_dry_run_keeps_nothing() {
        Prepared<RequestOutcome<Answer>> rehearsed = () -> {
            assertThat(answers.running).isFalse();
            return new RequestOutcome.Committed<>(next(201));
        };
        for (int i = 0; i < 2; i++) {
            assertThat(replaying
                            .run(EVA, "k", "f", request(() -> rehearsed, true))
                            .replayed())
                    .isFalse();
        }
        assertThat(answers.entries).isEmpty();
    }

    @Test
    void a_failure_that_is_written_down_is_committed_and_not_kept() {
        RequestRejectedException failure = RequestRejectedException.unauthenticated("invalid_credentials", "No.");
        assertThatThrownBy(() -> carryOut(NOBODY, "k", "f", () -> {
                    answers.entries.put("written down", new Entry("", now, next(401)));
                    return new RequestOutcome.Failed<>(failure);
                }))
                .isSameAs(failure);
        assertThat(answers.entries).containsOnlyKeys("written down");
    }

    @Test
    void an_accepted_request_is_given_again_as_accepted_until_it_is_settled() {
        Outcome first = carryOut(
                EVA,
                "k",
                "f",
                () -> new RequestOutcome.Accepted<>(() -> next(200), () -> {
                    assertThat(answers.running).isFalse();
                    assertThat(answers.entries).hasSize(1); // a server that dies now has accepted it
                    return next(200);
                }));
        assertThat(text(first)).isEqualTo("secret 2");
        Outcome again = run(EVA, "k", "f", 200);
        assertThat(again.replayed()).isTrue();
        assertThat(text(again)).isEqualTo("secret 2");
        assertThatThrownBy(() -> carryOut(
                        EVA,
                        "l",
                        "f",
                        () -> new RequestOutcome.Accepted<>(() -> next(200), () -> {
                            throw new IllegalStateException("the server dies");
                        })))
                .hasMessage("the server dies");
        assertThat(text(run(EVA, "l", "f", 200))).isEqualTo("secret 3");
    }

    @Test
    void a_key_that_another_server_holds_is_waited_for() {
        answers.heldElsewhere = true;
        RequestRejectedException refused =
                catchThrowableOfType(RequestRejectedException.class, () -> run(EVA, "k", "f", 201));
        assertThat(refused.code()).isEqualTo("request_in_progress");
        assertThat(runs).isZero();
        answers.heldElsewhere = false;
        assertThat(run(EVA, "k", "f", 201).replayed()).isFalse();
    }

    @Test
    void an_answer_that_another_server_was_faster_to_keep_is_given() {
        run(EVA, "k", "f", 201);
        Map<String, Entry> kept = Map.copyOf(answers.entries);
        for (Prepared<RequestOutcome<Answer>> change :
                List.<Prepared<RequestOutcome<Answer>>>of(() -> new RequestOutcome.Committed<>(next(201)), () -> {
                    throw RequestRejectedException.conflict("unique", "The other server's record is there.", List.of());
                })) {
            answers.entries = new HashMap<>();
            answers.beforeHold = () -> {
                answers.entries.putAll(kept);
                answers.committedElsewhere.putAll(kept);
            };
            Outcome other = carryOut(EVA, "k", "f", change);
            assertThat(text(other)).isEqualTo("secret 1");
            assertThat(other.replayed()).isTrue();
        }
    }

    @Test
    void what_is_old_is_swept_now_and_then() {
        for (int i = 0; i < 2 * Replaying.SWEEP_EVERY; i++) {
            run(EVA, "k" + i, "f", 201);
        }
        assertThat(answers.swept).containsExactly("user:7", "user:7");
    }

    @Test
    void another_request_with_the_key_is_a_mismatch() {
        run(EVA, "k", "f", 201);
        RequestRejectedException refused =
                catchThrowableOfType(RequestRejectedException.class, () -> run(EVA, "k", "g", 201));
        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.INVALID);
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
    @EnumSource(RequestRejectedException.Category.class)
    void of_who_is_not_known_only_success_is_kept(RequestRejectedException.Category category) {
        refuses(NOBODY, "k", category);
        assertThat(answers.entries).isEmpty();
        assertThat(run(NOBODY, "k", "f", 200).replayed()).isFalse();
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
        carryOut(EVA, "k", "f", () -> {
            RequestRejectedException refused =
                    catchThrowableOfType(RequestRejectedException.class, () -> run(EVA, "k", "f", 201));
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.CONFLICT);
            assertThat(refused.code()).isEqualTo("request_in_progress");
            assertThat(refused.retryAfter()).isPresent();
            return new RequestOutcome.Committed<>(new Answer(201, Map.of(), new byte[0]));
        });
        assertThat(runs).isZero();
    }

    @Test
    void a_request_whose_change_was_not_committed_can_be_made_at_once() {
        for (RuntimeException failure : List.of(
                new IllegalStateException("a fault"),
                new ServiceUnavailableException(
                        ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE, "lost", new Exception(), true))) {
            assertThatThrownBy(() -> carryOut(EVA, "k", "f", () -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
            assertThat(answers.entries).isEmpty();
        }
        assertThat(run(EVA, "k", "f", 201).replayed()).isFalse();
    }

    @Test
    void neither_the_key_nor_the_answer_can_be_read_where_they_are_kept() {
        run(EVA, "my-key", "f", 201);
        answers.entries.forEach((name, entry) -> {
            assertThat(name).doesNotContain("my-key");
            assertThat(new String(entry.answer().body(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("secret");
        });
    }
}
