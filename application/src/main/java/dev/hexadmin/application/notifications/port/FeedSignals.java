package dev.hexadmin.application.notifications.port;

import dev.hexadmin.domain.notifications.Addressee;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells other servers that feeds have grown. A hint and nothing more: what is in the feed is read from the database, and
 * a signal that is lost, doubled or late does no harm. Thread-safe.
 */
public interface FeedSignals {
    /** Tells nobody: for one server alone. */
    static FeedSignals none() {
        return new FeedSignals() {
            @Override
            public void announce(List<Signal> signals) {}

            @Override
            public void listen(Consumer<List<Signal>> listener) {}
        };
    }

    /** Tells the others. Called after a commit, on the caller's thread: returns at once and never throws. */
    void announce(List<Signal> signals);

    /**
     * Has {@code listener} called with what others announce; what this server announced itself may come too. Called
     * once. The listener returns at once.
     */
    void listen(Consumer<List<Signal>> listener);

    /**
     * A feed that has grown.
     *
     * @param seq its newest event then
     */
    record Signal(Addressee user, long seq) {}
}
