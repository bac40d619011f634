package dev.hexadmin.application.panel.internal;

import dev.hexadmin.application.Caller;
import dev.hexadmin.application.RequestId;
import dev.hexadmin.application.panel.Html;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of plugins beside the thread of a page, within a time limit, so that the page is shown whatever the code does. A slot that
 * never ends holds a bounded number of threads. Thread-safe.
 */
final class SlotRuns {
    private static final System.Logger LOG = System.getLogger(SlotRuns.class.getName());

    /** Runs of one slot at the same time; more of them means that they do not end. */
    private static final int MOST_AT_ONCE = 16;

    private final Duration limit;
    private final LongSupplier nanoTime;
    private final ConcurrentHashMap<String, Semaphore> running = new ConcurrentHashMap<>();

    /** @param nanoTime a clock that only moves forward */
    SlotRuns(Duration limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    /**
     * A slot of a page.
     *
     * @param name for the log, such as {@code the card 'Best rated' of the plugin 'shop'}
     */
    record Slot(String name, Supplier<Html> code) {}

    /** The contents of all slots in order, which share the time limit; empty for those that failed. */
    List<Optional<Html>> run(List<Slot> slots) {
        long end = nanoTime.getAsLong() + limit.toNanos();
        List<Optional<Started>> started = slots.stream().map(this::start).toList();
        List<Optional<Html>> contents = new ArrayList<>(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            contents.add(started.get(i).flatMap(one -> content(slot, one, end - nanoTime.getAsLong())));
        }
        return contents;
    }

    private record Started(FutureTask<Html> task, Thread thread) {}

    private Optional<Started> start(Slot slot) {
        Semaphore free = running.computeIfAbsent(slot.name(), name -> new Semaphore(MOST_AT_ONCE));
        if (!free.tryAcquire()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} was not run: {1} runs of it have not ended",
                    slot.name(),
                    MOST_AT_ONCE);
            return Optional.empty();
        }
        FutureTask<Html> task = new FutureTask<>(slot.code()::get);
        Thread thread = Thread.ofVirtual().name(slot.name()).unstarted(Caller.carried(withRequestId(() -> {
            try {
                task.run();
            } finally {
                free.release();
            }
        })));
        thread.start();
        return Optional.of(new Started(task, thread));
    }

    /** The log lines of the code have the id of the request, too. */
    private static Runnable withRequestId(Runnable work) {
        if (!RequestId.CURRENT.isBound()) {
            return work;
        }
        String id = RequestId.CURRENT.get();
        return () -> ScopedValue.where(RequestId.CURRENT, id).run(work);
    }

    private Optional<Html> content(Slot slot, Started started, long nanos) {
        try {
            @Nullable Html content = started.task().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            if (content != null) {
                return Optional.of(content);
            }
            LOG.log(System.Logger.Level.ERROR, "{0} returned null", slot.name());
        } catch (TimeoutException e) {
            started.thread().interrupt();
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} took longer than {1} ms and was left out",
                    slot.name(),
                    limit.toMillis());
        } catch (ExecutionException e) {
            LOG.log(System.Logger.Level.ERROR, slot.name() + " failed", e.getCause());
        } catch (InterruptedException e) {
            started.thread().interrupt();
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }
}
