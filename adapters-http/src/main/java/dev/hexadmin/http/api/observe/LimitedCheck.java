package dev.hexadmin.http.api.observe;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A readiness check that a probe waits for no longer than {@link #LIMIT}, whatever the checked service does. It runs once at a
 * time: those who ask meanwhile wait for the same run. Thread-safe.
 */
final class LimitedCheck {
    static final Duration LIMIT = Duration.ofSeconds(2);
    private static final System.Logger LOGGER = System.getLogger(LimitedCheck.class.getName());

    private final ReadinessCheck check;
    private @Nullable FutureTask<Optional<String>> run;

    LimitedCheck(ReadinessCheck check) {
        this.check = check;
    }

    /** Starts it, unless it is running. */
    synchronized Run begin() {
        FutureTask<Optional<String>> running = run;
        if (running == null || running.isDone()) {
            running = new FutureTask<>(() -> check.outage().get());
            run = running;
            Thread.ofVirtual().name("hexadmin-readiness").start(running);
        }
        return new Run(check.name(), running);
    }

    /** A run of the check called {@code name}. */
    record Run(String name, Future<Optional<String>> result) {
        /**
         * The outage, {@code timeout} when the run takes longer, or {@code internal_error} when it failed.
         *
         * @param until of {@link System#nanoTime}
         */
        Optional<String> outage(long until) {
            try {
                return result.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return Optional.of("timeout");
            } catch (ExecutionException e) {
                LOGGER.log(Level.WARNING, "The readiness check '" + name + "' failed", e.getCause());
                return Optional.of("internal_error");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.of("timeout");
            }
        }
    }
}
