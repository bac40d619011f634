package dev.hexadmin.application.port;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Publishes committed changes to every server on one database, including this one. Thread-safe.
 *
 * <p>An event is a hint: listeners read the data from the database. Duplicate and late events are harmless; possibly
 * lost events are replaced by {@link ClusterEvent.Missed}. Events of one thread are delivered in order. When other
 * servers cannot be reached, they see the change when their cached data expires, after at most two seconds.
 */
public interface ClusterEvents {
    /** The implementation for a single server: calls its own listeners one after the other; logs their exceptions. */
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
     * Calls this server's listeners before it returns, and publishes to other servers asynchronously. Must be called
     * after the commit; never throws.
     */
    void announce(ClusterEvent event);

    /**
     * Publishes, and waits at most 50 ms until every connected server has handled the event: for changes that the next
     * request on any server must see. Never throws.
     */
    void announceAndAwait(ClusterEvent event);

    /**
     * Registers a listener for all events of all servers. It must not block, and may be called by several threads at
     * the same time.
     */
    void listen(Consumer<ClusterEvent> listener);
}
