package dev.hexadmin.application.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LimitingRequestsTest {
    private static final Limit TWO = new Limit("two", 2, Duration.ofSeconds(60));
    private static final Predicate<RequestRejectedException> WRONG =
            refused -> refused.category() == RequestRejectedException.Category.UNAUTHENTICATED;

    private final Map<String, Integer> tries = new HashMap<>();
    private final RateWindows windows = new RateWindows() {
        @Override
        public Decision acquire(Limit limit, String key) {
            int count = tries.getOrDefault(key, 0);
            if (count == limit.most()) {
                return new Decision.Exceeded(Duration.ofMillis(900));
            }
            tries.put(key, count + 1);
            return new Decision.Allowed(limit.most() - count - 1, count, Duration.ofMillis(900));
        }

        @Override
        public void giveBack(Limit limit, String key, Decision.Allowed attempt) {
            tries.merge(key, -1, Integer::sum);
        }
    };
    private final LimitingRequests limiting =
            new LimitingRequests(windows, Map.of(RateLimitRule.SIGN_IN, TWO, RateLimitRule.REFRESH, TWO));

    private String fail(String code) {
        return limiting.countFailures(
                RateLimitRule.SIGN_IN,
                "a",
                () -> {
                    throw RequestRejectedException.unauthenticated(code, "No.");
                },
                WRONG);
    }

    @Test
    void an_address_of_ipv6_counts_by_its_network() {
        assertThat(LimitingRequests.key("192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(LimitingRequests.key("2001:db8:0:7:1:2:3:4"))
                .isEqualTo("2001:db8:0:7::/64")
                .isEqualTo(LimitingRequests.key("2001:db8:0:7:ffff:0:0:9"))
                .isNotEqualTo(LimitingRequests.key("2001:db8:0:8:1:2:3:4"));
        assertThat(LimitingRequests.key("")).isEmpty();
        assertThat(LimitingRequests.key("2001:db8:0:7:1:2:3:4", " Ada@Example.com"))
                .isEqualTo("2001:db8:0:7::/64 ada@example.com");
    }

    @Test
    void failures_count_and_nothing_else_does() {
        assertThat(limiting.<String>countFailures(RateLimitRule.SIGN_IN, "a", () -> "in", WRONG))
                .isEqualTo("in");
        assertThatThrownBy(() -> limiting.countFailures(
                        RateLimitRule.SIGN_IN,
                        "a",
                        () -> {
                            throw RequestRejectedException.notFound("Not here.");
                        },
                        WRONG))
                .isInstanceOf(RequestRejectedException.class);
        assertThatThrownBy(() -> limiting.countFailures(
                        RateLimitRule.SIGN_IN,
                        "a",
                        () -> {
                            throw new IllegalStateException("broken");
                        },
                        WRONG))
                .isInstanceOf(IllegalStateException.class);
        assertThat(tries).containsEntry("a", 0);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> fail("wrong")).hasMessage("No.");
        }
        assertThatThrownBy(() -> fail("wrong")).isInstanceOfSatisfying(RequestRejectedException.class, refused -> {
            assertThat(refused.code()).isEqualTo("rate_limited");
            assertThat(refused.detail()).endsWith("in 1 second.");
            assertThat(refused.retryAfter()).contains(Duration.ofMillis(900));
            assertThat(refused.limit()).contains(TWO);
        });
        assertThat(tries).containsEntry("a", 2);
    }

    @Test
    void a_call_that_counts_says_what_is_left() {
        assertThat(limiting.count(RateLimitRule.REFRESH, "a")).contains(new Counted(TWO, 1, Duration.ofMillis(900)));
        assertThat(limiting.count(RateLimitRule.REFRESH, "a")).contains(new Counted(TWO, 0, Duration.ofMillis(900)));
        assertThatThrownBy(() -> limiting.count(RateLimitRule.REFRESH, "a"))
                .isInstanceOf(RequestRejectedException.class);
    }

    @Test
    void what_is_switched_off_is_not_counted() {
        for (int i = 0; i < 5; i++) {
            assertThat(limiting.count(RateLimitRule.SIGN_OUT, "a")).isEmpty();
            assertThat(limiting.<String>countFailures(RateLimitRule.PANEL_SIGN_IN, "a", () -> "in", WRONG))
                    .isEqualTo("in");
        }
        assertThat(tries).isEmpty();
    }

    @Test
    void an_address_is_one_key_however_it_is_typed_and_no_key_is_long() {
        assertThat(LimitingRequests.key("192.0.2.1", "  Ada@Example.COM\t"))
                .isEqualTo(LimitingRequests.key("192.0.2.1", "ada@example.com"))
                .isNotEqualTo(LimitingRequests.key("192.0.2.2", "ada@example.com"));
        assertThat(LimitingRequests.key("192.0.2.1", "x".repeat(1_000_000)))
                .isEqualTo(LimitingRequests.key("192.0.2.1", "y".repeat(255)))
                .hasSizeLessThan(300);
    }
}
