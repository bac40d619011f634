package dev.hexadmin.application.caching;

import dev.hexadmin.application.caching.port.MissedChanges;
import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.caching.port.PageStore.Generations;
import dev.hexadmin.application.caching.port.PageStore.Lookup;
import dev.hexadmin.application.caching.port.TableUse;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Keeps pages for whoever may see the same, on all servers (contract section 8). Thread-safe.
 *
 * <p>A page is shown again only to those with the same rights whom the same records are open to, and only as long as none
 * of the tables was changed that its statements read: {@link PageStore} tells how. Of several requests for a page that is
 * not there one makes it, and the others take what it made.
 *
 * <p>Where the store cannot be told of a change, the other servers hear of it through the database: within two looks of
 * {@link #upkeep}.
 */
public final class CachingPages {
    private static final System.Logger LOG = System.getLogger(CachingPages.class.getName());
    private static final int LARGEST = 512 * 1024;
    private static final int MOST_ON_THEIR_WAY = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PageStore store;
    private final TableUse tables;
    private final MissedChanges missed;
    private final CacheScope audience;
    private final Duration ttl;
    private final Executor carriers;
    private final Semaphore onTheirWay = new Semaphore(MOST_ON_THEIR_WAY);
    private final Queue<Runnable> made = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean storing = new AtomicBoolean();
    private final ConcurrentHashMap<Wanted, Making> making = new ConcurrentHashMap<>();
    private final AtomicBoolean untold = new AtomicBoolean();
    // pages are shown only while every doubt is settled; the first: what is there from before this start
    private final AtomicLong doubts = new AtomicLong(1);
    private volatile long settled;
    private long noted = -1;

    /** A page as it was wanted: whoever saw other generations must not get what is being made. */
    private record Wanted(String page, Generations seen) {}

    /** A page that is being made, and stays here until it is stored. */
    private static final class Making {
        private final CompletableFuture<byte[]> content = new CompletableFuture<>();
    }

    /**
     * @param audience who may be shown the same page
     * @param ttl how long a page is shown at most; zero: as long as it is right
     * @param carriers runs what stores pages, one at a time
     */
    public CachingPages(
            PageStore store,
            TableUse tables,
            MissedChanges missed,
            ModelRegistry models,
            CacheScope audience,
            Duration ttl,
            Executor carriers) {
        this.store = store;
        this.tables = tables;
        this.missed = missed;
        this.audience = audience;
        this.ttl = ttl;
        this.carriers = carriers;
        tables.watch(WatchedTables.of(models), this::written);
    }

    /**
     * A page.
     *
     * @param kept empty: made as if nothing were ever kept; else whether it was there
     */
    public record Page(byte[] content, Optional<Boolean> kept) {}

    /**
     * The page of an address, kept or made.
     *
     * @param model whose records it shows
     * @param address all that it depends on but who asks: path and query
     * @param made runs on this thread; makes the same for everybody with the same rights whom the same records are open to
     */
    public Page of(Actor.SignedIn actor, Model model, String address, Supplier<byte[]> made) {
        if (settled != doubts.get()) {
            return new Page(made.get(), Optional.empty());
        }
        String page = audience.page(actor, model, address);
        return switch (store.find(page)) {
            case Lookup.Away away -> new Page(made.get(), Optional.empty());
            case Lookup.Found(byte[] content) -> new Page(content, Optional.of(true));
            case Lookup.Missing(Generations now) -> missing(new Wanted(page, now), made);
        };
    }

    private Page missing(Wanted wanted, Supplier<byte[]> made) {
        Making own = new Making();
        Making other = making.putIfAbsent(wanted, own);
        if (other == null) {
            return new Page(make(wanted, own, made), Optional.of(false));
        }
        boolean there = other.content.isDone();
        return awaited(other)
                .map(content -> new Page(content, Optional.of(there)))
                .orElseGet(() -> new Page(made.get(), Optional.of(false)));
    }

    /** What somebody else makes; empty when that fails or takes long. */
    private static Optional<byte[]> awaited(Making other) {
        try {
            return Optional.of(other.content.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private byte[] make(Wanted wanted, Making own, Supplier<byte[]> body) {
        TableUse.Reading<byte[]> reading;
        try {
            reading = tables.reading(body);
        } catch (Throwable e) {
            making.remove(wanted, own);
            own.content.completeExceptionally(e);
            throw e;
        }
        own.content.complete(reading.result());
        if (reading.result().length > LARGEST || !onTheirWay.tryAcquire()) {
            making.remove(wanted, own);
            return reading.result();
        }
        made.add(() -> {
            try {
                store.store(wanted.page(), reading.result(), reading.tables(), wanted.seen(), ttl);
            } finally {
                onTheirWay.release();
                making.remove(wanted, own);
            }
        });
        if (storing.compareAndSet(false, true)) {
            try {
                carriers.execute(this::storeAll);
            } catch (RejectedExecutionException e) {
                LOG.log(System.Logger.Level.DEBUG, "Closing: no page is stored any more");
            }
        }
        return reading.result();
    }

    /** One after the other: on a machine that has no time to store all that is made, pages are made and not stored. */
    private void storeAll() {
        do {
            try {
                for (Runnable next = made.poll(); next != null; next = made.poll()) {
                    next.run();
                }
            } finally {
                storing.set(false);
            }
        } while (!made.isEmpty() && storing.compareAndSet(false, true));
    }

    private void written(Set<String> changed) {
        boolean told = false;
        try {
            told = store.changed(changed);
        } finally {
            if (!told) {
                untold.set(true);
                doubts.incrementAndGet();
            }
        }
    }

    /**
     * Looks after what went wrong: to be called twice a second, by one thread at a time. Tells the other servers, through
     * the database, of changes that the store could not be told of, and ends all pages when another server has, or has
     * gone without a word.
     */
    public void upkeep() {
        if (untold.getAndSet(false)) {
            boolean told = false;
            try {
                missed.note();
                told = true;
            } finally {
                if (!told) {
                    untold.set(true);
                }
            }
        }
        long now = missed.noted();
        if (now != noted || store.lostAServer()) {
            noted = now;
            doubts.incrementAndGet();
        }
        long known = doubts.get();
        if (settled != known && store.dropAll()) {
            settled = known;
        }
    }
}
