package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.State;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The work on one file in this process: it waits for its turn, reports progress every second, and writes down the result. */
final class ImportTask {
    private static final System.Logger LOG = System.getLogger(ImportTask.class.getName());
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final ImportJob job;
    private final ImportPorts ports;
    private final ImportProgress progress;
    private final CountDownLatch ended = new CountDownLatch(1);

    ImportTask(ImportJob job, ImportPorts ports, BooleanSupplier stopping) {
        this.job = job;
        this.ports = ports;
        this.progress = new ImportProgress(job, ports.imports(), ports.clock(), stopping);
    }

    ImportJob job() {
        return job;
    }

    ImportProgress progress() {
        return progress;
    }

    /**
     * Checks or imports the file; returns at its end, and throws nothing.
     *
     * @param turn lets one import of this process work at a time
     * @param executor runs the heartbeat
     */
    void run(boolean importing, Semaphore turn, Executor executor) {
        try {
            executor.execute(this::heartbeat);
            turn.acquireUninterruptibly();
            try {
                progress.begin();
                if (importing) {
                    new ImportRun(job, ports, progress).run();
                } else {
                    finish(State.CHECKED, new ImportCheck(job, ports, progress).run());
                }
            } finally {
                turn.release();
            }
        } catch (UnreadableFileException e) {
            finish(State.FAILED, Findings.failed(e.reason()));
        } catch (ImportRun.RowRefusedException e) {
            finish(State.FAILED, e.findings());
        } catch (ImportRun.ImportTakenOverException e) {
            LOG.log(Level.WARNING, "The import {0} was taken over by another server", job.id());
        } catch (ImportProgress.ServerStoppingException e) {
            finish(State.FAILED, Findings.failed(Message.of("The server was stopped. Nothing was kept.")));
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "The import " + job.id() + " failed", e);
            finish(State.FAILED, Findings.failed(Message.of("Something went wrong on the server. Nothing was kept.")));
        }
    }

    private void heartbeat() {
        try {
            while (!ended.await(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS)) {
                ports.imports()
                        .alive(
                                job.id(),
                                job.claim(),
                                progress.rows(),
                                progress.percent(),
                                ports.clock().instant());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The progress of an import could not be written down", e);
        }
    }

    private void finish(State to, Findings findings) {
        try {
            ports.work()
                    .write(scope -> ports.imports()
                            .finish(
                                    job.id(),
                                    job.claim(),
                                    to,
                                    progress.rows(),
                                    findings,
                                    ports.clock().instant()));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The result of an import could not be written down", e);
        }
    }

    /** Ends the heartbeat, and releases the threads that wait in {@link #awaitEnd}. */
    void end() {
        ended.countDown();
    }

    void awaitEnd() throws InterruptedException {
        ended.await();
    }
}
