package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Summed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Answers of aggregations for a while, so that a page with many of them costs a large table little however often it is
 * looked at. What is equal is asked once, however many want it at a time: row policies with the caller's own values are
 * part of an aggregation. Thread-safe.
 */
final class AggregationCache {
    /** How long the database may take. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    /** How long an answer is good. */
    static final Duration KEPT = Duration.ofSeconds(30);

    /** How long nobody asks again what took too long. */
    static final Duration LEFT_ALONE = Duration.ofMinutes(5);

    private static final int MOST = 1_000;

    private final Records records;
    private final InstantSource clock;
    private final Map<Aggregation, Answer> answers = new ConcurrentHashMap<>();

    AggregationCache(Records records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    /** An answer that is there or under way. */
    private record Answer(Instant asked, FutureTask<Summed> task) {
        boolean good(Instant now) {
            return switch (task.state()) {
                case RUNNING -> true;
                case SUCCESS ->
                    now.isBefore(asked.plus(task.resultNow() instanceof Summed.TooSlow ? LEFT_ALONE : KEPT));
                case FAILED, CANCELLED -> false;
            };
        }
    }

    Summed of(Aggregation wanted) {
        Instant now = clock.instant();
        @Nullable Answer known = answers.get(wanted);
        if (known == null || !known.good(now)) {
            known = answers.compute(wanted, (same, old) -> old != null && old.good(now) ? old : ask(wanted, now));
            drop(now);
        }
        known.task().run(); // by whoever comes first
        try {
            return known.task().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while others counted", e);
        } catch (ExecutionException e) {
            answers.remove(wanted, known);
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private Answer ask(Aggregation wanted, Instant now) {
        return new Answer(now, new FutureTask<>(() -> records.aggregate(wanted, LIMIT)));
    }

    private void drop(Instant now) {
        if (answers.size() > MOST) {
            answers.values().removeIf(answer -> !answer.good(now));
        }
        if (answers.size() > MOST) {
            answers.clear();
        }
    }
}
