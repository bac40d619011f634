package dev.hexadmin.application.idempotency.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.idempotency.IdempotencyAssembly;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.ReplayingRequests.Outcome;
import dev.hexadmin.application.idempotency.ReplayingRequests.Request;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.idempotency.port.IdempotencyStore.StoredResponse;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayingTest {
    private static final Actor EVA = user(7);
    private static final Actor OTTO = user(8);
    private static final Actor ANONYMOUS = new Actor.Anonymous(new Actor.Origin("192.0.2.1", ""));

    private final InMemoryIdempotencyStore responses = new InMemoryIdempotencyStore();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private ReplayingRequests replaying = replaying(SecretKeys.of(new byte[32]));
    private int runs;

    private static Actor user(long id) {
        return new Actor.SignedIn(
                new UserId(id), new EmailAddress("u" + id + "@example.com"), Rights.NONE, Actor.Origin.LOCAL);
    }

    private ReplayingRequests replaying(SecretKeys keys) {
        return IdempotencyAssembly.of(responses.unitOfWork, responses, keys, () -> now, new SplittableRandom(1))
                .replaying();
    }

    private Outcome<String> run(Actor actor, String key, String fingerprint) {
        return carryOut(actor, key, fingerprint, () -> new RequestOutcome.Committed<>(next()));
    }

    private String next() {
        runs++;
        return "secret " + runs;
    }

    private Outcome<String> carryOut(
            Actor actor, String key, String fingerprint, Prepared<RequestOutcome<String>> change) {
        return replaying.run(actor, key, fingerprint, request(() -> change, false));
    }

    private static Request<String> request(Supplier<Prepared<RequestOutcome<String>>> preparing, boolean dryRun) {
        return new Request<>() {
            @Override
            public Prepared<RequestOutcome<String>> prepare() {
                return preparing.get();
            }

            @Override
            public boolean dryRun() {
                return dryRun;
            }

            @Override
            public Optional<String> rejected(RequestRejectedException rejection) {
                return Optional.of(rejection.code()).filter(code -> !code.equals("unstored"));
            }

            @Override
            public byte[] serialize(String response) {
                return response.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String deserialize(byte[] stored) {
                return new String(stored, StandardCharsets.UTF_8);
            }
        };
    }

    private void refuses(Actor actor, String key, RequestRejectedException.Category category) {
        assertThatThrownBy(() -> carryOut(actor, key, "f", () -> {
                    throw new RequestRejectedException(category, "no", "No.");
                }))
                .isInstanceOf(RequestRejectedException.class);
    }

    @Test
    void the_first_response_is_returned_again() {
        Outcome<String> first = run(EVA, "k", "f");
        Outcome<String> second = run(EVA, "k", "f");
        assertThat(first.replayed()).isFalse();
        assertThat(second.replayed()).isTrue();
        assertThat(first.response()).isEqualTo("secret 1").isEqualTo(second.response());
    }

    @Test
    void a_response_from_before_a_change_of_the_secret_is_returned_again() {
        String first = run(EVA, "k", "f").response();
        byte[] other = new byte[32];
        other[0] = 1;
        replaying = replaying(new SecretKeys(List.of(other, new byte[32])));
        assertThat(run(EVA, "k", "f").response()).isEqualTo(first);
        assertThatThrownBy(() -> run(EVA, "k", "another")).isInstanceOf(RequestRejectedException.class);
        String second = run(EVA, "new", "f").response();
        replaying = replaying(SecretKeys.of(other));
        assertThat(run(EVA, "new", "f").response()).isEqualTo(second);
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestRejectedException.Category.class,
            names = {"CONFLICT", "PRECONDITION_FAILED"},
            mode = EnumSource.Mode.EXCLUDE)
    void a_rejected_request_stores_nothing_and_can_be_corrected(RequestRejectedException.Category category) {
        refuses(EVA, "k", category);
        assertThat(responses.entries).isEmpty();
        assertThat(run(EVA, "k", "another").replayed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestRejectedException.Category.class,
            names = {"CONFLICT", "PRECONDITION_FAILED"})
    void the_response_to_a_conflict_is_returned_again(RequestRejectedException.Category category) {
        Prepared<RequestOutcome<String>> change = () -> {
            throw new RequestRejectedException(category, "unique", "There is one.");
        };
        assertThat(carryOut(EVA, "k", "f", change).replayed()).isFalse();
        Outcome<String> again = run(EVA, "k", "f");
        assertThat(again.replayed()).isTrue();
        assertThat(again.response()).isEqualTo("unique");
        assertThat(runs).isZero();
    }

    @Test
    void a_rejection_before_the_transaction_stores_nothing() {
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
        assertThat(responses.entries).isEmpty();
    }

    @Test
    void a_dry_run_stores_nothing() {
        Prepared<RequestOutcome<String>> rehearsed = () -> {
            assertThat(responses.unitOfWork.running()).isFalse();
            return new RequestOutcome.Committed<>(next());
        };
        for (int i = 0; i < 2; i++) {
            assertThat(replaying
                            .run(EVA, "k", "f", request(() -> rehearsed, true))
                            .replayed())
                    .isFalse();
        }
        assertThat(responses.entries).isEmpty();
    }

    @Test
    void a_failure_is_committed_with_what_it_wrote_and_its_response_is_not_stored() {
        RequestRejectedException failure = RequestRejectedException.unauthenticated("invalid_credentials", "No.");
        assertThatThrownBy(() -> carryOut(ANONYMOUS, "k", "f", () -> {
                    responses.entries.put("audit", new StoredResponse("", now, new byte[0]));
                    return new RequestOutcome.Failed<>(failure);
                }))
                .isSameAs(failure);
        assertThat(responses.entries).containsOnlyKeys("audit");
    }

    @Test
    void the_response_of_the_acceptance_is_returned_again_until_the_outcome_is_known() {
        Outcome<String> first = carryOut(
                EVA,
                "k",
                "f",
                () -> new RequestOutcome.Accepted<>(() -> next(), () -> {
                    assertThat(responses.unitOfWork.running()).isFalse();
                    assertThat(responses.entries).hasSize(1); // a server that dies now has accepted it
                    return next();
                }));
        assertThat(first.response()).isEqualTo("secret 2");
        Outcome<String> again = run(EVA, "k", "f");
        assertThat(again.replayed()).isTrue();
        assertThat(again.response()).isEqualTo("secret 2");
        assertThatThrownBy(() -> carryOut(
                        EVA,
                        "l",
                        "f",
                        () -> new RequestOutcome.Accepted<>(() -> next(), () -> {
                            throw new IllegalStateException("the server dies");
                        })))
                .hasMessage("the server dies");
        assertThat(run(EVA, "l", "f").response()).isEqualTo("secret 3");
    }

    @Test
    void a_key_that_another_server_holds_is_a_conflict() {
        responses.heldElsewhere = true;
        RequestRejectedException refused =
                catchThrowableOfType(RequestRejectedException.class, () -> run(EVA, "k", "f"));
        assertThat(refused.code()).isEqualTo("request_in_progress");
        assertThat(runs).isZero();
        responses.heldElsewhere = false;
        assertThat(run(EVA, "k", "f").replayed()).isFalse();
    }

    @Test
    void the_response_that_another_server_has_stored_is_returned() {
        run(EVA, "k", "f");
        Map<String, StoredResponse> kept = Map.copyOf(responses.entries);
        for (Prepared<RequestOutcome<String>> change :
                List.<Prepared<RequestOutcome<String>>>of(() -> new RequestOutcome.Committed<>(next()), () -> {
                    throw RequestRejectedException.conflict("unique", "The other server's record is there.", List.of());
                })) {
            responses.entries = new HashMap<>();
            responses.beforeHold = () -> {
                responses.entries.putAll(kept);
                responses.committedElsewhere.putAll(kept);
            };
            Outcome<String> other = carryOut(EVA, "k", "f", change);
            assertThat(other.response()).isEqualTo("secret 1");
            assertThat(other.replayed()).isTrue();
        }
    }

    @Test
    void old_responses_are_swept_regularly() {
        for (int i = 0; i < 2 * Replaying.CLEANUP_INTERVAL; i++) {
            run(EVA, "k" + i, "f");
        }
        assertThat(responses.swept).containsExactly("user:7", "user:7");
    }

    @Test
    void another_request_with_the_key_is_a_mismatch() {
        run(EVA, "k", "f");
        RequestRejectedException refused =
                catchThrowableOfType(RequestRejectedException.class, () -> run(EVA, "k", "g"));
        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.INVALID);
        assertThat(refused.code()).isEqualTo("idempotency_mismatch");
    }

    @Test
    void keys_belong_to_their_caller() {
        run(EVA, "k", "f");
        assertThat(run(OTTO, "k", "f").replayed()).isFalse();
        assertThat(run(ANONYMOUS, "k", "f").replayed()).isFalse();
    }

    @Test
    void the_key_of_an_anonymous_caller_belongs_to_the_whole_request() {
        run(ANONYMOUS, "k", "email, password");
        Outcome<String> another = run(ANONYMOUS, "k", "email, a guess");
        assertThat(another.replayed()).isFalse();
        assertThat(another.response()).isEqualTo("secret 2");
        assertThat(run(ANONYMOUS, "another", "email, password").replayed()).isFalse();
        Actor elsewhere = new Actor.Anonymous(new Actor.Origin("198.51.100.9", ""));
        Outcome<String> again = run(elsewhere, "k", "email, password");
        assertThat(again.replayed()).isTrue();
        assertThat(again.response()).isEqualTo("secret 1");
    }

    @Test
    void nothing_of_an_anonymous_request_is_stored_with_the_response() {
        run(ANONYMOUS, "my-key", "digest");
        assertThat(responses.entries).hasSize(1).allSatisfy((name, entry) -> {
            assertThat(name).doesNotContain("my-key").doesNotContain("digest");
            assertThat(entry.fingerprint()).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource(RequestRejectedException.Category.class)
    void only_success_is_stored_for_an_anonymous_caller(RequestRejectedException.Category category) {
        refuses(ANONYMOUS, "k", category);
        assertThat(responses.entries).isEmpty();
        assertThat(run(ANONYMOUS, "k", "f").replayed()).isFalse();
        assertThat(responses.entries).hasSize(1);
    }

    @Test
    void tokens_are_given_again_for_ten_minutes() {
        run(ANONYMOUS, "k", "f");
        now = now.plus(Duration.ofMinutes(10));
        assertThat(run(ANONYMOUS, "k", "f").replayed()).isTrue();
        now = now.plusSeconds(1);
        Outcome<String> later = run(ANONYMOUS, "k", "f");
        assertThat(later.replayed()).isFalse();
        assertThat(later.response()).isEqualTo("secret 2");
    }

    @Test
    void a_key_is_good_again_after_a_day() {
        run(EVA, "k", "f");
        now = now.plus(Duration.ofHours(24));
        assertThat(run(EVA, "k", "f").replayed()).isTrue();
        now = now.plusSeconds(1);
        assertThat(run(EVA, "k", "g").replayed()).isFalse();
    }

    @Test
    void a_second_request_with_the_key_conflicts_while_the_first_runs() {
        carryOut(EVA, "k", "f", () -> {
            RequestRejectedException refused =
                    catchThrowableOfType(RequestRejectedException.class, () -> run(EVA, "k", "f"));
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.CONFLICT);
            assertThat(refused.code()).isEqualTo("request_in_progress");
            assertThat(refused.retryAfter()).isPresent();
            return new RequestOutcome.Committed<>(next());
        });
        assertThat(runs).isOne();
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
            assertThat(responses.entries).isEmpty();
        }
        assertThat(run(EVA, "k", "f").replayed()).isFalse();
    }

    @Test
    void neither_the_key_nor_the_response_is_stored_in_readable_form() {
        run(EVA, "my-key", "f");
        responses.entries.forEach((name, entry) -> {
            assertThat(name).doesNotContain("my-key");
            assertThat(new String(entry.sealed(), StandardCharsets.ISO_8859_1)).doesNotContain("secret");
        });
    }
}
