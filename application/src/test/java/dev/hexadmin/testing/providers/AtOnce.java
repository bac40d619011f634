package dev.hexadmin.testing.providers;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** What both contracts need. */
final class AtOnce {
    static final int THREADS = 50;

    private AtOnce() {}

    /** The answers of fifty virtual threads that begin together. */
    static List<String> fifty(IntFunction<String> work) {
        CountDownLatch begin = new CountDownLatch(1);
        List<FutureTask<String>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            FutureTask<String> task = new FutureTask<>(() -> {
                begin.await();
                return work.apply(number);
            });
            tasks.add(task);
            Thread.ofVirtual().start(task);
        }
        begin.countDown();
        List<String> answers = new ArrayList<>();
        for (FutureTask<String> task : tasks) {
            try {
                answers.add(task.get(1, TimeUnit.MINUTES));
            } catch (ExecutionException | TimeoutException | InterruptedException e) {
                throw new AssertionError("one of " + THREADS + " threads failed", e);
            }
        }
        return answers;
    }

    /** Nothing of this is anywhere in the exception, its causes and what was suppressed. */
    static void assertSilent(Throwable exception, String message, List<String> secrets) {
        StringWriter all = new StringWriter();
        exception.printStackTrace(new PrintWriter(all, true));
        for (String secret : secrets) {
            assertFalse(all.toString().contains(secret), "a secret is in the exception");
        }
        assertFalse(all.toString().contains(message), "the message is in the exception");
    }
}
