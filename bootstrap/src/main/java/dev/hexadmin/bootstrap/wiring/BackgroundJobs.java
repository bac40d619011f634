package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.notifications.NotificationsMaintenance;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Periodic jobs on separate threads: updating the search index, deleting expired rows, and sending messages. */
public final class BackgroundJobs implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BackgroundJobs.class.getName());
    private static final Duration SWEEP_EVERY = Duration.ofMinutes(5);
    private static final int REST = 9; // the pause is this multiple of the duration of one step
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final Installation installation;
    private final List<Thread> threads;

    public BackgroundJobs(Installation installation) {
        this.installation = installation;
        this.threads = Stream.concat(
                        Stream.of(
                                Thread.ofVirtual().name("hexadmin-upkeep").start(this::run),
                                Thread.ofVirtual().name("hexadmin-heartbeat").start(this::beat),
                                Thread.ofVirtual().name("hexadmin-dispatcher").start(this::dispatch),
                                Thread.ofVirtual().name("hexadmin-drift").start(this::compareTables)),
                        installation.pages().stream()
                                .map(pages -> Thread.ofVirtual()
                                        .name("hexadmin-pages")
                                        .start(() -> lookAfter(pages))))
                .toList();
    }

    private void compareTables() {
        TableDrift drift = installation.drift();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    drift.look();
                } catch (RuntimeException | Error e) {
                    LOG.log(
                            System.Logger.Level.DEBUG,
                            "Comparing the tables with the models failed; it will be retried",
                            e);
                }
                Thread.sleep(SWEEP_EVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private static void lookAfter(CachingPages pages) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    pages.upkeep();
                } catch (RuntimeException | Error e) {
                    LOG.log(System.Logger.Level.WARNING, "Maintaining the page cache failed; it will be retried", e);
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
                } catch (RuntimeException | Error e) {
                    LOG.log(System.Logger.Level.WARNING, "Storing the heartbeat failed; it will be retried", e);
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
                } catch (RuntimeException | Error e) {
                    LOG.log(System.Logger.Level.WARNING, "Sending messages failed; it will be retried", e);
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

    /** Uses at most a tenth of the writer's time, so that a burst of writes is indexed afterwards. */
    private void catchUp() throws InterruptedException {
        try {
            long begin = System.nanoTime();
            while (installation.persistence().catchUpSearch()) {
                Thread.sleep(Duration.ofNanos((System.nanoTime() - begin) * REST));
                begin = System.nanoTime();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "Updating the search index failed; it will be retried", e);
        }
    }

    private void writeUses() {
        try {
            installation.catchUp();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "Storing the last use of API keys failed; it will be retried", e);
        }
    }

    private void sweep() {
        try {
            installation.sweep();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "Deleting expired rows failed; it will be retried", e);
        }
    }

    /** Stops the jobs after the current run. */
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
