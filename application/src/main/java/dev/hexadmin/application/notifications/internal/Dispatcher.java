package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.NotificationsUpkeep;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.Claimed;
import dev.hexadmin.application.port.UnitOfWork;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Takes up what is due, and clears away what is old. */
final class Dispatcher implements NotificationsUpkeep {
    private static final int MOST_UNDER_WAY = 256;
    private static final int CLAIM = 64;
    private static final int SWEEP = 1_000;
    private static final int SWEEPS = 20;

    private final Deliveries deliveries;
    private final FeedHub hub;
    private final Outbox outbox;
    private final Feeds feeds;
    private final UnitOfWork work;
    private final NotificationsSettings settings;
    private final InstantSource clock;

    Dispatcher(
            Deliveries deliveries,
            FeedHub hub,
            Outbox outbox,
            Feeds feeds,
            UnitOfWork work,
            NotificationsSettings settings,
            InstantSource clock) {
        this.deliveries = deliveries;
        this.hub = hub;
        this.outbox = outbox;
        this.feeds = feeds;
        this.work = work;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public boolean dispatch() {
        int most = Math.min(CLAIM, deliveries.room(MOST_UNDER_WAY));
        Instant now = clock.instant();
        if (most == 0 || !outbox.anyDue(now)) {
            return false;
        }
        List<Claimed> claimed = work.write(scope -> outbox.claim(now, deliveries.lease(now), most));
        deliveries.begin(claimed, new CountDownLatch(claimed.size()));
        return claimed.size() == most;
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
    public int sweep() {
        Instant now = clock.instant();
        int gone = 0;
        for (int i = 0; i < SWEEPS; i++) {
            int some = work.write(scope -> feeds.prune(now.minus(settings.eventsKept()), SWEEP)
                    + outbox.prune(now.minus(settings.logsKept()), SWEEP));
            gone += some;
            if (some == 0) {
                break;
            }
        }
        return gone;
    }

    @Override
    public boolean close(Duration patience) {
        return deliveries.close(patience);
    }
}
