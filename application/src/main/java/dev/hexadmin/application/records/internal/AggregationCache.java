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
 * Caches results of aggregations for a while, so that a page with many of them rarely queries a large table. Equal
 * queries run once, even when several callers request them at the same time; row policies with the caller's values are
 * part of the query. Thread-safe.
 */
final class AggregationCache {
    /** The time limit of a query. */
    static final Duration LIMIT = Duration.ofSeconds(2);

    /** The lifetime of a result. */
    static final Duration LIFETIME = Duration.ofSeconds(30);

    /** The pause after a query that exceeded the time limit. */
    static final Duration LEFT_ALONE = Duration.ofMinutes(5);

    private static final int MAX_ENTRIES = 1_000;

    private final Records records;
    private final InstantSource clock;
    private final Map<Aggregation, Answer> answers = new ConcurrentHashMap<>();

    AggregationCache(Records records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    /** A result that is available or being computed. */
    private record Answer(Instant asked, FutureTask<Summed> task) {
        boolean good(Instant now) {
            return switch (task.state()) {
                case RUNNING -> true;
                case SUCCESS ->
                    now.isBefore(asked.plus(task.resultNow() instanceof Summed.TooSlow ? LEFT_ALONE : LIFETIME));
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
        known.task().run(); // computed by the first caller
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
        if (answers.size() > MAX_ENTRIES) {
            answers.values().removeIf(answer -> !answer.good(now));
        }
        if (answers.size() > MAX_ENTRIES) {
            answers.clear();
        }
    }
}
