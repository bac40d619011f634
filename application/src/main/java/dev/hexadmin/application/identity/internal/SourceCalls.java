package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Calls of the program's identity source, limited in number and time. Thread-safe.
 *
 * @see RequestRejectedException {@code UNAVAILABLE identity_source_unavailable} for every failure of the source; the cause is
 *     logged
 */
final class SourceCalls {
    static final int AT_ONCE = 64;
    private static final Duration RETRY = Duration.ofSeconds(5);
    /** The log interval for failures: clients could otherwise fill the log. */
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    private static final System.Logger LOG = System.getLogger(SourceCalls.class.getName());

    private final IdentitySource source;
    private final Duration limit;
    private final InstantSource clock;
    private final AtomicLong toldAt = new AtomicLong(Long.MIN_VALUE);
    /**
     * A call that exceeds its time limit keeps its permit until it ends, so that a hanging source is soon no longer
     * called.
     */
    private final Semaphore turns = new Semaphore(AT_ONCE);

    SourceCalls(IdentitySource source, Duration limit, InstantSource clock) {
        this.source = source;
        this.limit = limit;
        this.clock = clock;
    }

    Optional<ExternalUser> signIn(String login, String password) {
        return answer("signIn", () -> source.signIn(login, password));
    }

    Optional<ExternalUser> find(String subject) {
        return answer("find", () -> {
            Optional<ExternalUser> found = source.find(subject);
            if (found.isPresent() && !found.get().subject().equals(subject)) {
                throw new IllegalStateException("it returned another user");
            }
            return found;
        });
    }

    Optional<ExternalUser> bearer(String token) {
        return answer("bearer", () -> source.bearer(token));
    }

    private Optional<ExternalUser> answer(String call, Supplier<Optional<ExternalUser>> question) {
        if (!turns.tryAcquire()) {
            throw away(call, "64 calls are under way", new TimeoutException());
        }
        CompletableFuture<Optional<ExternalUser>> answer = new CompletableFuture<>();
        Thread asking = Thread.ofVirtual().name("hexadmin-identity-source").start(() -> {
            try {
                answer.complete(Objects.requireNonNull(question.get(), "null in place of an Optional"));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            } finally {
                turns.release();
            }
        });
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw away(call, "it failed", Objects.requireNonNullElse(e.getCause(), e));
        } catch (TimeoutException e) {
            asking.interrupt();
            throw away(call, "no answer in " + limit.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            asking.interrupt();
            Thread.currentThread().interrupt();
            throw away(call, "the caller was interrupted", e);
        }
    }

    private RequestRejectedException away(String call, String why, Throwable cause) {
        long now = clock.millis();
        long before = toldAt.get();
        boolean due = before == Long.MIN_VALUE || now - before >= LOG_INTERVAL.toMillis() || now < before;
        LOG.log(
                due && toldAt.compareAndSet(before, now) ? Level.WARNING : Level.DEBUG,
                "The identity source '" + source.name() + "' is unavailable: " + call + ": " + why,
                cause);
        return RequestRejectedException.later(
                RequestRejectedException.Category.UNAVAILABLE,
                "identity_source_unavailable",
                "Where this account is kept cannot be asked at the moment. Try again.",
                RETRY);
    }
}
