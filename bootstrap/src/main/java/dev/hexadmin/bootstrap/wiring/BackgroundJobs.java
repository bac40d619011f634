package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.notifications.NotificationsMaintenance;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Periodic jobs on separate threads: updating the search index, deleting expired rows, and sending messages. */
public final class BackgroundJobs implements AutoCloseable {
    /** A step that fails is retried within a second or so, and logged no more often than this. */
    private static final Duration LOGGED_AGAIN = Duration.ofMinutes(1);

    private static final System.Logger LOG = System.getLogger(BackgroundJobs.class.getName());
    private static final Duration SWEEP_EVERY = Duration.ofMinutes(5);
    private static final int REST = 9; // the pause is this multiple of the duration of one step
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** How long the steps that run may take to end before they are interrupted. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Installation installation;
    private final Duration sweepEvery;
    private final List<Job> jobs = new ArrayList<>();
    private volatile boolean closing;

    public BackgroundJobs(Installation installation) {
        this(installation, SWEEP_EVERY);
    }

    BackgroundJobs(Installation installation, Duration sweepEvery) {
        this.installation = installation;
        this.sweepEvery = sweepEvery;
        jobs.add(new Job("hexadmin-upkeep", this::lookAfterRows));
        jobs.add(new Job("hexadmin-sweep", this::sweep));
        jobs.add(new Job("hexadmin-heartbeat", this::beat));
        jobs.add(new Job("hexadmin-dispatcher", this::dispatch));
        jobs.add(new Job("hexadmin-drift", this::compareTables));
        installation.pages().ifPresent(pages -> jobs.add(new Job("hexadmin-pages", job -> lookAfter(job, pages))));
        jobs.forEach(Job::start);
    }

    /** What a job does until it is closed. */
    private interface Loop {
        void run(Job job) throws InterruptedException;
    }

    /**
     * A thread that is interrupted only between steps. An interrupt closes the connection that a virtual thread reads from,
     * and the pool that it came from may be one of the program's.
     */
    private final class Job {
        private final ReentrantLock step = new ReentrantLock();
        private final Map<String, Long> logged = new HashMap<>(); // guarded by step
        private final Thread thread;

        Job(String name, Loop loop) {
            this.thread = Thread.ofVirtual().name(name).unstarted(() -> run(loop));
        }

        void start() {
            thread.start();
        }

        private void run(Loop loop) {
            try {
                loop.run(this);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            }
        }

        /**
         * Runs a step.
         *
         * @param failure what failed, when the step does
         * @return what the step returns; false when it failed, or when the jobs are closing
         */
        boolean step(Level level, String failure, BooleanSupplier work) {
            step.lock();
            try {
                return !closing && work.getAsBoolean(); // the thread may have been interrupted already
            } catch (RuntimeException | Error e) {
                LOG.log(closing || !isNews(failure) ? Level.DEBUG : level, failure + "; it will be retried", e);
                return false;
            } finally {
                step.unlock();
            }
        }

        private boolean isNews(String failure) {
            long now = System.nanoTime();
            @Nullable Long before = logged.get(failure);
            if (before != null && now - before < LOGGED_AGAIN.toNanos()) {
                return false;
            }
            logged.put(failure, now);
            return true;
        }

        /** The same for a step without a result. */
        boolean step(Level level, String failure, Runnable work) {
            return step(level, failure, () -> {
                work.run();
                return true;
            });
        }

        void pause(Duration length) throws InterruptedException {
            if (!closing) {
                Thread.sleep(length);
            }
        }

        /** Wakes the thread, unless it is in a step: after that it finds that the jobs are closing. */
        void wake() {
            if (step.tryLock()) {
                try {
                    thread.interrupt();
                } finally {
                    step.unlock();
                }
            }
        }

        /** @param deadline when the step is interrupted, of {@link System#nanoTime} */
        void awaitEnd(long deadline) throws InterruptedException {
            if (!thread.join(Duration.ofNanos(deadline - System.nanoTime()))) {
                thread.interrupt();
                thread.join();
            }
        }
    }

    private void compareTables(Job job) throws InterruptedException {
        TableDrift drift = installation.drift();
        while (!closing) {
            job.step(Level.DEBUG, "Comparing the tables with the models failed", drift::look);
            job.pause(SWEEP_EVERY);
        }
    }

    private void lookAfter(Job job, CachingPages pages) throws InterruptedException {
        while (!closing) {
            job.step(Level.WARNING, "Maintaining the page cache failed", pages::upkeep);
            job.pause(LOOK_EVERY);
        }
    }

    private void beat(Job job) throws InterruptedException {
        while (!closing) {
            job.step(Level.WARNING, "Storing the heartbeat failed", installation::beat);
            job.pause(NotificationsMaintenance.BEAT_EVERY);
        }
    }

    private void dispatch(Job job) throws InterruptedException {
        NotificationsMaintenance notifications = installation.notifications().upkeep();
        while (!closing) {
            boolean done = job.step(Level.WARNING, "Sending messages failed", () -> {
                while (!closing && notifications.dispatch()) {
                    Thread.onSpinWait();
                }
                notifications.catchUp();
            });
            if (!done) {
                job.pause(LOOK_EVERY);
            }
            if (!closing) {
                notifications.awaitWork(LOOK_EVERY);
            }
        }
    }

    private void lookAfterRows(Job job) throws InterruptedException {
        while (!closing) {
            job.pause(LOOK_EVERY);
            updateSearch(job);
            job.step(Level.WARNING, "Storing the last use of API keys failed", installation::catchUp);
        }
    }

    private void sweep(Job job) throws InterruptedException {
        while (!closing) {
            job.pause(sweepEvery);
            for (Installation.Sweep sweep : installation.sweeps()) {
                job.step(Level.WARNING, sweep.failure(), sweep.work());
            }
        }
    }

    /** Uses at most a tenth of the writer's time, so that a burst of writes is indexed afterwards. */
    private void updateSearch(Job job) throws InterruptedException {
        long begin = System.nanoTime();
        while (!closing
                && job.step(
                        Level.WARNING,
                        "Updating the search index failed",
                        () -> installation.persistence().catchUpSearch())) {
            job.pause(Duration.ofNanos((System.nanoTime() - begin) * REST));
            begin = System.nanoTime();
        }
    }

    /** Stops the jobs after the current step. */
    @Override
    public void close() {
        closing = true;
        jobs.forEach(Job::wake);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (Job job : jobs) {
                job.awaitEnd(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
