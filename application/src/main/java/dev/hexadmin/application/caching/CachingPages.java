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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Caches pages for users with equal access, on all servers (contract section 8). Thread-safe.
 *
 * <p>A cached page is served only to users with the same rights and the same accessible records, and only while the
 * tables that its statements read are unchanged; see {@link PageStore}. When several requests miss the same page, one
 * renders it and the others wait for the result.
 *
 * <p>A change that cannot be published to the store is noted in the database before its writer continues. The other servers
 * learn of it within two calls of {@link #upkeep}.
 */
public final class CachingPages {
    private static final System.Logger LOG = System.getLogger(CachingPages.class.getName());
    private static final int LARGEST = 512 * 1024;
    private static final int MAX_PENDING_STORES = 64;
    private static final Duration WAIT_TIMEOUT = Duration.ofSeconds(2);

    private final PageStore store;
    private final TableUse tables;
    private final MissedChanges missed;
    private final CacheScope audience;
    private final Duration ttl;
    private final Executor carriers;
    private final Semaphore onTheirWay = new Semaphore(MAX_PENDING_STORES);
    private final Queue<Runnable> made = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean storing = new AtomicBoolean();
    private final ConcurrentHashMap<PageKey, Making> making = new ConcurrentHashMap<>();
    private final AtomicLong unpublished = new AtomicLong(); // changes
    private final ReentrantLock noting = new ReentrantLock();
    private long covered; // changes up to this one; guarded by noting
    private volatile boolean unnoted;
    // pages are served only while no invalidation is pending; the first pending one covers pages from before this start
    private final AtomicLong doubts = new AtomicLong(1);
    private volatile long settled;
    private long noted = -1;

    /**
     * Identifies a page and the generations of its tables: a request that has seen other generations must not wait for
     * this page.
     */
    private record PageKey(String page, Generations seen) {}

    /** A page that is being rendered; it stays in this map until it is stored. */
    private static final class Making {
        private final CompletableFuture<byte[]> content = new CompletableFuture<>();
    }

    /**
     * @param audience determines who shares a page
     * @param ttl maximum age of a page; zero: until it is invalidated
     * @param carriers runs the storing of pages, one at a time
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
        tables.watch(models, this::written);
    }

    /**
     * A page.
     *
     * @param kept empty: caching was skipped; otherwise whether the page was in the cache
     */
    public record Page(byte[] content, Optional<Boolean> kept) {}

    /**
     * The page of an address, from the cache or rendered.
     *
     * @param model the model whose records it shows
     * @param address path and query; together with the actor they determine the page
     * @param made renders the page on this thread; its result depends only on the address, the rights and the
     *     accessible records
     */
    public Page of(Actor.SignedIn actor, Model model, String address, Supplier<byte[]> made) {
        if (settled != doubts.get()) {
            return new Page(made.get(), Optional.empty());
        }
        String page = audience.page(actor, model, address);
        return switch (store.find(page)) {
            case Lookup.Away away -> new Page(made.get(), Optional.empty());
            case Lookup.Found(byte[] content) -> new Page(content, Optional.of(true));
            case Lookup.Missing(Generations now) -> missing(new PageKey(page, now), made);
        };
    }

    /** Whether pages are cached at the moment. */
    public boolean available() {
        return settled == doubts.get() && store.available();
    }

    private Page missing(PageKey wanted, Supplier<byte[]> made) {
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

    /** The page that another request renders; empty when that fails or takes too long. */
    private static Optional<byte[]> awaited(Making other) {
        try {
            return Optional.of(other.content.get(WAIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private byte[] make(PageKey wanted, Making own, Supplier<byte[]> body) {
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

    /**
     * Stores pages one after the other: when the machine is too slow to store all pages, some are rendered and not
     * stored.
     */
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
        boolean published = false;
        try {
            published = store.changed(changed);
        } finally {
            if (!published) {
                doubts.incrementAndGet();
                noteNow(unpublished.incrementAndGet());
            }
        }
    }

    /** What follows a commit cannot fail it: {@link #upkeep} notes what could not be noted. */
    private void noteNow(long change) {
        try {
            note(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "An unpublished change could not be noted in the database", e);
        }
    }

    /** One call notes the changes of all threads that wait for it. */
    private void note(long change) {
        noting.lock();
        try {
            if (covered < change) {
                covered = unpublished.get();
                unnoted = true;
                unnoted = !missed.note();
            }
        } finally {
            noting.unlock();
        }
    }

    /**
     * Repairs failed invalidations; must be called twice a second, by one thread at a time. It notes changes that could not be
     * noted in the database when they were committed, and evicts all pages when another server has noted one or has died.
     */
    public void upkeep() {
        if (unnoted) {
            note(unpublished.incrementAndGet());
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
