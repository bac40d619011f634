package dev.hexadmin.testing.waiting;

import java.time.Duration;

/** Waits for what other threads and processes do. */
public final class Waiting {
    /** How long it may take, on a slow machine that does much else. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    private static final long PAUSE_MILLIS = 5;

    private Waiting() {}

    /** What is waited for. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** Looks until it is so; fails after {@link #LONGEST}. */
    public static void until(Condition condition) {
        until("the condition holds", LONGEST, condition);
    }

    /** Looks until it is so; fails after {@link #LONGEST}, with what was waited for. */
    public static void until(String what, Condition condition) {
        until(what, LONGEST, condition);
    }

    /** Looks until it is so; fails after this time, with what was waited for. */
    public static void until(String what, Duration longest, Condition condition) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            while (!condition.holds()) {
                if (System.nanoTime() - end > 0) {
                    throw new AssertionError("not within " + longest + ": " + what);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting: " + what, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("failed while waiting: " + what, e);
        }
    }
}
