package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.identity.UserId;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** Caches the account state against which every token is checked, per user. Thread-safe, bounded. */
public final class AccountStateCache {
    private final ExpiringCache<UserId, Standing> kept;

    /**
     * @param read reads a state, which may take as long as a call of an identity source
     */
    public AccountStateCache(Function<UserId, Optional<Standing>> read, ClusterEvents events, InstantSource clock) {
        this.kept = new ExpiringCache<>(read, true, clock);
        events.listen(this::heard);
    }

    private void heard(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.UserChanged(UserId user) -> kept.drop(user);
            case ClusterEvent.Missed all -> kept.drop();
            case ClusterEvent.RightsChanged others -> {}
            case ClusterEvent.SessionsEnded others -> {}
            case ClusterEvent.ApiKeysChanged others -> {}
            case ClusterEvent.FeedsGrown others -> {}
        }
    }

    /** The user's state; empty for an unknown user. */
    Optional<Standing> of(UserId user) {
        return kept.of(user);
    }

    int size() {
        return kept.size();
    }
}
