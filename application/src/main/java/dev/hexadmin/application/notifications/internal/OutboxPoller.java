package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.NotificationsAssembly.Storage;
import dev.hexadmin.application.notifications.NotificationsMaintenance;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.Capacity;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.notifications.Channel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Claims due rows, and deletes old ones. */
final class OutboxPoller implements NotificationsMaintenance {
    private static final Logger LOG = System.getLogger(OutboxPoller.class.getName());
    private static final Duration DEAD_AFTER = Duration.ofSeconds(5);
    private static final int SWEEP = 1_000;

    private final Deliveries deliveries;
    private final EventHub hub;
    private final Outbox outbox;
    private final Feeds feeds;
    private final UnitOfWork work;
    private final NotificationsSettings settings;
    private final InstantSource clock;
    private final ServerRegistry servers;
    private final boolean shared;
    private volatile boolean joined;

    OutboxPoller(
            Deliveries deliveries, EventHub hub, Storage storage, NotificationsSettings settings, InstantSource clock) {
        this.deliveries = deliveries;
        this.hub = hub;
        this.outbox = storage.outbox();
        this.feeds = storage.feeds();
        this.work = storage.unitOfWork();
        this.servers = storage.servers();
        this.shared = storage.shared();
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public void beat() {
        if (joined && !shared) {
            return;
        }
        work.write(scope -> {
            servers.beat(deliveries.server());
            return true;
        });
        joined = true;
        work.write(scope -> {
            int dead = servers.expire(deliveries.server(), DEAD_AFTER);
            int rows = outbox.releaseAbandoned(clock.instant());
            if (rows > 0) {
                scope.afterCommit(() -> {
                    LOG.log(
                            Level.INFO,
                            "{0} messages of {1} servers that have stopped without notice are taken over",
                            rows,
                            dead);
                    deliveries.wake();
                });
            }
            return rows;
        });
    }

    @Override
    public boolean dispatch() {
        deliveries.settleLate();
        List<Channel> open = new ArrayList<>();
        for (Channel channel : settings.channels().outside()) {
            if (deliveries.capacity(channel).isPresent()) {
                open.add(channel);
            }
        }
        if (open.isEmpty()) {
            return false;
        }
        Instant now = clock.instant();
        open.retainAll(outbox.due(open, now));
        boolean more = false;
        for (Channel channel : open) {
            Optional<Capacity> capacity = deliveries.capacity(channel);
            if (capacity.isPresent()) {
                Claim claim = deliveries.claim(now);
                List<ClaimedDelivery> claimed =
                        work.write(scope -> outbox.claim(claim.server(), capacity.get(), now, claim.lease()));
                deliveries.take(claimed, new CountDownLatch(claimed.size()));
                more |= capacity.get().leavesOthers(claimed);
            }
        }
        return more;
    }

    @Override
    public void catchUp() {
        hub.catchUp();
    }

    @Override
    public void awaitWork(Duration longest) throws InterruptedException {
        deliveries.awaitWork(longest);
    }

    @Override
    public void sweepDeliveries() {
        outbox.prune(clock.instant().minus(settings.retention().logs()));
    }

    @Override
    public int sweepFeeds() {
        Instant now = clock.instant();
        int gone = 0;
        int some;
        do {
            some = work.write(
                    scope -> feeds.prune(now.minus(settings.retention().events()), SWEEP));
            gone += some;
        } while (some == SWEEP && !Thread.currentThread().isInterrupted());
        // after the events, of which subscribers that resume need the notifications
        settings.retention().notifications().ifPresent(kept -> feeds.expire(now.minus(kept)));
        return gone;
    }

    @Override
    public void stop() {
        deliveries.stop();
    }

    @Override
    public int close(Duration patience) {
        deliveries.stop();
        int running = deliveries.close(patience);
        if (joined) {
            try {
                work.write(scope -> {
                    servers.leave(deliveries.server());
                    return true;
                });
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "This server stays registered until another one finds it gone", e);
            }
        }
        return running;
    }
}
