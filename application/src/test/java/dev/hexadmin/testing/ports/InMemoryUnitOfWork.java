package dev.hexadmin.testing.ports;

import dev.hexadmin.application.port.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Units of work over state in memory, one at a time. Thread-safe. */
public final class InMemoryUnitOfWork implements UnitOfWork {
    private final Supplier<Runnable> snapshots;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Runnable> afterCommit = new ArrayList<>();

    /**
     * Creates it.
     *
     * @param snapshots stores the current state and returns the action that restores it
     */
    public InMemoryUnitOfWork(Supplier<Runnable> snapshots) {
        this.snapshots = snapshots;
    }

    @Override
    public <T> T write(Work<T> work) {
        return run(work, true);
    }

    @Override
    public <T> T rehearse(Work<T> work) {
        return run(work, false);
    }

    @Override
    public <T> T attempt(Work<T> part) {
        requireRunning();
        int actions = afterCommit.size();
        Runnable undo = snapshots.get();
        try {
            return part.run(afterCommit::add);
        } catch (RuntimeException | Error e) {
            undo.run();
            afterCommit.subList(actions, afterCommit.size()).clear();
            throw e;
        }
    }

    @Override
    public boolean running() {
        return lock.isHeldByCurrentThread();
    }

    /** Refuses a write outside a work, as adapters do. */
    public void requireRunning() {
        if (!running()) {
            throw new IllegalStateException("no unit of work is running");
        }
    }

    /** Reads while no other thread's work is running. */
    public <T> T read(Supplier<T> read) {
        lock.lock();
        try {
            return read.get();
        } finally {
            lock.unlock();
        }
    }

    private <T> T run(Work<T> work, boolean commit) {
        if (running()) {
            return work.run(afterCommit::add);
        }
        List<Runnable> actions = new ArrayList<>();
        T result;
        lock.lock();
        try {
            afterCommit = actions;
            Runnable undo = snapshots.get();
            boolean committed = false;
            try {
                result = work.run(actions::add);
                committed = commit;
            } finally {
                if (!committed) {
                    undo.run();
                }
            }
        } finally {
            lock.unlock();
        }
        if (commit) {
            actions.forEach(InMemoryUnitOfWork::runAfterCommit);
        }
        return result;
    }

    private static void runAfterCommit(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | StackOverflowError e) {
            System.err.println("an action after a commit failed: " + e);
        }
    }
}
