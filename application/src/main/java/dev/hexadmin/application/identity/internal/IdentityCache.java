package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Caches responses of an identity source for {@link #REFRESH_AFTER}. One caller at a time asks for a key; the others
 * use the last response, or wait when there is no response yet. While the source is unavailable the last response is
 * used for up to {@link #MAX_AGE}. Thread-safe, bounded. Absent values are not cached, since clients choose the keys.
 *
 * @param <K> the key
 * @param <V> the response
 */
final class IdentityCache<K, V> {
    static final Duration REFRESH_AFTER = Duration.ofMinutes(1);
    static final Duration MAX_AGE = Duration.ofHours(1);
    /** The pause after a failed call, while a cached response is still usable. */
    static final Duration RETRY_PAUSE = Duration.ofSeconds(10);

    private static final int MAX_ENTRIES = 10_000;

    private final InstantSource clock;
    private final ConcurrentHashMap<K, Question<V>> questions = new ConcurrentHashMap<>();
    private volatile long awayUntil = Long.MIN_VALUE;

    private static final class Question<V> {
        final ReentrantLock asking = new ReentrantLock();
        volatile Optional<CachedAnswer<V>> cached = Optional.empty();
        volatile Optional<RequestRejectedException> away = Optional.empty();
        /** Number of calls. */
        final AtomicInteger times = new AtomicInteger();
    }

    private record CachedAnswer<V>(V answer, long at) {
        boolean youngerThan(Duration age, long now) {
            return now >= at && now - at < age.toMillis();
        }
    }

    IdentityCache(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The response, from the cache or from the source.
     *
     * @param ask throws {@link RequestRejectedException} when the source is unavailable; this method rethrows it when
     *     no cached response is usable
     */
    Optional<V> of(K key, Supplier<Optional<V>> ask) {
        Question<V> question = question(key);
        int before = question.times.get();
        long now = clock.millis();
        Optional<CachedAnswer<V>> last = question.cached.filter(cached -> cached.youngerThan(MAX_AGE, now));
        boolean rests = last.isPresent() && now < awayUntil;
        if (rests
                || last.filter(cached -> cached.youngerThan(REFRESH_AFTER, now)).isPresent()) {
            return last.map(CachedAnswer::answer);
        }
        if (last.isEmpty()) {
            question.asking.lock();
        } else if (!question.asking.tryLock()) {
            return last.map(CachedAnswer::answer);
        }
        try {
            if (question.times.get() == before) {
                ask(key, question, ask);
                if (question.away.isPresent() && last.isPresent()) { // only of this key
                    awayUntil = clock.millis() + RETRY_PAUSE.toMillis();
                }
            }
        } finally {
            question.asking.unlock();
        }
        if (question.away.isPresent() && last.isEmpty()) {
            throw question.away.get();
        }
        return question.away.isPresent() ? last.map(CachedAnswer::answer) : question.cached.map(CachedAnswer::answer);
    }

    private void ask(K key, Question<V> question, Supplier<Optional<V>> ask) {
        try {
            question.cached = ask.get().map(answer -> new CachedAnswer<>(answer, clock.millis()));
            question.away = Optional.empty();
        } catch (RequestRejectedException away) {
            question.away = Optional.of(away);
        }
        question.times.incrementAndGet();
        if (question.cached.isEmpty()) {
            questions.remove(key, question);
        }
    }

    /** Stores a response that was received without asking. */
    void put(K key, V answer) {
        Question<V> question = question(key);
        question.cached = Optional.of(new CachedAnswer<>(answer, clock.millis()));
        question.away = Optional.empty();
    }

    private Question<V> question(K key) {
        if (questions.size() >= MAX_ENTRIES) {
            questions.clear(); // costs one call each; tracking the order of use would cost more on every request
        }
        return questions.computeIfAbsent(key, unasked -> new Question<>());
    }
}
