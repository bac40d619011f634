package dev.hexadmin.application.identity.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.LocaleChoice;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AccountStateCacheTest {
    private static final UserId ADA = new UserId(1);

    private final Counted users = new Counted();
    private Instant now = Instant.EPOCH;
    private final ClusterEvents events = ClusterEvents.none();
    private final AccountStateCache standings = new AccountStateCache(users, family -> true, events, () -> now);

    /** One account, and how often it was read. */
    private static final class Counted implements Function<UserId, Optional<Standing>> {
        long version = 1;
        int reads;
        Runnable duringRead = () -> {};

        @Override
        public Optional<Standing> apply(UserId id) {
            reads++;
            Standing standing = new Standing(
                    new EmailAddress("ada@example.com"), true, version, Optional.empty(), LocaleChoice.NONE);
            duringRead.run();
            return id.value() < 0 ? Optional.empty() : Optional.of(standing);
        }
    }

    private long version() {
        return standings.of(ADA).orElseThrow().tokenVersion();
    }

    @Test
    void a_user_is_read_once_a_second() {
        assertThat(version()).isEqualTo(1);
        users.version = 2;
        now = now.plusMillis(999);
        assertThat(version()).isEqualTo(1);
        assertThat(users.reads).isEqualTo(1);
        now = now.plusMillis(1);
        assertThat(version()).isEqualTo(2);
    }

    @Test
    void while_one_caller_refreshes_others_use_the_cached_value_for_two_seconds_at_most() {
        version();
        users.version = 2;
        now = now.plusMillis(1_500);
        users.duringRead = () -> {
            users.duringRead = () -> {};
            assertThat(version()).isEqualTo(1); // another request meanwhile
            assertThat(users.reads).isEqualTo(2);
            now = now.plusMillis(500);
            assertThat(version()).isEqualTo(2); // too old for all callers
        };
        assertThat(version()).isEqualTo(2);
        assertThat(users.reads).isEqualTo(3);
    }

    @Test
    void a_change_that_is_announced_is_seen_at_once_even_by_a_read_that_began_before_it() {
        for (ClusterEvent event : List.of(new ClusterEvent.UserChanged(ADA), new ClusterEvent.Missed())) {
            users.version = 1;
            events.announce(event);
            users.duringRead = () -> {
                users.duringRead = () -> {};
                users.version = 2;
                events.announce(event);
            };
            assertThat(version()).isEqualTo(1); // it began before the change was made
            assertThat(version()).isEqualTo(2);
        }
    }

    @Test
    void a_clock_that_is_set_back_makes_nothing_last_longer() {
        now = now.plusSeconds(3_600);
        version();
        users.version = 2;
        now = now.minusSeconds(1_800);
        assertThat(version()).isEqualTo(2);
    }

    @Test
    void it_stays_bounded_and_remembers_who_is_not_there() {
        for (int i = 1; i <= ExpiringCache.MAX_ENTRIES * 2 + 5; i++) {
            standings.of(new UserId(-i));
        }
        assertThat(standings.size()).isLessThanOrEqualTo(ExpiringCache.MAX_ENTRIES);
        int reads = users.reads;
        assertThat(standings.of(new UserId(-(ExpiringCache.MAX_ENTRIES * 2 + 5))))
                .isEmpty();
        assertThat(users.reads).isEqualTo(reads);
    }
}
