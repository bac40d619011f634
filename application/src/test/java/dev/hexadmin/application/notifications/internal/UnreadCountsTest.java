package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.notifications.Addressee;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnreadCountsTest {
    private static final Addressee ADA = new Addressee("ada");
    private static final Addressee BOB = new Addressee("bob");

    private final ClusterEvents events = ClusterEvents.none();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final UnreadCounts counts = new UnreadCounts(events, () -> now);
    private long stored = 3;
    private int reads;

    private long read(Addressee user) {
        reads++;
        return stored;
    }

    @Test
    void a_number_is_read_once_until_the_feed_of_its_user_grows() {
        assertThat(counts.of(ADA, this::read)).isEqualTo(3);
        stored = 4;
        events.announce(new ClusterEvent.FeedsGrown(List.of(new Signal(BOB, 9))));
        assertThat(counts.of(ADA, this::read)).isEqualTo(3);
        events.announce(new ClusterEvent.FeedsGrown(List.of(new Signal(ADA, 9))));
        assertThat(counts.of(ADA, this::read)).isEqualTo(4);
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void a_number_is_read_again_after_two_seconds_and_after_events_were_missed() {
        counts.of(ADA, this::read);
        stored = 4;
        now = now.plusMillis(1_999);
        assertThat(counts.of(ADA, this::read)).isEqualTo(3);
        now = now.plusMillis(1);
        assertThat(counts.of(ADA, this::read)).isEqualTo(4);
        stored = 5;
        events.announce(new ClusterEvent.Missed());
        assertThat(counts.of(ADA, this::read)).isEqualTo(5);
    }

    @Test
    void a_number_that_was_read_before_an_event_is_not_kept_after_it() {
        counts.of(ADA, user -> {
            events.announce(new ClusterEvent.FeedsGrown(List.of(new Signal(ADA, 9))));
            return read(user);
        });
        stored = 4;
        assertThat(counts.of(ADA, this::read)).isEqualTo(4);
    }
}
