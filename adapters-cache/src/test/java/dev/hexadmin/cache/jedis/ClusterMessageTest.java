package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClusterMessageTest {
    private static final ClusterMessage WHOLE = new ClusterMessage(
            -5,
            7,
            true,
            List.of(
                    new ClusterEvent.UserChanged(new UserId(12)),
                    new ClusterEvent.RightsChanged(),
                    new ClusterEvent.SessionsEnded(),
                    new ClusterEvent.SignInEnded("00ff"),
                    new ClusterEvent.ApiKeysChanged(),
                    new ClusterEvent.Missed(),
                    new ClusterEvent.FeedsGrown(List.of(
                            new Signal(new Addressee("ada"), 3), new Signal(new Addressee("Zoë \uD83D\uDE00"), 4)))));

    @Test
    void it_is_read_as_it_was_written() throws Exception {
        assertThat(ClusterMessage.decoded(WHOLE.encoded())).isEqualTo(WHOLE);
    }

    @Test
    void whatever_else_comes_is_garbled_and_nothing_worse() {
        byte[] bytes = WHOLE.encoded();
        Random chance = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] spoiled = bytes.clone();
            for (int n = chance.nextInt(4); n >= 0; n--) {
                spoiled[chance.nextInt(spoiled.length)] = (byte) chance.nextInt();
            }
            readOrRefused(spoiled);
            byte[] random = new byte[chance.nextInt(60)];
            chance.nextBytes(random);
            readOrRefused(random);
            readOrRefused(Arrays.copyOf(bytes, chance.nextInt(bytes.length)));
        }
        assertThatThrownBy(() -> ClusterMessage.decoded(new byte[0]))
                .isInstanceOf(ClusterMessage.MalformedException.class);
        assertThatThrownBy(() -> ClusterMessage.decoded(new byte[ClusterMessage.LONGEST + 1]))
                .isInstanceOf(ClusterMessage.MalformedException.class);
        byte[] later = bytes.clone();
        later[0] = ClusterMessage.VERSION + 1;
        assertThatThrownBy(() -> ClusterMessage.decoded(later)).isInstanceOf(ClusterMessage.MalformedException.class);
        byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
        more[bytes.length] = 99;
        assertThatThrownBy(() -> ClusterMessage.decoded(more)).isInstanceOf(ClusterMessage.MalformedException.class);
    }

    private static void readOrRefused(byte[] bytes) {
        try {
            assertThat(ClusterMessage.decoded(bytes).events()).hasSizeLessThan(100);
        } catch (ClusterMessage.MalformedException e) {
            assertThat(e).hasMessageMatching("[A-Za-z0-9 ]+");
        }
    }

    @Test
    void what_waits_is_told_once_the_newest_of_each_feed_in_messages_that_can_be_read() throws Exception {
        PendingEvents pending = new PendingEvents();
        String longest = "\u4E16".repeat(Addressee.LONGEST - 5);
        for (int i = 0; i < 1_000; i++) {
            pending.add(new ClusterEvent.RightsChanged());
            pending.add(new ClusterEvent.FeedsGrown(List.of(new Signal(new Addressee(longest + i % 500), 2_000 - i))));
        }
        List<Signal> told = new ArrayList<>();
        int rights = 0;
        while (!pending.isEmpty()) {
            ClusterMessage message = ClusterMessage.decoded(new ClusterMessage(1, 2, false, pending.take()).encoded());
            for (ClusterEvent event : message.events()) {
                if (event instanceof ClusterEvent.FeedsGrown(List<Signal> signals)) {
                    told.addAll(signals);
                } else {
                    rights++;
                }
            }
        }
        assertThat(rights).isEqualTo(1);
        assertThat(told).hasSize(500).allMatch(signal -> signal.seq() > 1_500);
    }

    @Test
    void what_becomes_too_much_is_told_as_missed() {
        PendingEvents pending = new PendingEvents();
        for (int i = 1; i <= PendingEvents.MOST; i++) {
            pending.add(new ClusterEvent.UserChanged(new UserId(i)));
        }
        pending.add(new ClusterEvent.FeedsGrown(List.of(new Signal(new Addressee("ada"), 1))));
        assertThat(pending.take()).containsExactly(new ClusterEvent.Missed());
        assertThat(pending.isEmpty()).isTrue();
    }
}
