package dev.hexadmin.http.live;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.notifications.FollowingNotifications;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.http.server.address.AddressLimitWarning;
import dev.hexadmin.http.server.security.LongLivedAuthentication;
import dev.hexadmin.http.settings.LiveSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All live subscribers of this server: their maximum number, their heartbeat, and whether they are still authorized.
 * Thread-safe. Two virtual threads start with the first subscriber and serve all of them.
 */
public final class Subscriptions implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Subscriptions.class.getName());
    private static final int CHECKS_AT_ONCE = 50;
    private static final long REST_MILLIS = 100;

    private final LiveSettings settings;
    private final FollowingNotifications feeds;
    private final LongLivedAuthentication authentication;
    private final MeterRegistry meters;
    private final Counter frames;

    private final Set<Subscriber> all = ConcurrentHashMap.newKeySet();
    private final Map<Addressee, UserSubscribers> audiences = new ConcurrentHashMap<>();
    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final AddressLimitWarning warning;
    private final AtomicInteger seated = new AtomicInteger();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean closed;

    public Subscriptions(
            LiveSettings settings,
            FollowingNotifications feeds,
            LongLivedAuthentication authentication,
            MeterRegistry meters) {
        this.settings = settings;
        this.warning =
                new AddressLimitWarning("live connections", settings.limits().mostPerAddress());
        this.feeds = feeds;
        this.authentication = authentication;
        this.meters = meters;
        this.frames = Counter.builder("hexadmin.realtime.frames")
                .description("Frames and events sent to sockets and streams")
                .register(meters);
        gauge("socket", SocketSubscriber.class);
        gauge("stream", StreamSubscriber.class);
    }

    private void gauge(String kind, Class<? extends Subscriber> type) {
        Gauge.builder(
                        "hexadmin.realtime.open",
                        all,
                        set -> set.stream().filter(type::isInstance).count())
                .description("Open sockets and streams")
                .tag("kind", kind)
                .register(meters);
    }

    LiveSettings settings() {
        return settings;
    }

    FollowingNotifications feeds() {
        return feeds;
    }

    LongLivedAuthentication authentication() {
        return authentication;
    }

    boolean isClosed() {
        return closed;
    }

    // ---- coming and going

    void add(Subscriber follower) {
        all.add(follower);
        if (begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("hexadmin-heartbeat").start(this::beat);
            Thread.ofVirtual().name("hexadmin-follower-check").start(this::check);
        }
        if (closed) {
            follower.end(CloseReason.RESTARTING);
        }
    }

    void remove(Subscriber follower) {
        all.remove(follower);
    }

    /** Takes a seat; empty when there are too many already: of this user, from this address, or in all. */
    Optional<UserSubscribers> enter(Addressee user, String address) {
        if (seated.incrementAndGet() > settings.limits().most()) {
            seated.decrementAndGet();
            return Optional.empty();
        }
        if (perAddress.merge(address, 1, Integer::sum) > settings.limits().mostPerAddress()) {
            leave(address);
            warning.reached(address);
            return Optional.empty();
        }
        AtomicBoolean full = new AtomicBoolean();
        UserSubscribers audience = audiences.compute(user, (key, known) -> {
            UserSubscribers existing = known == null ? new UserSubscribers() : known;
            full.set(existing.size >= settings.limits().mostPerUser());
            existing.size += full.get() ? 0 : 1;
            return existing;
        });
        if (full.get()) {
            leave(address);
            return Optional.empty();
        }
        return Optional.of(audience);
    }

    private void leave(String address) {
        seated.decrementAndGet();
        perAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }

    void leave(Subscriber.Seat seat) {
        leave(seat.address());
        audiences.computeIfPresent(seat.user(), (key, audience) -> --audience.size == 0 ? null : audience);
    }

    void sent(int pieces) {
        frames.increment(pieces);
    }

    /**
     * Counts an end.
     *
     * @param code of the close frame that came first
     */
    void closed(Subscriber follower, int code) {
        String kind = follower instanceof SocketSubscriber ? "socket" : "stream";
        // of the codes that applications may define, only those of this server have a counter
        boolean known = code < 3_000 || code == 4401 || code == 4403 || code == 4408 || code == 4429;
        Counter.builder("hexadmin.realtime.closes")
                .description("Sockets and streams that ended, by the code of the first close frame; 1006 without one")
                .tags("kind", kind, "code", known ? Integer.toString(code) : "other")
                .register(meters)
                .increment();
    }

    // ---- again and again

    private void beat() {
        long shortest = Math.min(
                Math.min(
                        settings.heartbeat().pingEvery().toMillis(),
                        settings.heartbeat().keepAliveEvery().toMillis()),
                Math.min(
                        settings.signInWithin().toMillis(),
                        settings.closeWithin().toMillis()));
        long pause = Math.clamp(shortest / 10, 5, 1_000);
        try {
            while (!closed || !all.isEmpty()) {
                Thread.sleep(pause);
                long now = System.nanoTime();
                for (Subscriber follower : all) {
                    follower.tick(now);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no code interrupts this thread
        }
    }

    /** Checks subscribers in groups with pauses, so that very many subscribers do not overload the database. */
    private void check() {
        try {
            while (!closed) {
                Thread.sleep(settings.checkEvery());
                int checked = 0;
                for (Subscriber follower : all) {
                    try {
                        follower.check();
                    } catch (ServiceUnavailableException e) {
                        LOG.log(Level.DEBUG, "Followers are checked when the database is there again", e);
                        break;
                    } catch (RequestRejectedException e) { // the identity source has not answered for too long
                        follower.end(CloseReason.NO_LONGER_WELCOME);
                    } catch (RuntimeException e) {
                        LOG.log(Level.WARNING, "A follower could not be checked; it is tried again", e);
                    }
                    if (++checked % CHECKS_AT_ONCE == 0) {
                        Thread.sleep(REST_MILLIS);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no code interrupts this thread
        }
    }

    /** Notifies all subscribers that the server stops, and accepts no new ones. Does not wait for them. */
    @Override
    public void close() {
        closed = true;
        for (Subscriber follower : all) {
            follower.end(CloseReason.RESTARTING);
        }
    }
}
