package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.application.port.UnitOfWork.Work;
import dev.hexadmin.persistence.database.UnitOfWorkRunner;
import dev.hexadmin.persistence.session.ErrorCodes;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.session.Transaction;
import io.helidon.dbclient.DbClientException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a database file. While a commit waits for the disk, units of work queue up; the next commit takes
 * them all, each after a separate savepoint, so that a failed unit does not affect the others. A caller continues when
 * the commit with its work is on the disk.
 *
 * <p>The work runs on the writer's platform thread: SQLite blocks the thread it is called on, and so no virtual
 * thread's carrier is blocked. While one unit of work takes very long, those that wait for it are rejected.
 */
final class GroupCommit implements UnitOfWorkRunner {
    private static final ErrorCodes CODES = new SqliteErrorCodes();
    private static final int GROUP = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final System.Logger LOG = System.getLogger(GroupCommit.class.getName());
    private static final long NEVER = 0;

    private final Transaction.Start start;
    private final Checkpoints checkpoints;
    private final Duration patience;
    private final BlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile long runningSince = NEVER; // start of the running unit of work

    /**
     * @param start begins a transaction on the one connection that writes
     * @param checkpoints notified of each commit, and closed with this
     */
    GroupCommit(Transaction.Start start, Checkpoints checkpoints) {
        this(start, checkpoints, PATIENCE);
    }

    /** @param patience how long a unit of work may run before others stop waiting for it */
    GroupCommit(Transaction.Start start, Checkpoints checkpoints, Duration patience) {
        this.start = start;
        this.checkpoints = checkpoints;
        this.patience = patience;
        this.thread = Thread.ofPlatform().name("hexadmin-writer").daemon(true).start(this::loop);
    }

    /** A unit of work that waits for its commit. */
    private static final class Job<T> {
        private final @Nullable Work<T> work;
        private final boolean keep;
        private final CompletableFuture<T> committed = new CompletableFuture<>();
        private final AtomicBoolean taken = new AtomicBoolean(); // by the writer, or back by its caller
        private List<Runnable> afterCommit = List.of();
        private boolean ownFailure; // and not one of the whole group
        private @Nullable T result;

        Job(@Nullable Work<T> work, boolean keep) {
            this.work = work;
            this.keep = keep;
        }

        /** Runs the work after a savepoint; false when its caller has received a failure. */
        boolean run(Transaction transaction) throws SQLException {
            if (work == null) {
                return true;
            }
            if (!taken.compareAndSet(false, true)) {
                return false;
            }
            Transaction part = transaction.part();
            control(transaction, "SAVEPOINT work");
            try {
                result = part.run(work);
                afterCommit = part.afterCommit();
                if (!keep) {
                    control(transaction, "ROLLBACK TO work");
                }
                control(transaction, "RELEASE work");
                return true;
            } catch (Throwable e) {
                Throwable failure = switch (e) {
                    case DbClientException client -> SqlFailure.of(CODES, client);
                    case SQLException sql -> SqlFailure.of(CODES, sql);
                    default -> e;
                };
                try {
                    control(transaction, "ROLLBACK TO work");
                    control(transaction, "RELEASE work");
                } catch (SQLException undone) {
                    // a trigger with RAISE(ROLLBACK), or a full disk, has ended the whole transaction: the failure of
                    // this work is the cause
                    failure.addSuppressed(undone);
                    committed.completeExceptionally(failure);
                    throw failure instanceof ServiceUnavailableException unavailable
                            ? unavailable
                            : new ServiceUnavailableException(
                                    Reason.DATABASE_LOCKED, "another write has rolled the transaction back", undone);
                }
                ownFailure = true;
                committed.completeExceptionally(failure);
                return false;
            }
        }

        private static void control(Transaction transaction, String sql) throws SQLException {
            try (Session.Prepared prepared = transaction.session().prepare(sql)) {
                prepared.statement().execute();
            }
        }

        @SuppressWarnings("NullAway") // a work's result is what the work's type says, null included
        void succeed() {
            committed.complete(result);
        }
    }

