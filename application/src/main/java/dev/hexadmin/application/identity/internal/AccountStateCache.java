package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.identity.UserId;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Caches the state against which every token is checked: the account's, per user, and whether the sign-in of an access token
 * has ended. Thread-safe, bounded.
 */
public final class AccountStateCache {
    private final ExpiringCache<UserId, Standing> kept;
    private final ExpiringCache<String, Boolean> signIns;

    /**
     * @param read reads a state, which may take as long as a call of an identity source
     * @param lasts whether the sign-in with a family of refresh tokens has not ended
     */
    public AccountStateCache(
            Function<UserId, Optional<Standing>> read,
            Predicate<String> lasts,
            ClusterEvents events,
            InstantSource clock) {
        this.kept = new ExpiringCache<>(read, true, clock);
        this.signIns = new ExpiringCache<>(family -> Optional.of(lasts.test(family)), true, clock);
        events.listen(this::heard);
    }

    private void heard(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.UserChanged(UserId user) -> kept.drop(user);
            case ClusterEvent.SignInEnded(String family) -> signIns.drop(family);
            case ClusterEvent.Missed all -> {
                kept.drop();
                signIns.drop();
            }
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

    /** Whether the sign-in with this family of refresh tokens has not ended. */
    boolean lasts(String family) {
        return signIns.of(family).orElseThrow();
    }

    int size() {
        return kept.size();
    }
}
