package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.LiveRights.Lent;
import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.application.identity.port.ApiKeys.StoredKey;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resolves API keys to actors, and records their last use. Thread-safe.
 *
 * <p>A request with a cached key runs no statement and never waits for a write: {@link #writeUses} stores the uses
 * later.
 */
public final class KeyRing {
    static final Duration USE_INTERVAL = Duration.ofMinutes(1);

    private final UnitOfWork unitOfWork;
    private final ApiKeys keys;
    private final AccountStateCache standings;
    private final LiveRights rights;
    private final InstantSource clock;
    private final ExpiringCache<String, StoredKey> kept;
    /** Keys whose stored last use is outdated, by hash. */
    private final ConcurrentHashMap<String, Instant> uses = new ConcurrentHashMap<>();

    public KeyRing(
            UnitOfWork unitOfWork,
            ApiKeys keys,
            AccountStateCache standings,
            LiveRights rights,
            ClusterEvents events,
            InstantSource clock) {
        this.unitOfWork = unitOfWork;
        this.keys = keys;
        this.standings = standings;
        this.rights = rights;
        this.clock = clock;
        this.kept = new ExpiringCache<>(keys::byHash, false, clock); // absence is not cached
        events.listen(this::heard);
    }

    private void heard(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.ApiKeysChanged all -> kept.drop();
            case ClusterEvent.Missed all -> kept.drop();
            case ClusterEvent.UserChanged others -> {}
            case ClusterEvent.RightsChanged others -> {}
            case ClusterEvent.SignInEnded others -> {}
            case ClusterEvent.SessionsEnded others -> {}
            case ClusterEvent.FeedsGrown others -> {}
        }
    }

    Optional<Actor.SignedIn> actor(String text, Actor.Origin origin) {
        String hash = ServerSecrets.hash(text);
        Instant now = clock.instant();
        Optional<StoredKey> found = kept.of(hash).filter(key -> !key.expired(now));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StoredKey key = found.get();
        Optional<Standing> owner = standings.of(key.owner()).filter(Standing::active);
        Optional<Lent> lent = key.role().flatMap(role -> rights.lent(key.owner(), role.id()));
        if (owner.isEmpty() || lent.isEmpty()) {
            return Optional.empty();
        }
        if (key.lastUsedAt()
                .filter(last -> now.isBefore(last.plus(USE_INTERVAL)))
                .isEmpty()) {
            uses.put(hash, now);
        }
        return Optional.of(new Actor.SignedIn(
                key.owner(),
                owner.get().email(),
                lent.get().rights(),
                origin,
                Optional.of(new Actor.ApiKey(key.prefix(), lent.get().role())),
                owner.get().locale()));
    }

    /** Stores the last use of keys, each at most once per {@link #USE_INTERVAL}, in one transaction. */
    void writeUses() {
        Map<String, Instant> due = new TreeMap<>(); // in the same order on every server, to avoid deadlocks
        for (String hash : uses.keySet()) {
            Optional.ofNullable(uses.remove(hash)).ifPresent(at -> due.put(hash, at));
        }
        if (due.isEmpty()) {
            return;
        }
        boolean written = false;
        try {
            unitOfWork.write(scope -> {
                due.forEach((hash, at) -> keys.used(hash, at, USE_INTERVAL));
                scope.afterCommit(() -> due.keySet().forEach(kept::drop));
                return due.size();
            });
            written = true;
        } finally {
            if (!written) {
                due.forEach(uses::putIfAbsent);
            }
        }
    }
}