    @Override
    public <T> T run(Work<T> work, boolean keep) {
        Job<T> job = new Job<>(work, keep);
        if (closed) {
            throw new ServiceUnavailableException(
                    Reason.DATABASE_UNAVAILABLE, "the database is closed", new IllegalStateException());
        }
        if (isBlocked()) {
            // such as an import of very many rows: the caller gets an error at once instead of waiting in the queue
            throw blocked();
        }
        queue.add(job);
        T result;
        try {
            result = await(job);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw job.ownFailure ? withCaller(unchecked) : unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException("a unit of work failed", e);
            }
        }
        if (keep) {
            Transaction.carryOut(job.afterCommit);
        }
        return result;
    }

    /** Waits for the commit, and not for the start of the work while another unit of work takes very long: it may wait for this one. */
    private <T> T await(Job<T> job) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return job.committed.get(patience.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (isBlocked() && job.taken.compareAndSet(false, true)) {
                        throw blocked();
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isBlocked() {
        long since = runningSince;
        return since != NEVER && System.nanoTime() - since > patience.toNanos();
    }

    private static ServiceUnavailableException blocked() {
        return new ServiceUnavailableException(
                Reason.DATABASE_LOCKED, "a long transaction is running", new IllegalStateException());
    }

    /** The exception with the frames of this thread, which has called the work, after those of the writer's. */
    private static RuntimeException withCaller(RuntimeException failure) {
        StackTraceElement[] writer = failure.getStackTrace();
        StackTraceElement[] caller = Thread.currentThread().getStackTrace();
        StackTraceElement[] both = Arrays.copyOf(writer, writer.length + caller.length);
        System.arraycopy(caller, 0, both, writer.length, caller.length);
        failure.setStackTrace(both);
        return failure;
    }

    /** Rejects new work, finishes the queued work, and ends the thread; interrupts a unit of work that takes very long. */
    @Override
    public void close() {
        closed = true;
        queue.add(new Job<Object>(null, false));
        try {
            awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        checkpoints.close();
    }

    private void awaitEnd() throws InterruptedException {
        // the code of a hook or an action that closes this itself would wait for its own end
        while (!Thread.currentThread().equals(thread) && !thread.join(patience)) {
            if (isBlocked()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "A unit of work that has been running for more than {0} is interrupted and rolled back: {1}",
                        patience,
                        Arrays.toString(thread.getStackTrace()));
                thread.interrupt();
                thread.join(patience);
                return;
            }
        }
    }

    private void loop() {
        List<Job<?>> group = new ArrayList<>();
        while (true) {
            group.clear();
            try {
                group.add(queue.take());
            } catch (InterruptedException e) {
                continue; // close() ends the thread by a job
            }
            queue.drainTo(group, GROUP - 1);
            commit(group);
            if (closed && queue.isEmpty()) {
                return;
            }
        }
    }

    private void commit(List<Job<?>> group) {
        List<Job<?>> done = new ArrayList<>(group.size());
        @Nullable Transaction transaction = null;
        try {
            transaction = start.begin();
            for (Job<?> job : group) {
                runningSince = System.nanoTime() | 1;
                if (job.run(transaction)) {
                    done.add(job);
                }
                // the code of a hook or an action may have set it, and does not mean the next work
                Thread.interrupted();
            }
            runningSince = NEVER;
            if (done.stream().anyMatch(job -> job.keep)) {
                transaction.commit();
            } else {
                transaction.rollBack(); // only dry runs, whose pages need not be written to the log
            }
        } catch (Throwable e) {
            runningSince = NEVER;
            RuntimeException failure = switch (e) {
                case SQLException sql -> SqlFailure.of(CODES, sql);
                case DbClientException client -> SqlFailure.of(CODES, client);
                case RuntimeException unchecked -> unchecked;
                default -> new IllegalStateException("the group of writes was not committed", e);
            };
            if (transaction != null) {
                try {
                    transaction.rollBack();
                } catch (SQLException again) {
                    failure.addSuppressed(again);
                }
            }
            group.forEach(job -> job.committed.completeExceptionally(failure));
            return;
        }
        done.forEach(Job::succeed);
        checkpoints.committed(done.size());
    }
}
