package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.domain.notifications.Channel;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * The messages that wait in the outbox, for gauges: read at most once in five seconds, for all channels together.
 * Thread-safe.
 */
final class OutboxBacklog {
    private static final System.Logger LOG = System.getLogger(OutboxBacklog.class.getName());
    private static final Duration KEPT = Duration.ofSeconds(5);

    private final Outbox outbox;
    private final InstantSource clock;
    private Instant readAt = Instant.MIN; // guarded by this
    private Optional<Map<Channel, Outbox.Backlog>> waiting = Optional.empty(); // guarded by this

    OutboxBacklog(Outbox outbox, InstantSource clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    /** How many messages wait on a channel; NaN while the database cannot be read. */
    double messages(Channel channel) {
        return read().map(all -> Optional.ofNullable(all.get(channel))
                        .map(backlog -> (double) backlog.messages())
                        .orElse(0.0))
                .orElse(Double.NaN);
    }

    /** The age of the oldest message that waits on a channel, in milliseconds, 0 for none; NaN as before. */
    double ageMillis(Channel channel) {
        Instant now = clock.instant();
        return read().map(all -> Optional.ofNullable(all.get(channel))
                        .map(backlog ->
                                (double) Duration.between(backlog.oldest(), now).toMillis())
                        .orElse(0.0))
                .orElse(Double.NaN);
    }

    private synchronized Optional<Map<Channel, Outbox.Backlog>> read() {
        Instant now = clock.instant();
        if (readAt.isBefore(now.minus(KEPT))) {
            readAt = now;
            try {
                waiting = Optional.of(outbox.backlog());
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "the outbox could not be read", e);
                waiting = Optional.empty();
            }
        }
        return waiting;
    }
}
