package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.notifications.NotificationsMaintenance;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is due from time to time, on threads of its own: search catches up, what has expired is cleared away, messages are
 * sent.
 */
public final class BackgroundJobs implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BackgroundJobs.class.getName());
    private static final Duration SWEEP_EVERY = Duration.ofMinutes(5);
    private static final int REST = 9; // times as long as one step of the work took
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final Installation installation;
    private final List<Thread> threads;

    public BackgroundJobs(Installation installation) {
        this.installation = installation;
        this.threads = Stream.concat(
                        Stream.of(
                                Thread.ofVirtual().name("hexadmin-upkeep").start(this::run),
                                Thread.ofVirtual().name("hexadmin-heartbeat").start(this::beat),
                                Thread.ofVirtual().name("hexadmin-dispatcher").start(this::dispatch)),
                        installation.pages().stream()
                                .map(pages -> Thread.ofVirtual()
                                        .name("hexadmin-pages")
                                        .start(() -> lookAfter(pages))))
                .toList();
    }

    private static void lookAfter(CachingPages pages) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    pages.upkeep();
                } catch (RuntimeException e) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "Cached pages could not be looked after; it is tried again",
                            e);
                }
                Thread.sleep(LOOK_EVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void beat() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    installation.notifications().upkeep().beat();
                } catch (RuntimeException e) {
                    LOG.log(System.Logger.Level.WARNING, "The heartbeat could not be stored; it is tried again", e);
                }
                Thread.sleep(NotificationsMaintenance.BEAT_EVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void dispatch() {
        NotificationsMaintenance notifications = installation.notifications().upkeep();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    while (notifications.dispatch() && !Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    notifications.catchUp();
                } catch (RuntimeException e) {
                    LOG.log(System.Logger.Level.WARNING, "Messages could not be sent; it is tried again", e);
                    Thread.sleep(LOOK_EVERY);
                }
                notifications.awaitWork(LOOK_EVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void run() {
        try {
            long lastSweep = System.nanoTime();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(LOOK_EVERY);
                catchUp();
                writeUses();
                if (System.nanoTime() - lastSweep > SWEEP_EVERY.toNanos()) {
                    sweep();
                    lastSweep = System.nanoTime();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** Takes a tenth of the writer's time at most, so that a burst of writes is indexed after it and not during it. */
    private void catchUp() throws InterruptedException {
        try {
            long begin = System.nanoTime();
            while (installation.persistence().catchUpSearch()) {
                Thread.sleep(Duration.ofNanos((System.nanoTime() - begin) * REST));
                begin = System.nanoTime();
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Search could not catch up; it is tried again", e);
        }
    }

    private void writeUses() {
        try {
            installation.catchUp();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Uses of API keys could not be written down; it is tried again", e);
        }
    }

    private void sweep() {
        try {
            installation.sweep();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Clearing away what has expired did not work; it is tried again", e);
        }
    }

    /** Ends it, after the sweep that is going on. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
