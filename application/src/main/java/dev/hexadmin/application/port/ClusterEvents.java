package dev.hexadmin.application.port;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Tells every server on one database, this one included, what was committed. Thread-safe.
 *
 * <p>An event is a hint: what it is about is read from the database. One that is doubled or late does no harm; one that
 * may have been lost comes as {@link ClusterEvent.Missed}. What one thread announces is heard in this order. Where no other
 * server can be told, others see the change when what they keep has become too old, after two seconds at most.
 */
public interface ClusterEvents {
    /** For one server alone: its own listeners are told, one after the other; what one throws is logged. */
    static ClusterEvents none() {
        List<Consumer<ClusterEvent>> listeners = new CopyOnWriteArrayList<>();
        return new ClusterEvents() {
            @Override
            public void announce(ClusterEvent event) {
                for (Consumer<ClusterEvent> listener : listeners) {
                    try {
                        listener.accept(event);
                    } catch (RuntimeException e) {
                        System.getLogger(ClusterEvents.class.getName())
                                .log(System.Logger.Level.ERROR, "An event was not handled: " + event, e);
                    }
                }
            }

            @Override
            public void announceAndAwait(ClusterEvent event) {
                announce(event);
            }

            @Override
            public void listen(Consumer<ClusterEvent> listener) {
                listeners.add(listener);
            }
        };
    }

    /**
     * Has this server's listeners hear of it before it returns, and those of others soon. To be called after the commit;
     * returns at once and never throws.
     */
    void announce(ClusterEvent event);

    /**
     * The same, and waits until every server that is connected has handled it, 50 ms at most: for what must hold for the
     * next request on any server. Never throws.
     */
    void announceAndAwait(ClusterEvent event);

    /**
     * Has {@code listener} called with all that is announced from now on, by any server. It returns at once, and may be
     * called by several threads at the same time.
     */
    void listen(Consumer<ClusterEvent> listener);
}
