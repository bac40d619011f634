package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.port.PasswordHashes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits the number of concurrent password hashes and queues further ones in order. Thread-safe.
 *
 * <p>A hash keeps a core busy for tens of milliseconds. On a virtual thread it would block the carrier thread, and a
 * few sign-ins would stop all other requests; so each hash runs on a new platform thread, which the operating system
 * schedules. Starting a thread costs a thousandth of the hash, so threads are not pooled.
 */
public final class HashingQueue {
    private final PasswordHashes hashes;
    private final Semaphore turns;
    private final Duration patience;

    public HashingQueue(PasswordHashes hashes, int atOnce, Duration patience) {
        this.hashes = hashes;
        this.turns = new Semaphore(atOnce, true);
        this.patience = patience;
    }

    String hash(String password) {
        return queued(() -> hashes.hash(password));
    }

    /** Checks a password; without a stored hash it takes the same time and returns false. */
    boolean matches(String password, Optional<String> hash) {
        return queued(() -> {
            if (hash.isPresent()) {
                return hashes.matches(password, hash.get());
            }
            hashes.matchesNothing(password);
            return false;
        });
    }

    boolean outdated(String hash) {
        return hashes.outdated(hash);
    }

    private <T> T queued(Supplier<T> work) {
        try {
            if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        }
        CompletableFuture<T> done = new CompletableFuture<>();
        try {
            Thread.ofPlatform().name("hexadmin-hashing").daemon(true).start(() -> {
                try {
                    done.complete(work.get());
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                } finally {
                    turns.release();
                }
            });
        } catch (Throwable e) { // no thread could be started: return the permit, since no task will
            turns.release();
            throw e;
        }
        try {
            return done.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw e;
            }
        }
    }

    private static RequestRejectedException busy() {
        return RequestRejectedException.later(
                RequestRejectedException.Category.UNAVAILABLE,
                "busy",
                "Too many passwords are being checked at the moment.",
                Duration.ofSeconds(2));
    }
}
