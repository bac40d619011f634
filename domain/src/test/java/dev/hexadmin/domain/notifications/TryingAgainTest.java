package dev.hexadmin.domain.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** When something is tried again, and when a provider is left alone. */
class TryingAgainTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void eight_tries_take_about_half_an_hour() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            Duration all = Duration.ZERO;
            List<Duration> waits = new ArrayList<>();
            for (int tried = 1; tried < 8; tried++) {
                Duration wait = Backoff.USUAL.after(tried, random).orElseThrow();
                waits.add(wait);
                all = all.plus(wait);
            }
            assertThat(all).isBetween(Duration.ofMinutes(23), Duration.ofMinutes(36));
            assertThat(waits).isSorted();
            assertThat(Backoff.USUAL.after(8, random)).isEmpty();
        }
    }

    @Test
    void waits_double_up_to_the_longest_and_differ_by_a_fifth() {
        Backoff backoff = new Backoff(100, Duration.ofSeconds(1), Duration.ofSeconds(10));
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.after(1, random).orElseThrow())
                    .isBetween(Duration.ofMillis(800), Duration.ofMillis(1_200));
            assertThat(backoff.after(3, random).orElseThrow())
                    .isBetween(Duration.ofMillis(3_200), Duration.ofMillis(4_800));
            assertThat(backoff.after(99, random).orElseThrow())
                    .isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12));
        }
        assertThat(backoff.after(1, random)).isNotEqualTo(backoff.after(1, random));
        assertThatThrownBy(() -> new Backoff(0, Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(1, Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_breaker_opens_after_failures_in_a_row_and_lets_one_try_decide() {
        Breaker.Rules rules = new Breaker.Rules(3, Duration.ofSeconds(30));
        Breaker breaker =
                Breaker.closed().failed(NOON, rules).failed(NOON, rules).answered();
        breaker = breaker.failed(NOON, rules).failed(NOON, rules);
        assertThat(breaker.admits(NOON)).isTrue();
        breaker = breaker.failed(NOON, rules);
        assertThat(breaker).isEqualTo(new Breaker.Open(NOON.plusSeconds(30)));
        assertThat(breaker.admits(NOON.plusSeconds(29))).isFalse();
        assertThat(breaker.worthAsking(NOON)).isEqualTo(NOON.plusSeconds(30));
        assertThat(breaker.failed(NOON.plusSeconds(20), rules))
                .as("begun before it opened")
                .isEqualTo(breaker);

        Instant later = NOON.plusSeconds(30);
        assertThat(breaker.admits(later)).isTrue();
        Breaker trying = breaker.begun(later, rules);
        assertThat(trying.admits(later.plusSeconds(1))).as("one at a time").isFalse();
        assertThat(trying.failed(later, rules)).isEqualTo(new Breaker.Open(later.plusSeconds(30)));
        assertThat(trying.answered()).isEqualTo(Breaker.closed());
        assertThat(trying.admits(later.plusSeconds(30)))
                .as("never heard of again")
                .isTrue();
    }

    @Test
    void a_provider_is_asked_ever_more_rarely() {
        assertThat(StatusPolling.after(Duration.ZERO)).isEqualTo(Duration.ofSeconds(10));
        assertThat(StatusPolling.after(Duration.ofMinutes(10))).isEqualTo(Duration.ofMinutes(5));
        assertThat(StatusPolling.after(Duration.ofHours(20))).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void only_decimal_ids_can_be_users_here() {
        assertThat(new Addressee("12").user()).isPresent();
        for (String id : List.of("012", "0", "-1", "1e3", "x", "1".repeat(19), "١٢")) {
            assertThat(new Addressee(id).user()).as(id).isEqualTo(Optional.empty());
        }
        for (String id : List.of("", " ", "a\nb", "x".repeat(256))) {
            assertThatThrownBy(() -> new Addressee(id)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
