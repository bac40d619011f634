package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.domain.notifications.Addressee;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Events that wait to be published, each once: equal events are stored once, and of a feed only the newest number. When
 * there are too many, one {@link ClusterEvent.Missed} replaces all of them. Not thread-safe.
 */
final class PendingEvents {
    static final int MOST = 10_000;

    /** Events in one message: with the longest ids it is still shorter than {@link ClusterMessage#LONGEST}. */
    private static final int AT_ONCE = 256;

    private final Set<ClusterEvent> events = new LinkedHashSet<>();
    private final Map<Addressee, Long> grown = new LinkedHashMap<>();

    void add(ClusterEvent event) {
        if (event instanceof ClusterEvent.FeedsGrown(List<Signal> signals)) {
            signals.forEach(signal -> grown.merge(signal.user(), signal.seq(), Math::max));
        } else {
            events.add(event);
        }
        if (events.size() + grown.size() > MOST) {
            events.clear();
            grown.clear();
            events.add(new ClusterEvent.Missed());
        }
    }

    boolean isEmpty() {
        return events.isEmpty() && grown.isEmpty();
    }

    /** Removes and returns as many as fit into one message. */
    List<ClusterEvent> take() {
        List<ClusterEvent> taken = new ArrayList<>();
        for (Iterator<ClusterEvent> each = events.iterator(); each.hasNext() && taken.size() < AT_ONCE; each.remove()) {
            taken.add(each.next());
        }
        List<Signal> signals = new ArrayList<>();
        for (Iterator<Map.Entry<Addressee, Long>> each = grown.entrySet().iterator();
                each.hasNext() && taken.size() + signals.size() < AT_ONCE;
                each.remove()) {
            Map.Entry<Addressee, Long> feed = each.next();
            signals.add(new Signal(feed.getKey(), feed.getValue()));
        }
        if (!signals.isEmpty()) {
            taken.add(new ClusterEvent.FeedsGrown(signals));
        }
        return taken;
    }

    void clear() {
        events.clear();
        grown.clear();
    }
}
