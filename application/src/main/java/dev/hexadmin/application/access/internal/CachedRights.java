package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches each user's rights for two seconds. A hit takes no lock.
 *
 * <p>Every entry has the number of changes that were known before its grants were read. Rights that were read before a
 * change and stored after it have an old number and are never used, so all later calls see the change. Rights that are
 * read inside a unit of work are not cached, since it may be rolled back.
 */
public final class CachedRights implements LiveRights {
    private static final long LIFETIME = 2_000_000_000L;
    private static final int MAX_USERS = 20_000;
    private static final int STRIPES = 64;

    private final Grants grants;
    private final Roles roles;
    private final GrantGuard guard;
    private final ModelRegistry registry;
    private final UnitOfWork unitOfWork;
    private final LongSupplier nanoTicker;
    private final ConcurrentHashMap<UserId, Entry<Rights>> entries = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Loan, Entry<Optional<Lent>>> loans = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();
    // users whose ids are equal modulo the number of stripes share a counter: this can cause an unnecessary read, never
    // a stale one
    private final AtomicLongArray changesOfUsers = new AtomicLongArray(STRIPES);

    private record Entry<T>(T value, long changes, long readAt) {}

    private record Loan(UserId user, long role) {}

    public CachedRights(
            Grants grants,
            Roles roles,
            GrantGuard guard,
            ModelRegistry registry,
            UnitOfWork unitOfWork,
            ClusterEvents events,
            LongSupplier nanoTicker) {
        this.grants = grants;
        this.roles = roles;
        this.guard = guard;
        this.registry = registry;
        this.unitOfWork = unitOfWork;
        this.nanoTicker = nanoTicker;
        events.listen(this::heard);
    }

    @Override
    public Rights of(UserId user) {
        return kept(entries, user, user, () -> grants.of(user));
    }

    @Override
    public Optional<Lent> lent(UserId user, long role) {
        return kept(
                loans,
                new Loan(user, role),
                user,
                () -> roles.find(List.of(role)).stream()
                        .findFirst()
                        .filter(found -> guard.holds(grants.of(user), found))
                        .map(found -> new Lent(found.name(), rights(found))));
    }

    private Rights rights(Role role) {
        return role.superuser() ? Rights.ALL : new Rights(false, role.rights().grants(registry));
    }

    private <K, T> T kept(ConcurrentHashMap<K, Entry<T>> there, K key, UserId user, Supplier<T> read) {
        if (unitOfWork.running()) {
            return read.get();
        }
        long now = nanoTicker.getAsLong();
        long known = changes(user);
        @Nullable Entry<T> entry = there.get(key);
        if (entry != null && entry.changes() == known && now - entry.readAt() < LIFETIME) {
            return entry.value();
        }
        T value = read.get();
        if (there.mappingCount() >= MAX_USERS) {
            there.clear();
        }
        there.put(key, new Entry<>(value, known, now));
        return value;
    }

    private void heard(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.UserChanged(UserId user) -> changed(user);
            case ClusterEvent.RightsChanged all -> changed();
            case ClusterEvent.Missed all -> changed();
            case ClusterEvent.SignInEnded others -> {}
            case ClusterEvent.SessionsEnded others -> {}
            case ClusterEvent.ApiKeysChanged others -> {}
            case ClusterEvent.FeedsGrown others -> {}
        }
    }

    private void changed(UserId user) {
        changesOfUsers.incrementAndGet(stripe(user));
        entries.remove(user);
    }

    private void changed() {
        changes.incrementAndGet();
        entries.clear();
        loans.clear();
    }

    /** Both counters only increase, so equal sums mean that both are unchanged. */
    private long changes(UserId user) {
        return changes.get() + changesOfUsers.get(stripe(user));
    }

    private static int stripe(UserId user) {
        return (int) Math.floorMod(user.value(), (long) STRIPES);
    }
}
