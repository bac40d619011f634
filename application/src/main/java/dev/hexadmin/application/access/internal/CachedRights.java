package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each user's rights for two seconds. A hit takes no lock.
 *
 * <p>Every entry carries the number of changes known before its grants were read. Rights that were read before a change
 * and arrive after it carry an old number and are never used: a change is seen by all later calls. What is read inside
 * a unit of work is not kept, as it may never be committed.
 */
public final class CachedRights implements LiveRights {
    private static final long LIFETIME = 2_000_000_000L;
    private static final int MOST_USERS = 20_000;
    private static final int STRIPES = 64;

    private final Grants grants;
    private final UnitOfWork unitOfWork;
    private final LongSupplier nanoTicker;
    private final ConcurrentHashMap<UserId, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();
    // users share a counter when their ids do modulo the stripes: one read too many, never one too few
    private final AtomicLongArray changesOfUsers = new AtomicLongArray(STRIPES);

    private record Entry(Rights rights, long changes, long readAt) {}

    public CachedRights(Grants grants, UnitOfWork unitOfWork, LongSupplier nanoTicker) {
        this.grants = grants;
        this.unitOfWork = unitOfWork;
        this.nanoTicker = nanoTicker;
    }

    @Override
    public Rights of(UserId user) {
        if (unitOfWork.running()) {
            return grants.of(user);
        }
        long now = nanoTicker.getAsLong();
        long known = changes(user);
        @Nullable Entry entry = entries.get(user);
        if (entry != null && entry.changes() == known && now - entry.readAt() < LIFETIME) {
            return entry.rights();
        }
        Rights rights = grants.of(user);
        if (entries.mappingCount() >= MOST_USERS) {
            entries.clear();
        }
        entries.put(user, new Entry(rights, known, now));
        return rights;
    }

    @Override
    public void changed(UserId user) {
        changesOfUsers.incrementAndGet(stripe(user));
        entries.remove(user);
    }

    @Override
    public void changed() {
        changes.incrementAndGet();
        entries.clear();
    }

    /** Both counters only grow, so their sum is the same only when both are. */
    private long changes(UserId user) {
        return changes.get() + changesOfUsers.get(stripe(user));
    }

    private static int stripe(UserId user) {
        return (int) Math.floorMod(user.value(), (long) STRIPES);
    }
}
