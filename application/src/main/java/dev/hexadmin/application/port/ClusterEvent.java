package dev.hexadmin.application.port;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import java.util.List;

/**
 * Something that was committed to the database, which servers keep parts of. It says what to forget or to look at, never
 * what is there now: whoever hears it reads the database.
 */
public sealed interface ClusterEvent {
    /** A user has come, has changed or has gone: standing, password, sessions as a whole, own rights. */
    record UserChanged(UserId user) implements ClusterEvent {}

    /** A role has changed: anybody's rights may be others now. */
    record RightsChanged() implements ClusterEvent {}

    /** Single sessions of the panel have ended. */
    record SessionsEnded() implements ClusterEvent {}

    /** API keys have ended. */
    record ApiKeysChanged() implements ClusterEvent {}

    /** Feeds of notifications have grown; of each the newest is told. */
    record FeedsGrown(List<Signal> signals) implements ClusterEvent {
        public FeedsGrown {
            signals = List.copyOf(signals);
        }
    }

    /** Others may have been lost: whoever keeps anything drops all of it, whoever follows anything looks. */
    record Missed() implements ClusterEvent {}

    /**
     * A feed that has grown.
     *
     * @param seq its newest event then
     */
    record Signal(Addressee user, long seq) {}
}
