package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.keyvalue.TestProxy;
import dev.hexadmin.testing.keyvalue.TestRedis;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Limits of two servers on one database and one key-value server, to which each has a way that can be cut. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedLimitsIT {
    private static final Duration WINDOW = Duration.ofSeconds(900);
    private static final int ROUNDS = 30;
    private static final List<Integer> LIMITED = List.of(401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 429);

    /** At once; more of them keep two cores so busy that the key-value server's answers come too late. */
    private static final int CALLERS = 16;

    private Outages outages;
    private TestRedis redis;
    private TestProxy toOpen;
    private TestProxy toLocal;
    /** It lets requests pass while the key-value server is unavailable. */
    private RunningServer open;
    /** It counts for itself then. */
    private RunningServer local;

    @BeforeAll
    void start() {
        outages = new Outages();
        redis = TestRedis.start();
        toOpen = TestProxy.to(redis.port());
        toLocal = TestProxy.to(redis.port());
        DatabaseSettings database = TestDatabases.postgresql();
        open = server(database, toOpen, "open");
        local = server(database, toLocal, "local");
    }

    private static RunningServer server(DatabaseSettings database, TestProxy proxy, String onOutage) {
        return RunningServer.start(
                database,
                options -> options.setting("kvstore_url", proxy.url())
                        .setting("rate_limit_on_outage", onOutage)
                        .setting("rate_limits.sign_in_of_address.limit", "10000")
                        .setting("rate_limits.sign_out.limit", "10000"));
    }

    @AfterAll
    void stop() {
        open.close();
        local.close();
        toOpen.close();
        toLocal.close();
        redis.close();
        outages.close();
    }

    /** A failed sign-in: between which moments it was asked, and what came of it. */
    private record Attempt(Instant before, HttpResponse<String> answer, Instant after) {
        static Attempt on(RunningServer server, String email) {
            Instant before = Instant.now();
            HttpResponse<String> answer =
                    server.send("POST", "/api/auth/token", "", "{\"email\":\"" + email + "\",\"password\":\"wrong\"}");
            return new Attempt(before, answer, Instant.now());
        }

        int status() {
            return answer.statusCode();
        }
    }

    private static long secondsUp(Duration wait) {
        return wait.plusSeconds(1).minusNanos(1).toSeconds();
    }

    /** What 200 failed sign-ins over both servers came to. */
    private record Round(Attempt first, int tried, List<Attempt> refused, boolean undisturbed) {}

    private Round round(String email) throws Exception {
        int before = outages.seen();
        Attempt first = Attempt.on(open, email);
        List<Attempt> refused = new ArrayList<>();
        try (var callers = Executors.newFixedThreadPool(CALLERS)) {
            List<Callable<Attempt>> calls = new ArrayList<>();
            for (int i = 1; i < 200; i++) {
                RunningServer server = i % 2 == 0 ? open : local;
                calls.add(() -> Attempt.on(server, email));
            }
            for (Future<Attempt> call : callers.invokeAll(calls)) {
                Attempt attempt = call.get();
                if (attempt.status() == 429) {
                    refused.add(attempt);
                }
            }
        }
        return new Round(first, 200 - refused.size(), refused, outages.seen() == before);
    }

    /**
     * On a machine that has no time for the key-value server's answers, it counts as away: then limits are what
     * {@code rate_limit_on_outage} says, and the round shows nothing.
     */
    @Test
    void of_200_failed_sign_ins_over_both_ten_are_attempted_and_the_others_get_the_exact_retry_after()
            throws Exception {
        Round round;
        int number = 0;
        do {
            assertThat(number).as("rounds with an outage").isLessThan(ROUNDS);
            Waiting.until(() -> together(local, open));
            round = round("many" + ++number + "@example.com");
        } while (!round.undisturbed());
        Attempt first = round.first();
        assertThat(round.tried()).isEqualTo(10);
        assertThat(round.refused()).hasSize(190).allSatisfy(attempt -> {
            // the first try was counted between two moments that are known, and so was this one refused
            long least =
                    secondsUp(Duration.between(attempt.after(), first.before().plus(WINDOW)));
            long most =
                    secondsUp(Duration.between(attempt.before(), first.after().plus(WINDOW)));
            String told = attempt.answer().headers().firstValue("Retry-After").orElseThrow();
            assertThat(Long.parseLong(told)).isBetween(least, most);
            assertThat(attempt.answer().headers().firstValue("RateLimit")).contains("\"sign-in\";r=0;t=" + told);
        });
    }

    private static int leftOf(RunningServer server) {
        HttpResponse<String> answer = server.send("POST", "/api/auth/logout", "", "{\"refresh_token\":\"unknown\"}");
        assertThat(answer.statusCode()).isEqualTo(204);
        Matcher left = Pattern.compile("\"sign-out\";r=([0-9]+);t=[0-9]+")
                .matcher(answer.headers().firstValue("RateLimit").orElseThrow());
        assertThat(left.matches()).isTrue();
        return Integer.parseInt(left.group(1));
    }

    /** Whether a call on one of them is seen by the other. */
    private static boolean together(RunningServer one, RunningServer other) {
        int before = leftOf(one);
        leftOf(other);
        return leftOf(one) == before - 2;
    }

    private static List<Integer> elevenAttempts(RunningServer server, String email) {
        return IntStream.range(0, 11)
                .mapToObj(i -> Attempt.on(server, email).status())
                .toList();
    }

    /** An address whose limit is reached, on a server that had the key-value server's answers all the time. */
    private String exhausted(RunningServer server, String name) {
        for (int number = 1; number <= ROUNDS; number++) {
            Waiting.until(() -> together(local, open));
            int before = outages.seen();
            String email = name + number + "@example.com";
            List<Integer> statuses = elevenAttempts(server, email);
            if (outages.seen() == before) {
                assertThat(statuses).isEqualTo(LIMITED);
                return email;
            }
        }
        throw new AssertionError("an outage in each of " + ROUNDS + " rounds");
    }

    @Test
    void without_the_key_value_server_requests_pass_and_limits_come_back_by_themselves() {
        String email = exhausted(local, "open");
        assertThat(Attempt.on(open, email).status()).isEqualTo(429);
        toOpen.cut();
        for (int i = 0; i < 15; i++) {
            assertThat(Attempt.on(open, email).status()).isEqualTo(401);
        }
        assertThat(open.token()).isNotEmpty();
        assertThat(Attempt.on(local, email).status()).as("the other server").isEqualTo(429);
        toOpen.restore();
        Waiting.until(() -> together(local, open));
        assertThat(Attempt.on(open, email).status()).isEqualTo(429);
    }

    @Test
    void without_the_key_value_server_one_may_count_alone_and_both_count_together_afterwards() {
        String email = exhausted(open, "local");
        toLocal.cut();
        assertThat(elevenAttempts(local, email)).isEqualTo(LIMITED);
        assertThat(Attempt.on(local, "someone.else@example.com").status()).isEqualTo(401);
        assertThat(local.token()).isNotEmpty();
        toLocal.restore();
        Waiting.until(() -> together(open, local));
        String another = "another@example.com";
        for (int i = 0; i < 10; i++) {
            assertThat(Attempt.on(i % 2 == 0 ? open : local, another).status()).isEqualTo(401);
        }
        assertThat(Attempt.on(local, another).status()).isEqualTo(429);
    }

    @Test
    void a_key_value_server_that_stops_in_the_middle_costs_no_request_of_a_hundred() throws Exception {
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                RunningServer server = i % 2 == 0 ? open : local;
                boolean stops = i == 30;
                calls.add(() -> {
                    if (stops) {
                        toOpen.cut();
                        toLocal.cut();
                    }
                    return server.send("POST", "/api/auth/logout", "", "{\"refresh_token\":\"unknown\"}")
                            .statusCode();
                });
            }
            for (Future<Integer> call : callers.invokeAll(calls)) {
                assertThat(call.get()).isEqualTo(204);
            }
        } finally {
            toOpen.restore();
            toLocal.restore();
        }
        Waiting.until(() -> together(open, local));
    }
}
