package dev.hexadmin.application.port;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import java.util.List;

/**
 * A notice of committed changes, on which servers evict or refresh cached data. It contains keys only: listeners read
 * the current data from the database.
 */
public sealed interface ClusterEvent {
    /** A user was created, changed or deleted: state, password, sessions, direct rights. */
    record UserChanged(UserId user) implements ClusterEvent {}

    /** A role has changed: the rights of any user may have changed. */
    record RightsChanged() implements ClusterEvent {}

    /** Single panel sessions have ended. */
    record SessionsEnded() implements ClusterEvent {}

    /** A sign-in of the API has ended: its refresh tokens were revoked, and its access tokens are not valid any more. */
    record SignInEnded(String family) implements ClusterEvent {}

    /** API keys were revoked. */
    record ApiKeysChanged() implements ClusterEvent {}

    /** Feeds of notifications have new events; contains the newest event of each. */
    record FeedsGrown(List<Signal> signals) implements ClusterEvent {
        public FeedsGrown {
            signals = List.copyOf(signals);
        }
    }

    /** Events may have been lost: caches must be emptied, and subscribers must check for new data. */
    record Missed() implements ClusterEvent {}

    /**
     * A feed with new events.
     *
     * @param seq its newest event at that time
     */
    record Signal(Addressee user, long seq) {}
}
